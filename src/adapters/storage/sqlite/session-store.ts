import { lineOf, type Scope } from "../../../domain/index.js";
import type { SessionStore } from "../../../ports/index.js";
import { jsonOf, type StateRow, toState } from "../relational/index.js";
import { appendLine } from "./audit-log.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { SQL } from "./sql.js";
import { findScope, requireScope } from "./transaction.js";

export function createSessionStore(database: Database): SessionStore {
  /** Zero, for a scope that has nothing, when nothing was to be found anyway. */
  const within = <Result>(scope: Scope, work: (connection: Connection, id: number) => Result) =>
    database.look((connection) => work(connection, findScope(connection, scope) ?? 0));
  return {
    async put(scope, space, key, value, { now, ttlSeconds, line }) {
      const json = jsonOf(value);
      await database.write((connection) => {
        const id = requireScope(connection, scope, now);
        connection.run(SQL.sweepStates, id, now);
        connection.run(SQL.putState, id, space, key, json, now, now + ttlSeconds * 1000);
        appendLine(connection, lineOf(scope, line));
      });
    },
    async find(scope, space, key, now) {
      const row = within(scope, (connection, id) => connection.get<StateRow>(SQL.findState, id, space, key, now));
      return row === undefined ? undefined : toState(row);
    },
    async list(scope, space, now) {
      return within(scope, (connection, id) => connection.all<StateRow>(SQL.listStates, id, space, now)).map(toState);
    },
    async spaces(scope, now) {
      const rows = within(scope, (connection, id) =>
        connection.all<{ readonly space: string }>(SQL.listSpaces, id, now),
      );
      return rows.map(({ space }) => space);
    },
    async delete(scope, space, key, line) {
      return database.write((connection) => {
        const deleted = connection.run(SQL.deleteState, findScope(connection, scope) ?? 0, space, key) > 0;
        if (deleted) connection.run(SQL.noteErasure);
        appendLine(connection, lineOf(scope, line));
        return deleted;
      });
    },
    async clear(scope) {
      return database.write((connection) => {
        const cleared = connection.run(SQL.clearStates, findScope(connection, scope) ?? 0);
        if (cleared > 0) connection.run(SQL.noteErasure);
        return cleared;
      });
    },
  };
}
