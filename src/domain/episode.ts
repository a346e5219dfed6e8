import type { AgentId, EpisodeId, SessionId, TurnId } from "./ids.js";
import type { EpochMs } from "./time.js";
import type { Role } from "./turn.js";

/**
 * A verbatim piece of conversation: one turn at its centre with the turn before it as context.
 * The words themselves rest in the turns (one copy, one place to erase); a segment only says which.
 */
export interface Episode {
  readonly id: EpisodeId;
  readonly sessionId: SessionId;
  readonly agentId?: AgentId;
  readonly centreTurnId: TurnId;
  /** Turns that the segment was indexed with, in order of the session; holds the centre. */
  readonly turnIds: readonly TurnId[];
  readonly role: Role;
  readonly speaker?: string;
  readonly at: EpochMs;
  readonly recordedAt: EpochMs;
  readonly embeddingModel?: string;
}
