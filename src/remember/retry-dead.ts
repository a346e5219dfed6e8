import type { JournalEntryId, Scope } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";

/**
 * Lets the user's journal entries that failed for good wait again, from attempt 0.
 * @param ids only these; those that are not the user's, or not dead, are left alone
 * @returns how many wait again
 */
export async function retryDead(parts: EngineParts, scope: Scope, ids?: readonly JournalEntryId[]): Promise<number> {
  const retried = await parts.storage.truth.write(scope, async (transaction) => {
    const count = await transaction.journal.retryDead(ids);
    // an id that was only named may be somebody else's
    await parts.auditLine?.append(transaction, ids !== undefined && count === ids.length ? ids : []);
    return count;
  });
  if (retried > 0) parts.wakeUp.notify();
  return retried;
}
