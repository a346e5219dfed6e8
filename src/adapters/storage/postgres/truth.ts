import type { Truth } from "../../../ports/index.js";
import { type Transactions, withStores } from "../relational/index.js";
import type { Database } from "./database.js";
import { PostgresTransaction } from "./transaction.js";
import type { VectorGraphs } from "./vector-graphs.js";

export function createTruth(
  database: Database,
  transactions: Transactions<PostgresTransaction>,
  graphs: VectorGraphs,
): Truth {
  return {
    open: () => database.open(),
    close: () => database.close(),
    read: (scope, work) =>
      database.read(scope, (connection, entered) =>
        withStores(transactions, new PostgresTransaction(connection, entered, scope, false), work),
      ),
    async write(scope, work) {
      const { result, growth, unused } = await database.write(scope, async (connection, entered) => {
        const transaction = new PostgresTransaction(connection, entered, scope, true);
        const result = await withStores(transactions, transaction, work);
        return { result, growth: transaction.growth, unused: transaction.unused };
      });
      for (const grown of growth) graphs.consider(grown);
      for (const model of unused) graphs.discard(model);
      return result;
    },
  };
}
