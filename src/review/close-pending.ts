import { and, DAY_MS, type EpochMs, type Memory, type MemoryId, type Policy, type Scope } from "../domain/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";

const AT_ONCE = 500;

/** Ends a waiting row at its own beginning: it never held, and stays in the history with the reason. */
export async function closePending(transaction: TruthTransaction, row: Memory, reason: string): Promise<Memory> {
  return transaction.memories.update(row.id, row.revision, {
    status: "superseded",
    validTo: row.validFrom,
    reason: `${reason}; ${row.reason}`,
  });
}

/** Rows recorded at or before this instant have waited too long. */
function latestOverdue(policy: Policy, now: EpochMs): EpochMs {
  return now - policy.review.expiryDays * DAY_MS;
}

export function isOverdue(policy: Policy, row: Memory, now: EpochMs): boolean {
  return row.recordedAt <= latestOverdue(policy, now);
}

export const EXPIRED_REASON = "rejected in review: nobody decided in time";

async function listOverdue(transaction: TruthTransaction, policy: Policy, now: EpochMs): Promise<readonly Memory[]> {
  const { items } = await transaction.memories.list(
    and(
      { op: "in", field: "status", values: ["pending-review"] },
      { op: "between", field: "recordedAt", to: latestOverdue(policy, now) + 1 },
    ),
    { limit: AT_ONCE },
  );
  return items;
}

/** Rejects what waited too long, at most 500 at a time, with an audit entry of the policy's. Writes nothing where nothing is due. */
export async function expireOverdue(parts: EngineParts, scope: Scope): Promise<readonly MemoryId[]> {
  const { policy, clock, storage } = parts;
  const now = clock.now();
  const due = await storage.truth.read(scope, (transaction) => listOverdue(transaction, policy, now));
  if (due.length === 0) return [];
  return storage.truth.write(scope, async (transaction) => {
    const rows = await listOverdue(transaction, policy, now);
    for (const row of rows) await closePending(transaction, row, EXPIRED_REASON);
    const targets = rows.map((row) => row.id);
    if (targets.length > 0) {
      await transaction.audit.append({ at: now, action: "review-expire", actor: "policy", targets, outcome: "done" });
    }
    return targets;
  });
}
