import { MEMORY_STATUSES, type MemoryStatus, type Scope, type StatsResult } from "../domain/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import { statusAt } from "./status-filter.js";

const READ_AT_ONCE = 1_000;

async function countSessions(transaction: TruthTransaction): Promise<number> {
  let sessions = 0;
  let cursor: string | undefined;
  do {
    const page = await transaction.turns.listSessions({
      limit: READ_AT_ONCE,
      ...(cursor === undefined ? {} : { cursor }),
    });
    sessions += page.items.length;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return sessions;
}

/** Entries that failed for good, and turns that the rules digested and the model is still to read. */
async function countLeft(transaction: TruthTransaction) {
  let [deadEntries, turnsAwaitingModel] = [0, 0];
  let cursor: string | undefined;
  do {
    const page = await transaction.journal.list({ limit: READ_AT_ONCE, ...(cursor === undefined ? {} : { cursor }) });
    for (const { state, task } of page.items) {
      if (state === "dead") deadEntries += 1;
      else if (task.type === "refine") turnsAwaitingModel += 1;
    }
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return { deadEntries, turnsAwaitingModel };
}

/** How much the scope holds, and what is still to be done. One snapshot; vectors are counted beside it. */
export async function stats(parts: EngineParts, scope: Scope): Promise<StatsResult> {
  const now = parts.clock.now();
  const vectors = await parts.storage.vectors.countByModel(scope);
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
      vectorsByModel: Object.fromEntries(vectors),
      embedder: { modelId: parts.embedder.profile.modelId, runtime: parts.embedder.profile.runtime },
    };
  });
}
