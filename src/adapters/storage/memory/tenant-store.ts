import { checkId } from "../../../domain/index.js";
import type { TenantStore } from "../../../ports/index.js";
import { pageOf } from "./paging.js";
import type { Store } from "./store.js";

interface Named {
  readonly id: string;
  readonly createdAt: number;
}

const BY_ID = { keyOf: (named: Named) => [named.id], directions: ["ascending"] as const };

export function createTenantStore(store: Store): TenantStore {
  return {
    ensure: (tenant, at) =>
      store.serialise(async () => {
        checkId(tenant, "tenant");
        if (!store.tenants.has(tenant)) store.tenants.set(tenant, at);
      }),
    async list(page) {
      store.requireOpen();
      const tenants = [...store.tenants].map(([id, createdAt]) => ({ id, createdAt }));
      return pageOf(tenants, { ...BY_ID, order: "tenants", owner: "" }, page);
    },
    async listUsers(tenant, page) {
      store.requireOpen();
      const users = [...store.allScopes()].flatMap(({ scope, state }) => {
        const user = state.user.get("user");
        return user !== undefined && scope.tenant === tenant
          ? [{ id: scope.user as string, createdAt: user.createdAt }]
          : [];
      });
      return pageOf(users, { ...BY_ID, order: "users", owner: tenant }, page);
    },
  };
}
