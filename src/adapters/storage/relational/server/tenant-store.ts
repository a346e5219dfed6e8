import { BY_ID, type CursorKey, checkId } from "../../../../domain/index.js";
import type { TenantStore } from "../../../../ports/index.js";
import { appendLine } from "./audit-log.js";
import type { ServerDatabase } from "./connection.js";
import { pageOf } from "./paging.js";

interface Named {
  readonly id: string;
  readonly createdAt: number;
}

const IN_ORDER = { keyOf: (named: Named) => [named.id], keyParts: BY_ID } as const;
const same = (named: Named) => named;

export function createTenantStore(database: ServerDatabase): TenantStore {
  return {
    async ensure(tenant, at, line) {
      checkId(tenant, "tenant");
      await database.writeAcross(async (connection) => {
        await connection.run(connection.sql.ensureTenant, tenant, at);
        await appendLine(connection, line);
      });
    },
    list: (page) =>
      database.readAcross((connection) => {
        const fetch = (after: CursorKey | undefined, limit: number) =>
          connection.all<Named>(connection.sql.listTenants, after?.[0] ?? "", limit);
        return pageOf({ ...IN_ORDER, order: "tenants", owner: "", fetch }, page, same);
      }),
    listUsers: (tenant, page) =>
      database.readAcross((connection) => {
        const fetch = (after: CursorKey | undefined, limit: number) =>
          connection.all<Named>(connection.sql.listUsers, tenant, after?.[0] ?? "", limit);
        return pageOf({ ...IN_ORDER, order: "users", owner: tenant, fetch }, page, same);
      }),
  };
}
