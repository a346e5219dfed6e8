import { createHash } from "node:crypto";
import { type AuditEvent, type AuditRecord, auditText } from "../../../domain/index.js";

/** The event as the line after `last`. */
export function lineAfter(tenant: string, last: AuditRecord | undefined, event: AuditEvent): AuditRecord {
  const line = { ...structuredClone(event), position: (last?.position ?? 0) + 1, previous: last?.hash ?? "" };
  return { ...line, hash: createHash("sha256").update(auditText(tenant, line)).digest("hex") };
}
