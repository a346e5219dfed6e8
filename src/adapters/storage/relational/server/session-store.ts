import { lineOf } from "../../../../domain/index.js";
import type { SessionStore } from "../../../../ports/index.js";
import { jsonOf, type StateRow, toState } from "../state-row.js";
import { appendLine } from "./audit-log.js";
import type { ServerDatabase } from "./connection.js";
import { numbersOf, requireScope } from "./transaction.js";

export function createSessionStore(database: ServerDatabase): SessionStore {
  return {
    async put(scope, space, key, value, { now, ttlSeconds, line }) {
      const json = jsonOf(value);
      await database.write(scope, async (connection, entered) => {
        const numbers = await requireScope(connection, entered, scope, now);
        await connection.run(connection.sql.sweepStates, ...numbers, now);
        await connection.run(connection.sql.putState, ...numbers, space, key, json, now, now + ttlSeconds * 1000);
        await appendLine(connection, lineOf(scope, line));
      });
    },
    find: (scope, space, key, now) =>
      database.read(scope, async (connection, entered) => {
        const row = await connection.get<StateRow>(connection.sql.findState, ...numbersOf(entered), space, key, now);
        return row === undefined ? undefined : toState(row);
      }),
    list: (scope, space, now) =>
      database.read(scope, async (connection, entered) =>
        (await connection.all<StateRow>(connection.sql.listStates, ...numbersOf(entered), space, now)).map(toState),
      ),
    spaces: (scope, now) =>
      database.read(scope, async (connection, entered) => {
        const rows = await connection.all<{ space: string }>(connection.sql.listSpaces, ...numbersOf(entered), now);
        return rows.map(({ space }) => space);
      }),
    delete: (scope, space, key, line) =>
      database.write(scope, async (connection, entered) => {
        const deleted = await connection.run(connection.sql.deleteState, ...numbersOf(entered), space, key);
        await appendLine(connection, lineOf(scope, line));
        return deleted > 0;
      }),
    clear: (scope) =>
      database.write(scope, (connection, entered) => connection.run(connection.sql.clearStates, ...numbersOf(entered))),
  };
}
