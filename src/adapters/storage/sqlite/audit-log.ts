import { type AuditEvent, BY_NUMBER, type ChangeLine, scopeKey } from "../../../domain/index.js";
import type { AuditLog, AuditStore } from "../../../ports/index.js";
import {
  type AuditHead,
  type AuditRow,
  chainLine,
  type Listing,
  pageOf,
  toEvent,
  toRecord,
} from "../relational/index.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { SQL } from "./sql.js";
import { requireTenant, type SqliteTransaction } from "./transaction.js";

/** Adds lines to the end of the tenant's chain, in the order given. */
function appendLines(connection: Connection, tenant: string, events: readonly AuditEvent[]): void {
  const id = requireTenant(connection, tenant);
  let head = connection.get<AuditHead>(SQL.auditHead, id) ?? { position: 0, hash: "" };
  for (const event of events) {
    const line = chainLine(tenant, head, event);
    connection.run(SQL.appendAudit, id, ...line.columns);
    head = line.head;
  }
}

/** The line of a change that is no transaction of the truth; within the change's own. */
export function appendLine(connection: Connection, line: ChangeLine | undefined): void {
  if (line !== undefined) appendLines(connection, line.tenant, [line.event]);
}

const newestFirst = (owner: string, fetch: Listing<AuditRow>["fetch"]): Listing<AuditRow> => ({
  ...{ order: "audit", owner, keyOf: (row) => [row.position], keyParts: BY_NUMBER, fetch },
});

export function createAuditStore(transaction: SqliteTransaction): AuditStore {
  const { tenant, user } = transaction.scope;
  return {
    async append(event) {
      appendLines(transaction.telling(), tenant, [{ ...event, user }]);
    },
    async list(page) {
      const fetch: Listing<AuditRow>["fetch"] = (after, limit) =>
        transaction.reading().all(SQL.listAuditOfUser, tenant, user, after?.[0] ?? Number.MAX_SAFE_INTEGER, limit);
      return pageOf(newestFirst(scopeKey(transaction.scope), fetch), page, toEvent);
    },
  };
}

export function createAuditLog(database: Database): AuditLog {
  return {
    async append(tenant, events) {
      await database.write((connection) => appendLines(connection, tenant, events));
    },
    async list(tenant, filter, page) {
      const { user, actor, action, outcome, from, to } = filter;
      const conditions = [user, actor, action, outcome, from, to].map((value) => value ?? null);
      return database.look((connection) => {
        const fetch: Listing<AuditRow>["fetch"] = (after, limit) =>
          connection.all(SQL.listAudit, tenant, after?.[0] ?? Number.MAX_SAFE_INTEGER, ...conditions, limit);
        return pageOf(newestFirst(JSON.stringify([tenant, ...conditions]), fetch), page, toRecord);
      });
    },
    async chain(tenant, page) {
      return database.look((connection) => {
        const fetch: Listing<AuditRow>["fetch"] = (after, limit) =>
          connection.all(SQL.chainAudit, tenant, after?.[0] ?? 0, limit);
        const listing = {
          order: "audit-chain",
          owner: tenant,
          keyOf: (row: AuditRow) => [row.position],
          keyParts: BY_NUMBER,
        };
        return pageOf({ ...listing, fetch }, page, toRecord);
      });
    },
  };
}
