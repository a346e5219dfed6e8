import { createHash } from "node:crypto";
import { type AuditEvent, type AuditRecord, auditText } from "../../../domain/index.js";
import type { RowValue } from "./row-value.js";

export interface AuditRow {
  readonly position: number;
  readonly user: string | null;
  readonly at: number;
  readonly action: string;
  readonly actor: string;
  readonly door: string | null;
  readonly key_id: string | null;
  readonly targets: string;
  readonly outcome: AuditEvent["outcome"];
  readonly detail: string | null;
  readonly previous: string;
  readonly hash: string;
}

export function toEvent(row: AuditRow): AuditEvent {
  const { at, action, actor, door, key_id: keyId, user, targets, outcome, detail } = row;
  return {
    ...{ at, action, actor, targets: JSON.parse(targets), outcome },
    ...(door !== null && { door }),
    ...(keyId !== null && { keyId }),
    ...(user !== null && { user }),
    ...(detail !== null && { detail }),
  };
}

export function toRecord(row: AuditRow): AuditRecord {
  const { position, previous, hash } = row;
  return { ...toEvent(row), position, previous, hash };
}

/** The end of a tenant's chain. */
export interface AuditHead {
  readonly position: number;
  readonly hash: string;
}

/** The event as the next line of the chain: its columns in the table's order, the tenant's number aside; and the new end. */
export function chainLine(
  tenant: string,
  head: AuditHead,
  event: AuditEvent,
): { columns: RowValue[]; head: AuditHead } {
  const line = { ...event, position: head.position + 1, previous: head.hash };
  const hash = createHash("sha256").update(auditText(tenant, line)).digest("hex");
  const { position, previous, at, action, actor, targets, outcome } = line;
  const { user = null, door = null, keyId = null, detail = null } = line;
  const list = JSON.stringify(targets);
  const columns = [position, user, at, action, actor, door, keyId, list, outcome, detail, previous, hash];
  return { columns, head: { position, hash } };
}
