import type { Truth, TruthTransaction } from "../../../ports/index.js";
import type { Transactions } from "../relational/index.js";
import { createAuditStore } from "./audit-log.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { createEpisodeStore } from "./episode-store.js";
import { createJournalStore } from "./journal-store.js";
import { createMemoryStore } from "./memory-store.js";
import {
  createDirectoryStore,
  createRequestStore,
  createServingModelStore,
  createStateStore,
} from "./record-stores.js";
import { SQL } from "./sql.js";
import { createSummaryStore } from "./summary-store.js";
import { SqliteTransaction } from "./transaction.js";
import { createTurnStore } from "./turn-store.js";
import { createWriteLogStore } from "./write-log-store.js";

function bindStores(transaction: SqliteTransaction): TruthTransaction {
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
    states: createStateStore(transaction),
  };
}

export function createTruth(database: Database, transactions: Transactions<SqliteTransaction>): Truth {
  async function within<Result>(
    transaction: SqliteTransaction,
    work: (stores: TruthTransaction) => Promise<Result>,
  ): Promise<Result> {
    const stores = bindStores(transaction);
    transactions.set(stores, transaction);
    try {
      return await work(stores);
    } finally {
      transaction.finish();
    }
  }
  return {
    open: () => database.open(),
    close: () => database.close(),
    async read(scope, work) {
      return database.snapshot((connection: Connection) =>
        within(new SqliteTransaction(connection, scope, false), work),
      );
    },
    async write(scope, work) {
      return database.write(async (connection) => {
        const transaction = new SqliteTransaction(connection, scope, true);
        const result = await within(transaction, work);
        transaction.noteChange();
        if (transaction.erased) connection.run(SQL.noteErasure);
        return result;
      });
    },
  };
}
