import type { AgentId, SessionId, TurnId } from "./ids.js";
import type { EpochMs, TimeZone } from "./time.js";

export const ROLES = ["user", "assistant", "tool", "system"] as const;
export type Role = (typeof ROLES)[number];

/** One message of a conversation, as it was durably accepted (secrets already redacted). */
export interface Turn {
  readonly id: TurnId;
  readonly sessionId: SessionId;
  /** Position in the session, from 0, without gaps; given by the store. */
  readonly position: number;
  readonly role: Role;
  /** The speaker's name where several people speak; absent when the role says it all. */
  readonly speaker?: string;
  readonly agentId?: AgentId;
  /** The import that brought it, so that what came of it can be listed and rolled back together. */
  readonly importId?: string;
  readonly text: string;
  /** When it was said. */
  readonly at: EpochMs;
  readonly recordedAt: EpochMs;
  readonly timeZone: TimeZone;
}

export interface Session {
  readonly id: SessionId;
  readonly agentId?: AgentId;
  readonly startedAt: EpochMs;
  readonly lastTurnAt: EpochMs;
  readonly turnCount: number;
}
