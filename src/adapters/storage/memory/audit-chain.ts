import { createHash } from "node:crypto";
import { type AuditEvent, type AuditRecord, auditText } from "../../../domain/index.js";

/** The chain with one line more. */
export function chained(tenant: string, chain: readonly AuditRecord[], event: AuditEvent): readonly AuditRecord[] {
  const line = { ...structuredClone(event), position: chain.length + 1, previous: chain.at(-1)?.hash ?? "" };
  const hash = createHash("sha256").update(auditText(tenant, line)).digest("hex");
  return [...chain, { ...line, hash }];
}
