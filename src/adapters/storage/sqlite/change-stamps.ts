import type { ChangeStamps } from "../../../ports/index.js";
import type { Database } from "./database.js";

/*
 * Every transaction that writes rows of the scope raises its number of changes; the journal's entries are also moved by the queue, which
 * belongs to no scope, so the few that wait are counted.
 */
const STAMP = `SELECT s.id AS id, s.changes AS changes, (SELECT max(sequence) FROM journal WHERE scope = s.id) AS appended,
    (SELECT count(*) FROM journal WHERE scope = s.id) AS waiting
  FROM tenants t JOIN scopes s ON s.tenant = t.id AND s.user = ?2 WHERE t.name = ?1`;

/** A stamp is a look at three figures of the scope, within one turn of the event loop; other processes' commits are in it. */
export function createChangeStamps(database: Database): ChangeStamps {
  return {
    async stampOf(scope) {
      const row = database.look((connection) => connection.get(STAMP, scope.tenant, scope.user));
      return row === undefined ? "never written" : JSON.stringify(row);
    },
  };
}
