import { BY_ID, checkId } from "../../../domain/index.js";
import type { TenantStore } from "../../../ports/index.js";
import { pageOf } from "../relational/index.js";
import { appendLine } from "./audit-log.js";
import type { Database } from "./database.js";
import { SQL } from "./sql.js";

interface Named {
  readonly id: string;
  readonly createdAt: number;
}

const IN_ORDER = { keyOf: (named: Named) => [named.id], keyParts: BY_ID } as const;
const same = (named: Named) => named;

export function createTenantStore(database: Database): TenantStore {
  return {
    async ensure(tenant, at, line) {
      checkId(tenant, "tenant");
      await database.write((connection) => {
        connection.run(SQL.ensureTenant, tenant, at);
        appendLine(connection, line);
      });
    },
    async list(page) {
      return database.look((connection) => {
        const fetch = (after: readonly (string | number)[] | undefined, limit: number) =>
          connection.all<Named>(SQL.listTenants, after?.[0] ?? "", limit);
        return pageOf({ ...IN_ORDER, order: "tenants", owner: "", fetch }, page, same);
      });
    },
    async listUsers(tenant, page) {
      return database.look((connection) => {
        const fetch = (after: readonly (string | number)[] | undefined, limit: number) =>
          connection.all<Named>(SQL.listUsers, tenant, after?.[0] ?? "", limit);
        return pageOf({ ...IN_ORDER, order: "users", owner: tenant, fetch }, page, same);
      });
    },
  };
}
