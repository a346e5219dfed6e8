import type { ChangeStamps } from "../../../../ports/index.js";
import type { ServerDatabase } from "./connection.js";
import { numbersOf } from "./transaction.js";

/**
 * Every transaction that writes rows of the scope raises its number of changes; the journal's entries are also moved by the queue, which
 * belongs to no scope, so the few that wait are counted.
 */
export function createChangeStamps(database: ServerDatabase): ChangeStamps {
  return {
    stampOf: (scope) =>
      database.read(scope, async (connection, entered) => {
        const row = await connection.get(connection.sql.stamp, ...numbersOf(entered));
        return row === undefined ? "never written" : JSON.stringify(row);
      }),
  };
}
