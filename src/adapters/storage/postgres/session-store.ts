import { KeepsakeError } from "../../../domain/index.js";
import type { SessionStore, StateEntry } from "../../../ports/index.js";
import type { Database } from "./database.js";
import { SQL } from "./sql.js";
import { numbersOf, requireScope } from "./transaction.js";

interface StateRow {
  readonly key: string;
  readonly value: string;
  readonly updatedAt: number;
  readonly expiresAt: number;
}

const toState = (row: StateRow): StateEntry => ({ ...row, value: JSON.parse(row.value) });

function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  if (json === undefined) throw new KeepsakeError("INVALID_INPUT", "the value has no JSON form", { field: "value" });
  return json;
}

export function createSessionStore(database: Database): SessionStore {
  return {
    async put(scope, space, key, value, { now, ttlSeconds }) {
      const json = jsonOf(value);
      await database.write(scope, async (connection, entered) => {
        const numbers = await requireScope(connection, entered, scope, now);
        await connection.run(SQL.sweepStates, ...numbers, now);
        await connection.run(SQL.putState, ...numbers, space, key, json, now, now + ttlSeconds * 1000);
      });
    },
    find: (scope, space, key, now) =>
      database.read(scope, async (connection, entered) => {
        const row = await connection.get<StateRow>(SQL.findState, ...numbersOf(entered), space, key, now);
        return row === undefined ? undefined : toState(row);
      }),
    list: (scope, space, now) =>
      database.read(scope, async (connection, entered) =>
        (await connection.all<StateRow>(SQL.listStates, ...numbersOf(entered), space, now)).map(toState),
      ),
    spaces: (scope, now) =>
      database.read(scope, async (connection, entered) => {
        const rows = await connection.all<{ space: string }>(SQL.listSpaces, ...numbersOf(entered), now);
        return rows.map(({ space }) => space);
      }),
    delete: (scope, space, key) =>
      database.write(
        scope,
        async (connection, entered) => (await connection.run(SQL.deleteState, ...numbersOf(entered), space, key)) > 0,
      ),
    clear: (scope) =>
      database.write(scope, (connection, entered) => connection.run(SQL.clearStates, ...numbersOf(entered))),
  };
}
