import type { AgentId, MemoryId, SessionId, TurnId } from "./ids.js";
import type { Memory, MemoryPatch } from "./memory.js";
import type { EpochMs } from "./time.js";

/**
 * What a write did to one row.
 * - `new`, `version`, `pending`: the row was added: as a statement of its own, as another version of one, as one that waits for review.
 * - `reinforced`: it was said again.
 * - `superseded`, `retracted`: it was closed, by a successor or without one.
 * - `trimmed`: its time was cut to make room for another value of its slot.
 */
export const WRITE_KINDS = ["new", "version", "pending", "reinforced", "superseded", "retracted", "trimmed"] as const;
export type WriteKind = (typeof WRITE_KINDS)[number];

/** Where a write came from. */
export interface WriteOrigin {
  readonly turnId?: TurnId;
  readonly sessionId?: SessionId;
  readonly agentId?: AgentId;
  readonly importId?: string;
  readonly policyVersion: string;
}

/** One line of the write log: a row that a statement added or changed, with what is needed to take it back. Holds no words. */
export interface MemoryWrite extends WriteOrigin {
  /** Order of writing, given by the store. */
  readonly sequence: number;
  readonly at: EpochMs;
  readonly memoryId: MemoryId;
  readonly kind: WriteKind;
  /** The changed fields as they were; `null` where there was nothing. Empty where the row was added. */
  readonly before: MemoryPatch;
  readonly after: MemoryPatch;
  /** When it was rolled back. */
  readonly undoneAt?: EpochMs;
}

/** A line of the write log with the memory that it tells of, as that is now. */
export interface ListedWrite {
  readonly write: MemoryWrite;
  readonly memory?: Memory;
}

/** What to list or roll back: everything that one turn, session, agent, import or policy version wrote. */
export type WriteSelection =
  | { readonly by: "turn"; readonly turnId: TurnId }
  | { readonly by: "session"; readonly sessionId: SessionId }
  | { readonly by: "agent"; readonly agentId: AgentId }
  | { readonly by: "import"; readonly importId: string }
  | { readonly by: "policy"; readonly policyVersion: string };

export interface RollbackReport {
  /** Nothing was changed: this is what would be. */
  readonly dryRun: boolean;
  /** Log lines that were taken back. */
  readonly writes: number;
  /** Memories that were closed; they are recalled no more, at no instant. */
  readonly closed: readonly MemoryId[];
  /** Memories that hold again. */
  readonly restored: readonly MemoryId[];
  /** Memories from which a repetition was taken away. */
  readonly weakened: readonly MemoryId[];
  /** What stays as it is, and why. */
  readonly kept: readonly { readonly id: MemoryId; readonly reason: string }[];
}
