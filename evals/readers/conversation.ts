import type { Role } from "keepsake";

/** One message of a data set, in the order in which it is recorded. */
export interface DataTurn {
  readonly id: string;
  readonly sessionId: string;
  readonly agentId?: string;
  readonly role: Role;
  readonly speaker?: string;
  readonly text: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface DataQuestion {
  readonly id: string;
  readonly query: string;
  readonly category: string;
  readonly goldTurnIds: readonly string[];
  readonly staleTurnIds: readonly string[];
  readonly unanswerable: boolean;
  /** Only turns before this one are recorded when it is asked. */
  readonly beforeTurnId?: string;
  /** Epoch ms; absent: a little after the last recorded turn. */
  readonly askedAt?: number;
}

/** A conversation with its questions, whatever data set it came from. */
export interface DataConversation {
  readonly id: string;
  readonly timeZone: string;
  readonly turns: readonly DataTurn[];
  readonly questions: readonly DataQuestion[];
}
