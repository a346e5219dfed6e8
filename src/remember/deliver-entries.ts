import { type JournalEntry, KeepsakeError } from "../domain/index.js";
import type { ClaimedWork, OutboxEntry, Storage } from "../ports/index.js";
import { completeErased } from "./embed-task.js";

/** An engine that does not answer, or not with these settings, has nothing against the entry. */
function isOutage(thrown: unknown): boolean {
  return thrown instanceof KeepsakeError && (thrown.code === "UNAVAILABLE" || thrown.code === "CONFIG_INVALID");
}

/**
 * Carries entries of type `index` to the engine beside the store: together, and where that fails for a reason of their own each alone, so that
 * one bad item holds up no other. Without an engine there is nobody to tell, and they are done.
 */
export async function deliverEntries(
  storage: Pick<Storage, "truth" | "feed">,
  claim: Pick<ClaimedWork, "scope" | "leaseToken">,
  entries: readonly OutboxEntry[],
  fail: (entry: JournalEntry, thrown: unknown, isOutage: boolean) => Promise<void>,
): Promise<void> {
  const { feed } = storage;
  if (feed === undefined) {
    await storage.truth.write(claim.scope, async (transaction) => {
      for (const { id } of entries) await completeErased(transaction, id, claim.leaseToken);
    });
    return;
  }
  try {
    await feed.deliver(claim.scope, entries);
  } catch (thrown) {
    if (entries.length === 1 || isOutage(thrown)) {
      for (const entry of entries) await fail(entry, thrown, isOutage(thrown));
      return;
    }
    for (const entry of entries) await deliverEntries(storage, claim, [entry], fail);
  }
}
