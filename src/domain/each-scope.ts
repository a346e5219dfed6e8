import { type Page, type PageRequest, pagesOf } from "./page.js";
import { makeScope, type Scope } from "./scope.js";

/** Tenants, and the users of one, by pages: what the port of tenants offers. */
interface Tenants {
  list(page: PageRequest): Promise<Page<{ readonly id: string }>>;
  listUsers(tenant: string, page: PageRequest): Promise<Page<{ readonly id: string }>>;
}

/** Everyone of whom anything is stored, tenant by tenant, without being held. */
export async function* eachScope(tenants: Tenants): AsyncGenerator<Scope, void> {
  for await (const page of pagesOf((request) => tenants.list(request))) {
    for (const { id: tenant } of page) {
      for await (const users of pagesOf((request) => tenants.listUsers(tenant, request))) {
        for (const { id } of users) yield makeScope(tenant, id);
      }
    }
  }
}
