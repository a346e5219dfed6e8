import type { Storage } from "../../../ports/index.js";
import type { Transactions } from "../relational/index.js";
import { createAuditLog } from "./audit-log.js";
import { BuildingLine } from "./building-line.js";
import { createChangeStamps } from "./change-stamps.js";
import { createStoreContents } from "./contents/index.js";
import { createCredentialStore } from "./credential-store.js";
import { Database } from "./database.js";
import { createIndexOutbox } from "./index-outbox.js";
import { createJournalQueue } from "./journal-queue.js";
import { createKeywordIndex } from "./keyword-index.js";
import type { PostgresStorageOptions } from "./options.js";
import { createProjection } from "./projection.js";
import { createSessionStore } from "./session-store.js";
import { createTenantStore } from "./tenant-store.js";
import type { PostgresTransaction } from "./transaction.js";
import { createTruth } from "./truth.js";
import { createUsageStore } from "./usage-store.js";
import { VectorCopies } from "./vector-copies.js";
import { VectorGraphs } from "./vector-graphs.js";
import { createVectorIndex } from "./vector-index.js";

export type { PostgresStorageOptions } from "./options.js";
export { createPostgresWakeUp, type PostgresWakeUp } from "./wake-up.js";

/**
 * Everything in one schema of a PostgreSQL database with pgvector: the truth, the journal, working memory, and the search indexes, which
 * commit with the truth. Any number of processes may open the same schema. An acknowledged write is as durable as the server makes it.
 * `open` makes or brings up to date the schema; it fails with STORE_NEWER, STORE_CORRUPT, CONFIG_INVALID, STORE_BUSY or UNAVAILABLE.
 * @example const storage = createPostgresStorage({ url: "postgres://keepsake@localhost/keepsake" });
 */
export function createPostgresStorage(options: PostgresStorageOptions): Storage {
  const database = new Database(options);
  const transactions: Transactions<PostgresTransaction> = new WeakMap();
  const graphs = new VectorGraphs(database, new BuildingLine(options));
  const copies = new VectorCopies(database);
  return {
    truth: createTruth(database, transactions, graphs),
    queue: createJournalQueue(database),
    tenants: createTenantStore(database),
    credentials: createCredentialStore(database),
    auditLog: createAuditLog(database),
    usage: createUsageStore(database),
    vectors: createVectorIndex(database, copies),
    keywords: createKeywordIndex(database),
    projection: createProjection(transactions),
    sessions: createSessionStore(database),
    outbox: createIndexOutbox(database),
    changes: createChangeStamps(database),
    wall: { holds: () => database.isWalled() },
    contents: createStoreContents(database),
    open: () => database.open(),
    async close() {
      await Promise.all([graphs.close(), copies.settle()]);
      await database.close();
    },
  };
}
