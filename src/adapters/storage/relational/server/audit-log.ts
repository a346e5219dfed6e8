import { type AuditEvent, BY_NUMBER, type ChangeLine, type CursorKey, scopeKey } from "../../../../domain/index.js";
import type { AuditLog, AuditStore } from "../../../../ports/index.js";
import { type AuditHead, type AuditRow, chainLine, toEvent, toRecord } from "../audit-row.js";
import type { ServerConnection, ServerDatabase } from "./connection.js";
import { type Listing, pageOf } from "./paging.js";
import { requireTenant, type ServerTransaction } from "./transaction.js";

/** Adds lines to the end of the tenant's chain, in the order given; other appenders of the tenant wait until the commit. */
async function appendLines(
  connection: ServerConnection,
  tenant: string,
  number: number,
  events: readonly AuditEvent[],
): Promise<void> {
  const [, found] = await Promise.all([
    connection.run(connection.sql.beginChain, number),
    connection.get<AuditHead>(connection.sql.holdAuditHead, number),
  ]);
  let head: AuditHead = found ?? { position: 0, hash: "" };
  for (const event of events) {
    const line = chainLine(tenant, head, event);
    await connection.run(connection.sql.appendAudit, number, ...line.columns);
    head = line.head;
  }
  await connection.run(connection.sql.moveAuditHead, number, head.position, head.hash);
}

/** The line of a change that is no transaction of the truth; within the change's own. */
export async function appendLine(connection: ServerConnection, line: ChangeLine | undefined): Promise<void> {
  if (line === undefined) return;
  await appendLines(connection, line.tenant, await requireTenant(connection, line.tenant), [line.event]);
}

const newestFirst = (owner: string, fetch: Listing<AuditRow>["fetch"]): Listing<AuditRow> => ({
  ...{ order: "audit", owner, keyOf: (row) => [row.position], keyParts: BY_NUMBER, fetch },
});
const before = (after: CursorKey | undefined) => after?.[0] ?? Number.MAX_SAFE_INTEGER;

export function createAuditStore(transaction: ServerTransaction): AuditStore {
  const { tenant, user } = transaction.scope;
  return {
    async append(event) {
      await appendLines(transaction.telling(), tenant, transaction.tenant, [{ ...event, user }]);
    },
    async list(page) {
      const [number] = transaction.numbers;
      const fetch: Listing<AuditRow>["fetch"] = (after, limit) =>
        transaction.reading().all(transaction.sql.listAuditOfUser, number, user, before(after), limit);
      return pageOf(newestFirst(scopeKey(transaction.scope), fetch), page, toEvent);
    },
  };
}

export function createAuditLog(database: ServerDatabase): AuditLog {
  return {
    append: (tenant, events) =>
      database.writeAcross(async (connection) =>
        appendLines(connection, tenant, await requireTenant(connection, tenant), events),
      ),
    list(tenant, filter, page) {
      const { user, actor, action, outcome, from, to } = filter;
      const conditions = [user, actor, action, outcome, from, to].map((value) => value ?? null);
      return database.readAcross((connection) => {
        const fetch: Listing<AuditRow>["fetch"] = (after, limit) =>
          connection.all(connection.sql.listAudit, tenant, before(after), ...conditions, limit);
        return pageOf(newestFirst(JSON.stringify([tenant, ...conditions]), fetch), page, toRecord);
      });
    },
    chain: (tenant, page) =>
      database.readAcross((connection) => {
        const fetch: Listing<AuditRow>["fetch"] = (after, limit) =>
          connection.all(connection.sql.chainAudit, tenant, after?.[0] ?? 0, limit);
        const keyOf = (row: AuditRow) => [row.position];
        return pageOf({ order: "audit-chain", owner: tenant, keyOf, keyParts: BY_NUMBER, fetch }, page, toRecord);
      }),
  };
}
