import type { Storage } from "../../../ports/index.js";
import type { Transactions } from "../relational/index.js";
import { createAuditLog } from "./audit-log.js";
import { createChangeStamps } from "./change-stamps.js";
import { createStoreContents } from "./contents/index.js";
import { createCredentialStore } from "./credential-store.js";
import { Database } from "./database.js";
import { createErasedBytes } from "./erased-bytes.js";
import { ScopeCopies } from "./index-copy/scope-copies.js";
import { createIndexOutbox } from "./index-outbox.js";
import { createJournalQueue } from "./journal-queue.js";
import { createKeywordIndex } from "./keyword-index.js";
import type { SqliteStorageOptions } from "./options.js";
import { createProjection } from "./projection.js";
import { createSessionStore } from "./session-store.js";
import { createStoreHealth } from "./store-health.js";
import { createTenantStore } from "./tenant-store.js";
import type { SqliteTransaction } from "./transaction.js";
import { createTruth } from "./truth.js";
import { createUsageStore } from "./usage-store.js";
import { createVectorIndex } from "./vector-index.js";

export type { SqliteStorageOptions } from "./options.js";

/**
 * Everything in one file of one folder: the truth, the journal, working memory, and the search indexes, which commit with the truth.
 * Several processes may open the same folder. An acknowledged write survives loss of power.
 * `open` fails with STORE_NEWER, STORE_CORRUPT, STORE_READ_ONLY or STORE_BUSY; in none of these was the file changed.
 * @example const storage = createSqliteStorage({ dataFolder: "./data" });
 */
export function createSqliteStorage(options: SqliteStorageOptions): Storage {
  const database = new Database(options);
  const transactions: Transactions<SqliteTransaction> = new WeakMap();
  const copies = new ScopeCopies(database, options.hotScopeBytes);
  const truth = createTruth(database, transactions);
  const tenants = createTenantStore(database);
  return {
    truth,
    queue: createJournalQueue(database),
    tenants,
    credentials: createCredentialStore(database),
    auditLog: createAuditLog(database),
    usage: createUsageStore(database),
    vectors: createVectorIndex(database, copies),
    keywords: createKeywordIndex(database, copies),
    projection: createProjection(transactions),
    sessions: createSessionStore(database),
    outbox: createIndexOutbox(database),
    changes: createChangeStamps(database),
    health: createStoreHealth(database, { truth, tenants, transactions }),
    contents: createStoreContents(database),
    erasedBytes: createErasedBytes(database),
    open: () => database.open(),
    async close() {
      await database.close();
      copies.clear();
    },
  };
}
