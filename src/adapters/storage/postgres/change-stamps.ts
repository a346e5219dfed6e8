import type { ChangeStamps } from "../../../ports/index.js";
import type { Database } from "./database.js";
import { SQL } from "./sql.js";
import { numbersOf } from "./transaction.js";

/**
 * Every transaction that writes rows of the scope raises its number of changes; the journal's entries are also moved by the queue, which
 * belongs to no scope, so the few that wait are counted.
 */
export function createChangeStamps(database: Database): ChangeStamps {
  return {
    stampOf: (scope) =>
      database.read(scope, async (connection, entered) => {
        const row = await connection.get(SQL.stamp, ...numbersOf(entered));
        return row === undefined ? "never written" : JSON.stringify(row);
      }),
  };
}
