import type { Episode, EpochMs, ItemId, Memory, Role, SessionId, TurnId } from "../domain/index.js";

interface CandidateBase {
  readonly id: ItemId;
  readonly sessionId?: SessionId;
  readonly saidAt: EpochMs;
  /** Cosine of the query with the item's own vector; absent while it has none. */
  readonly cosine?: number;
  readonly bm25?: number;
  /** Share of the query's idf mass that the item holds, 0–1. */
  readonly coverage?: number;
}

export interface MemoryCandidate extends CandidateBase {
  readonly type: "memory";
  readonly memory: Memory;
}

export interface EpisodeCandidate extends CandidateBase {
  readonly type: "episode";
  readonly episode: Episode;
  readonly role: Role;
  readonly speaker?: string;
  /** Cosine of the segment that follows in the session: it was indexed as "this turn + the next". */
  readonly nextCosine?: number;
  readonly nextTurnId?: TurnId;
}

/** One item in the running, with everything the indexes and the truth said about it; texts of turns come later and for the best only. */
export type Candidate = MemoryCandidate | EpisodeCandidate;
