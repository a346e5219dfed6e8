import type { Scope } from "./scope.js";
import type { EpochMs } from "./time.js";

/** One line of the audit log: who did what, through which door, to which ids. Never text, never a secret. */
export interface AuditEvent {
  readonly at: EpochMs;
  /** The operation's name. */
  readonly action: string;
  /** A key's name, a token's subject, or the local door: `key:support-bot`, `jwt:ada`, `cli`, `library`. */
  readonly actor: string;
  /** `http`, `mcp`, `grpc`, `cli`, `library`, `proxy`; `engine` where nobody called. */
  readonly door?: string;
  /** Public id of the API key. */
  readonly keyId?: string;
  /** Whose memory; absent where it is the tenant's own matter. */
  readonly user?: string;
  /** Ids only. */
  readonly targets: readonly string[];
  readonly outcome: "done" | "refused" | "failed";
  /** An error's code, or a count; never text of a memory. */
  readonly detail?: string;
}

/** A line that a store appends to the tenant's log in the transaction of the change that it tells: both stand, or neither. */
export interface ChangeLine {
  readonly tenant: string;
  readonly event: AuditEvent;
}

/** The event as a line about this user, whomever it names: nobody's call is told of another. */
export function lineOf({ tenant, user }: Scope, event: AuditEvent | undefined): ChangeLine | undefined {
  return event === undefined ? undefined : { tenant, event: { ...event, user } };
}

/** A line in its place in the tenant's chain. */
export interface AuditRecord extends AuditEvent {
  /** From 1, without gaps, within the tenant. */
  readonly position: number;
  /** Hash of the line before; empty for the first. */
  readonly previous: string;
  /** SHA-256 of `auditText`, hexadecimal. Empty for a line that is older than the chain. */
  readonly hash: string;
}

export interface AuditFilter {
  readonly user?: string;
  readonly actor?: string;
  readonly action?: string;
  readonly outcome?: AuditEvent["outcome"];
  /** Inclusive. */
  readonly from?: EpochMs;
  /** Exclusive. */
  readonly to?: EpochMs;
}

/** What is hashed: every field in a fixed order, and the hash of the line before. The same in every store. */
export function auditText(tenant: string, record: Omit<AuditRecord, "hash">): string {
  const { position, previous, at, action, actor, door, keyId, user, targets, outcome, detail } = record;
  const optional = [door, keyId, user, detail].map((value) => value ?? null);
  return JSON.stringify([tenant, position, previous, at, action, actor, targets, outcome, ...optional]);
}
