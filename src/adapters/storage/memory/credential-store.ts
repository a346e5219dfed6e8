import { type ApiKey, BY_NUMBER_AND_ID, KeepsakeError } from "../../../domain/index.js";
import type { ApiKeyPatch, CredentialStore } from "../../../ports/index.js";
import { pageOf } from "./paging.js";
import type { Store } from "./store.js";

const isLive = (key: ApiKey): boolean => key.revokedAt === undefined && key.replacedBy === undefined;

function insert(keys: Map<string, ApiKey>, key: ApiKey): void {
  const named = (other: ApiKey) => other.tenant === key.tenant && other.name === key.name && isLive(other);
  if (keys.has(key.id) || (isLive(key) && [...keys.values()].some(named))) {
    const taken = `the tenant has a live key named ${JSON.stringify(key.name)} already`;
    throw new KeepsakeError("CONFLICT", taken, { field: "name" });
  }
  keys.set(key.id, key);
}

function changed(keys: ReadonlyMap<string, ApiKey>, tenant: string, id: string, patch: ApiKeyPatch): ApiKey {
  const key = keys.get(id);
  if (key?.tenant !== tenant) {
    throw new KeepsakeError("NOT_FOUND", `there is no API key ${JSON.stringify(id)}`, { field: "id" });
  }
  return { ...key, ...patch, ...(key.revokedAt !== undefined && { revokedAt: key.revokedAt }) };
}

export function createCredentialStore(store: Store): CredentialStore {
  const { keys } = store;
  return {
    insert: (key, line) =>
      store.serialise(async () => {
        store.requireTenant(key.tenant);
        const after = new Map(keys);
        insert(after, key);
        store.appendLine(line);
        keys.set(key.id, key);
      }),
    async find(id) {
      store.requireOpen();
      return keys.get(id);
    },
    async list(tenant, page) {
      store.requireOpen();
      const own = [...keys.values()].filter((key) => key.tenant === tenant);
      const keyOf = (key: ApiKey) => [key.createdAt, key.id];
      return pageOf(
        own,
        { order: "api-keys", owner: tenant, keyOf, keyParts: BY_NUMBER_AND_ID, directions: ["ascending", "ascending"] },
        page,
      );
    },
    update: (tenant, id, patch, line) =>
      store.serialise(async () => {
        const key = changed(keys, tenant, id, patch);
        store.appendLine(line);
        keys.set(id, key);
        return key;
      }),
    replace: (tenant, id, next, expiresAt, line) =>
      store.serialise(async () => {
        store.requireTenant(next.tenant);
        const end = Math.min(keys.get(id)?.expiresAt ?? expiresAt, expiresAt);
        const after = new Map(keys).set(id, changed(keys, tenant, id, { replacedBy: next.id, expiresAt: end }));
        insert(after, next);
        store.appendLine(line);
        for (const [name, key] of after) keys.set(name, key);
        return next;
      }),
  };
}
