import type { Storage } from "../../../ports/index.js";
import {
  createIndexOutbox,
  createKeywordIndex,
  createServerHealth,
  createServerStores,
  type Transactions,
} from "../relational/index.js";
import { BuildingLine } from "./building-line.js";
import { createStoreContents } from "./contents/index.js";
import { Database } from "./database.js";
import { indexReading } from "./index-reading.js";
import { keywordSearch } from "./keyword-search.js";
import type { PostgresStorageOptions } from "./options.js";
import { createProjection, dropUnusedModels } from "./projection.js";
import type { PostgresTransaction } from "./transaction.js";
import { createTruth } from "./truth.js";
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
  const truth = createTruth(database, transactions, graphs);
  const stores = createServerStores(database);
  const { tenants } = stores;
  return {
    truth,
    ...stores,
    health: createServerHealth({
      ...{ database, tenants, truth, transactions, dropUnusedModels },
      dimension: "vector_dims(vectors.numbers)",
    }),
    vectors: createVectorIndex(database, copies),
    keywords: createKeywordIndex(database, keywordSearch),
    projection: createProjection(transactions),
    outbox: createIndexOutbox(database, indexReading),
    wall: { holds: () => database.isWalled() },
    contents: createStoreContents(database),
    open: () => database.open(),
    async close() {
      await Promise.all([graphs.close(), copies.settle()]);
      await database.close();
    },
  };
}
