import { MEMORY_STATUSES, type MemoryStatus, pagesOf, type Scope, type StatsResult } from "../domain/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import { acceptsTurns } from "../remember/index.js";
import { statusAt } from "./status-filter.js";

async function countSessions(transaction: TruthTransaction): Promise<number> {
  let sessions = 0;
  for await (const page of pagesOf((request) => transaction.turns.listSessions(request))) sessions += page.length;
  return sessions;
}

/** Entries that failed for good, and turns that the rules digested and the model is still to read. */
async function countLeft(transaction: TruthTransaction) {
  let [deadEntries, turnsAwaitingModel] = [0, 0];
  for await (const page of pagesOf((request) => transaction.journal.list(request))) {
    for (const { state, task } of page) {
      if (state === "dead") deadEntries += 1;
      else if (task.type === "refine") turnsAwaitingModel += 1;
    }
  }
  return { deadEntries, turnsAwaitingModel };
}

/** How much the scope holds, and what is still to be done. One snapshot; vectors are counted beside it. */
export async function stats(parts: EngineParts, scope: Scope): Promise<StatsResult> {
  const now = parts.clock.now();
  const vectors = await parts.storage.vectors.countByModel(scope);
  const acceptingTurns = await acceptsTurns(parts, scope.tenant);
  return parts.storage.truth.read(scope, async (transaction) => {
    const memories = {
      active: 0,
      "pending-review": 0,
      superseded: 0,
      archived: 0,
      expired: 0,
      erased: 0,
    } satisfies Record<MemoryStatus, number>;
    for (const status of MEMORY_STATUSES) {
      memories[status] = await transaction.memories.count(statusAt(status, now));
    }
    return {
      memories,
      episodes: await transaction.episodes.count(),
      sessions: await countSessions(transaction),
      pendingTurns: await transaction.journal.pending(),
      ...(await countLeft(transaction)),
      acceptingTurns,
      vectorsByModel: Object.fromEntries(vectors),
      embedder: { modelId: parts.embedder.profile.modelId, runtime: parts.embedder.profile.runtime },
    };
  });
}
