import type { AgentId, Role, Session, SessionId, Turn, TurnId } from "../../../domain/index.js";
import type { RowValue } from "./row-value.js";

export interface TurnRow {
  readonly id: TurnId;
  readonly session_id: SessionId;
  readonly position: number;
  readonly role: Role;
  readonly speaker: string | null;
  readonly agent_id: AgentId | null;
  readonly text: string;
  readonly at: number;
  readonly recorded_at: number;
  readonly time_zone: string;
  readonly import_id: string | null;
}

export interface SessionRow {
  readonly id: SessionId;
  readonly agent_id: AgentId | null;
  readonly started_at: number;
  readonly last_turn_at: number;
  readonly turn_count: number;
}

export function toTurn(row: TurnRow): Turn {
  return {
    id: row.id,
    sessionId: row.session_id,
    position: row.position,
    role: row.role,
    ...(row.speaker !== null && { speaker: row.speaker }),
    ...(row.agent_id !== null && { agentId: row.agent_id }),
    text: row.text,
    at: row.at,
    recordedAt: row.recorded_at,
    timeZone: row.time_zone,
    ...(row.import_id !== null && { importId: row.import_id }),
  };
}

export function toSession(row: SessionRow): Session {
  return {
    id: row.id,
    ...(row.agent_id !== null && { agentId: row.agent_id }),
    startedAt: row.started_at,
    lastTurnAt: row.last_turn_at,
    turnCount: row.turn_count,
  };
}

/** The columns in the table's order, the scope aside. */
export function turnValues(turn: Turn): RowValue[] {
  const { id, sessionId, position, role, speaker = null, agentId = null, text, at, recordedAt, timeZone } = turn;
  return [id, sessionId, position, role, speaker, agentId, text, at, recordedAt, timeZone, turn.importId ?? null];
}
