import { makeScope, pagesOf, type Scope } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";

/** Everyone of whom anything is stored, tenant by tenant, without being held. */
export async function* eachScope({ storage: { tenants } }: Pick<EngineParts, "storage">): AsyncGenerator<Scope, void> {
  for await (const page of pagesOf((request) => tenants.list(request))) {
    for (const { id: tenant } of page) {
      for await (const users of pagesOf((request) => tenants.listUsers(tenant, request))) {
        for (const { id } of users) yield makeScope(tenant, id);
      }
    }
  }
}
