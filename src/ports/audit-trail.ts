import type { AuditEvent } from "../domain/index.js";

/** Where everything that happens is told to, for the audit log. */
export interface AuditTrail {
  /** Durable when it resolves: for what changes something. Never rejects: a log that cannot be written is reported to the operator. */
  write(tenant: string, event: Omit<AuditEvent, "at">): Promise<void>;
  /** Written with others, within `AUDIT_DELAY_MS`: for reads and refusals, which must not wait for a disk. */
  note(tenant: string, event: Omit<AuditEvent, "at">): void;
  /** Resolves when everything noted is durable, or was reported as lost. */
  flush(): Promise<void>;
}
