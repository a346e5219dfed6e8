import type { AgentId, Episode, EpisodeId, Role, SessionId, TurnId } from "../../../domain/index.js";
import type { RowValue } from "./row-value.js";

export interface EpisodeRow {
  readonly id: EpisodeId;
  readonly session_id: SessionId;
  readonly agent_id: AgentId | null;
  readonly centre_turn_id: TurnId;
  readonly turn_ids: string;
  readonly role: Role;
  readonly speaker: string | null;
  readonly at: number;
  readonly recorded_at: number;
  readonly embedding_model: string | null;
}

export function toEpisode(row: EpisodeRow): Episode {
  return {
    id: row.id,
    sessionId: row.session_id,
    ...(row.agent_id !== null && { agentId: row.agent_id }),
    centreTurnId: row.centre_turn_id,
    turnIds: JSON.parse(row.turn_ids),
    role: row.role,
    ...(row.speaker !== null && { speaker: row.speaker }),
    at: row.at,
    recordedAt: row.recorded_at,
    ...(row.embedding_model !== null && { embeddingModel: row.embedding_model }),
  };
}

/** The columns in the table's order, the scope aside. */
export function episodeValues(episode: Episode): RowValue[] {
  const { id, sessionId, agentId = null, centreTurnId, turnIds, role, speaker = null, at, recordedAt } = episode;
  const turns = JSON.stringify(turnIds);
  return [id, sessionId, agentId, centreTurnId, turns, role, speaker, at, recordedAt, episode.embeddingModel ?? null];
}
