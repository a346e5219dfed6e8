import type { Truth, TruthTransaction } from "../../../ports/index.js";
import type { Transactions } from "../relational/index.js";
import { createAuditStore } from "./audit-log.js";
import type { Database } from "./database.js";
import { createEpisodeStore } from "./episode-store.js";
import { createJournalStore } from "./journal-store.js";
import { createMemoryStore } from "./memory-store.js";
import { createDirectoryStore, createRequestStore, createServingModelStore } from "./record-stores.js";
import { createSummaryStore } from "./summary-store.js";
import { PostgresTransaction } from "./transaction.js";
import { createTurnStore } from "./turn-store.js";
import type { VectorGraphs } from "./vector-graphs.js";
import { createWriteLogStore } from "./write-log-store.js";

function bindStores(transaction: PostgresTransaction): TruthTransaction {
  return {
    scope: transaction.scope,
    directory: createDirectoryStore(transaction),
    turns: createTurnStore(transaction),
    journal: createJournalStore(transaction),
    memories: createMemoryStore(transaction),
    writes: createWriteLogStore(transaction),
    episodes: createEpisodeStore(transaction),
    summaries: createSummaryStore(transaction),
    audit: createAuditStore(transaction),
    requests: createRequestStore(transaction),
    servingModel: createServingModelStore(transaction),
  };
}

export function createTruth(
  database: Database,
  transactions: Transactions<PostgresTransaction>,
  graphs: VectorGraphs,
): Truth {
  async function within<Result>(
    transaction: PostgresTransaction,
    work: (stores: TruthTransaction) => Promise<Result>,
  ): Promise<Result> {
    const stores = bindStores(transaction);
    transactions.set(stores, transaction);
    try {
      const result = await work(stores);
      await transaction.noteChange();
      return result;
    } finally {
      transaction.finish();
    }
  }
  return {
    open: () => database.open(),
    close: () => database.close(),
    read: (scope, work) =>
      database.read(scope, (connection, entered) =>
        within(new PostgresTransaction(connection, entered, scope, false), work),
      ),
    async write(scope, work) {
      const { result, growth, unused } = await database.write(scope, async (connection, entered) => {
        const transaction = new PostgresTransaction(connection, entered, scope, true);
        const result = await within(transaction, work);
        return { result, growth: transaction.growth, unused: transaction.unused };
      });
      for (const grown of growth) graphs.consider(grown);
      for (const model of unused) graphs.discard(model);
      return result;
    },
  };
}
