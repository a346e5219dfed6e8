import type { AuditEvent, AuditFilter, AuditRecord, Page, PageRequest } from "../domain/index.js";

/**
 * The audit log over all users of a tenant: append-only and hash-chained per tenant, so that a line that was changed, removed or put between
 * is seen. Crosses scopes, so it is a port of its own (house rule 3); what happens inside a transaction of one scope is
 * appended there (`TruthTransaction.audit`), to the same chain.
 */
export interface AuditLog {
  /** All or none, in the order given, after everything that is there; durable when it resolves. UNKNOWN_TENANT. */
  append(tenant: string, events: readonly AuditEvent[]): Promise<void>;
  /** Newest first. */
  list(tenant: string, filter: AuditFilter, page: PageRequest): Promise<Page<AuditRecord>>;
  /** The chain, oldest first, for verifying. */
  chain(tenant: string, page: PageRequest): Promise<Page<AuditRecord>>;
}
