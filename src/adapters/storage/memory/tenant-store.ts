import { BY_ID, checkId } from "../../../domain/index.js";
import type { TenantStore } from "../../../ports/index.js";
import { pageOf } from "./paging.js";
import type { Store } from "./store.js";

interface Named {
  readonly id: string;
  readonly createdAt: number;
}

const IN_ORDER = { keyOf: (named: Named) => [named.id], keyParts: BY_ID, directions: ["ascending"] as const };

export function createTenantStore(store: Store): TenantStore {
  return {
    ensure: (tenant, at, line) =>
      store.serialise(async () => {
        checkId(tenant, "tenant");
        // the line may be the first of the tenant that is made
        if (line !== undefined && line.tenant !== tenant) store.requireTenant(line.tenant);
        if (!store.tenants.has(tenant)) store.tenants.set(tenant, at);
        store.appendLine(line);
      }),
    async list(page) {
      store.requireOpen();
      const tenants = [...store.tenants].map(([id, createdAt]) => ({ id, createdAt }));
      return pageOf(tenants, { ...IN_ORDER, order: "tenants", owner: "" }, page);
    },
    async listUsers(tenant, page) {
      store.requireOpen();
      const users = [...store.allScopes()].flatMap(({ scope, state }) => {
        const user = state.user.get("user");
        return user !== undefined && scope.tenant === tenant
          ? [{ id: scope.user as string, createdAt: user.createdAt }]
          : [];
      });
      return pageOf(users, { ...IN_ORDER, order: "users", owner: tenant }, page);
    },
  };
}
