import type { Truth } from "../../../ports/index.js";
import { ServerTransaction, type Transactions, withStores } from "../relational/index.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";

export type MariadbTransaction = ServerTransaction<Connection>;

export function createTruth(database: Database, transactions: Transactions<MariadbTransaction>): Truth {
  return {
    open: () => database.open(),
    close: () => database.close(),
    read: (scope, work) =>
      database.read(scope, (connection, entered) =>
        withStores(transactions, new ServerTransaction(connection, entered, scope, false), work),
      ),
    write: (scope, work) =>
      database.write(scope, (connection, entered) =>
        withStores(transactions, new ServerTransaction(connection, entered, scope, true), work),
      ),
  };
}
