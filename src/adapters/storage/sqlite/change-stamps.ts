import type { ChangeStamps } from "../../../ports/index.js";
import type { Database } from "./database.js";

/*
 * What every kind of write leaves behind, each found by an index: a change of what is indexed raises the scope's index revision; a
 * memory's is in the write log or the audit log; recorded turns are in the journal until they are digested; an erased session is gone
 * from the list. Nothing is counted by walking rows but the journal's few.
 */
const STAMP = `SELECT s.id AS id, s.index_revision AS revision,
    (SELECT max(sequence) FROM memory_writes WHERE scope = s.id) AS writes,
    (SELECT max(sequence) FROM audit WHERE scope = s.id) AS audited,
    (SELECT max(sequence) FROM journal WHERE scope = s.id) AS appended,
    (SELECT count(*) FROM journal WHERE scope = s.id) AS waiting
  FROM tenants t JOIN scopes s ON s.tenant = t.id AND s.user = ?2 WHERE t.name = ?1`;

/** A stamp is a look at five figures of the scope, within one turn of the event loop; other processes' commits are in it. */
export function createChangeStamps(database: Database): ChangeStamps {
  return {
    async stampOf(scope) {
      const row = database.look((connection) => connection.get(STAMP, scope.tenant, scope.user));
      return row === undefined ? "never written" : JSON.stringify(row);
    },
  };
}
