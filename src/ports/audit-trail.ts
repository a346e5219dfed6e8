import type { AuditEvent, ChangeLine } from "../domain/index.js";
import type { TruthTransaction } from "./truth.js";

/** The audit line of the one call that the parts at hand serve. */
export interface AuditLine {
  /**
   * Writes it within the call's own write: it stands if and only if what it tells was committed, and costs no commit of its own. In a
   * transaction that is run again it is written again, and only what is committed stays.
   * @param targets ids of what was written or erased, never text
   */
  append(transaction: TruthTransaction, targets: readonly string[]): Promise<void>;
  /**
   * For a change of a store that is no transaction of one scope: the line to be handed to it with the change. It counts as written from
   * then on; where the change fails, the call fails, which has a line of its own.
   * @param targets as of `append`
   */
  take(targets: readonly string[]): ChangeLine;
}

/** Where everything that happens is told to, for the audit log. */
export interface AuditTrail {
  /** Durable when it resolves: for what changes something. Never rejects: a log that cannot be written is reported to the operator. */
  write(tenant: string, event: Omit<AuditEvent, "at">): Promise<void>;
  /**
   * Written with others, within a moment: for reads and refusals, which must not wait for a disk. Equal calls of a minute
   * without a credential or over the limits are one line and their number; where the store does not answer, what is beyond a bound is lost, and counted.
   */
  note(tenant: string, event: Omit<AuditEvent, "at">): void;
  /** Resolves when everything noted is durable, or was reported as lost. */
  flush(): Promise<void>;
}
