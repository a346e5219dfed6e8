import {
  type Episode,
  type EpisodeId,
  type EpochMs,
  episodeAttributes,
  type ItemAttributes,
  type Turn,
} from "../domain/index.js";
import { analyze, findEntities } from "../language/index.js";
import type { IndexChange } from "../ports/index.js";

/** The text whose vector stands for the segment: the words of the turn before and of this one, without speakers' names. */
export function segmentText(turn: Turn, previous: Turn | undefined): string {
  return previous === undefined ? turn.text : `${previous.text}\n${turn.text}`;
}

/** The turn's own terms count twice, those of the turn before once. */
function segmentTerms(turn: Turn, previous: Turn | undefined): readonly string[] {
  const own = analyze(turn.text);
  return previous === undefined ? [...own, ...own] : [...own, ...own, ...analyze(previous.text)];
}

function entityNames(text: string): readonly string[] {
  return [...new Set(findEntities(text).map((entity) => entity.text))];
}

/** The segment whose centre is the turn. */
export function toEpisode(
  id: EpisodeId,
  turn: Turn,
  previous: Turn | undefined,
  stored: { readonly recordedAt: EpochMs; readonly embeddingModel?: string },
): Episode {
  return {
    id,
    sessionId: turn.sessionId,
    centreTurnId: turn.id,
    turnIds: previous === undefined ? [turn.id] : [previous.id, turn.id],
    role: turn.role,
    at: turn.at,
    recordedAt: stored.recordedAt,
    ...(turn.agentId === undefined ? {} : { agentId: turn.agentId }),
    ...(turn.speaker === undefined ? {} : { speaker: turn.speaker }),
    ...(stored.embeddingModel === undefined ? {} : { embeddingModel: stored.embeddingModel }),
  };
}

export function segmentAttributes(episode: Episode, turn: Turn): ItemAttributes {
  return episodeAttributes(episode, entityNames(turn.text));
}

/** The index row of a segment. */
export function segmentChange(
  episode: Episode,
  turn: Turn,
  previous: Turn | undefined,
  vector?: { readonly modelId: string; readonly values: Float32Array },
): IndexChange {
  return {
    type: "put",
    attributes: segmentAttributes(episode, turn),
    terms: segmentTerms(turn, previous),
    ...(vector === undefined ? {} : { vector }),
  };
}
