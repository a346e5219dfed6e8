import { createHash } from "node:crypto";
import { type AuditRecord, auditText, pagesOf } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";

/** What is wrong with a line: its text is not what was hashed, its link does not lead to the line before, lines are missing before it, or a line that
 * was seen before is there no more. */
export type ChainFault = "changed" | "unlinked" | "gap" | "missing";

export interface ChainReport {
  readonly lines: number;
  /** Lines of releases that did not chain; they stand before the chain and prove nothing. */
  readonly unchained: number;
  /** Position and hash of the last line: kept elsewhere, they show later that nothing was cut off the end. */
  readonly head?: { readonly position: number; readonly hash: string };
  /** The first faults, at most 100. */
  readonly faults: readonly { readonly position: number; readonly fault: ChainFault }[];
}

const MOST_FAULTS = 100;

function faultsOf(tenant: string, record: AuditRecord, before: AuditRecord | undefined): readonly ChainFault[] {
  if (record.hash === "" && (before === undefined || before.hash === "")) return [];
  const hash = createHash("sha256").update(auditText(tenant, record)).digest("hex");
  const checks: readonly (readonly [ChainFault, boolean])[] = [
    ["gap", record.position !== (before?.position ?? 0) + 1],
    ["unlinked", record.previous !== (before?.hash ?? "")],
    ["changed", record.hash !== hash],
  ];
  return checks.flatMap(([fault, isSo]) => (isSo ? [fault] : []));
}

/**
 * Reads the tenant's whole chain and hashes it anew.
 * @param expectHash a head of an earlier report: a fault `missing` at the end of the chain when no line has it
 */
export async function verifyChain(
  parts: Pick<EngineParts, "storage">,
  tenant: string,
  expectHash?: string,
): Promise<ChainReport> {
  let expected = expectHash === undefined;
  const faults: { position: number; fault: ChainFault }[] = [];
  let before: AuditRecord | undefined;
  let lines = 0;
  let unchained = 0;
  for await (const records of pagesOf((page) => parts.storage.auditLog.chain(tenant, page))) {
    for (const record of records) {
      for (const fault of faultsOf(tenant, record, before)) {
        if (faults.length < MOST_FAULTS) faults.push({ position: record.position, fault });
      }
      lines += 1;
      expected ||= record.hash === expectHash;
      if (record.hash === "") unchained += 1;
      before = record;
    }
  }
  if (!expected) faults.push({ position: lines + 1, fault: "missing" });
  const head =
    before === undefined || before.hash === "" ? {} : { head: { position: before.position, hash: before.hash } };
  return { lines, unchained, ...head, faults };
}
