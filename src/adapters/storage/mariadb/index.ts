import type { Storage } from "../../../ports/index.js";
import {
  createIndexOutbox,
  createKeywordIndex,
  createServerHealth,
  createServerStores,
  type Transactions,
} from "../relational/index.js";
import { createStoreContents } from "./contents/index.js";
import { Database } from "./database.js";
import { indexReading } from "./index-reading.js";
import { keywordSearch } from "./keyword-search.js";
import { DEFAULTS, type MariadbStorageOptions } from "./options.js";
import { createProjection, dropUnusedModels } from "./projection.js";
import { createTruth, type MariadbTransaction } from "./truth.js";
import { VectorCopies } from "./vector-copies.js";
import { createVectorIndex } from "./vector-index.js";

export type { MariadbStorageOptions } from "./options.js";

/**
 * Everything in one database of MariaDB (10.6 or later): the truth, the journal, working memory, and the search indexes, which commit with the
 * truth. Any number of processes may open the same database. An acknowledged write is as durable as the server makes it.
 * `open` makes or brings up to date the tables; it fails with STORE_NEWER, STORE_CORRUPT, CONFIG_INVALID, STORE_BUSY or UNAVAILABLE.
 * @example const storage = createMariadbStorage({ url: "mysql://keepsake@localhost/keepsake" });
 */
export function createMariadbStorage(options: MariadbStorageOptions): Storage {
  const database = new Database(options);
  const transactions: Transactions<MariadbTransaction> = new WeakMap();
  const copies = new VectorCopies(options.hotScopeBytes ?? DEFAULTS.hotScopeBytes);
  const truth = createTruth(database, transactions);
  const stores = createServerStores(database);
  const { tenants } = stores;
  return {
    truth,
    ...stores,
    health: createServerHealth({
      ...{ database, tenants, truth, transactions, dropUnusedModels },
      dimension: "length(vectors.numbers) / 4",
    }),
    vectors: createVectorIndex(database, copies),
    keywords: createKeywordIndex(database, keywordSearch),
    projection: createProjection(transactions),
    outbox: createIndexOutbox(database, indexReading),
    contents: createStoreContents(database),
    open: () => database.open(),
    async close() {
      await database.close();
      copies.clear();
    },
  };
}
