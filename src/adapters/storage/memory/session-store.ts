import { compareCodePoints, KeepsakeError, lineOf, type Scope, scopeKey } from "../../../domain/index.js";
import type { SessionStore, StateEntry } from "../../../ports/index.js";
import type { Store } from "./store.js";

function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  if (json === undefined) throw new KeepsakeError("INVALID_INPUT", "the value has no JSON form", { field: "value" });
  return json;
}

export function createSessionStore(store: Store): SessionStore {
  /** By scope, then space, then key; the value as JSON, so that no caller holds a part of it. */
  const scopes = new Map<string, Map<string, Map<string, Omit<StateEntry, "value"> & { readonly json: string }>>>();
  const spaceOf = (scope: Scope, space: string) => {
    store.requireOpen();
    return scopes.get(scopeKey(scope))?.get(space);
  };
  const read = ({ json, ...entry }: Omit<StateEntry, "value"> & { readonly json: string }): StateEntry => ({
    ...entry,
    value: JSON.parse(json),
  });
  return {
    put: (scope, space, key, value, { now, ttlSeconds, line }) =>
      store.serialise(async () => {
        const json = jsonOf(value);
        store.requireTenant(scope.tenant);
        store.appendLine(lineOf(scope, line));
        if (store.stateOf(scope).user.size === 0) {
          const draft = store.draft(scope, true);
          draft.edit("sessions", now);
          store.replace(scope, draft.finish() ?? store.stateOf(scope));
        }
        const spaces = scopes.get(scopeKey(scope)) ?? new Map();
        scopes.set(scopeKey(scope), spaces);
        const entries = spaces.get(space) ?? new Map();
        spaces.set(space, entries);
        entries.set(key, { key, json, updatedAt: now, expiresAt: now + ttlSeconds * 1000 });
      }),
    async find(scope, space, key, now) {
      const entry = spaceOf(scope, space)?.get(key);
      return entry === undefined || entry.expiresAt <= now ? undefined : read(entry);
    },
    async list(scope, space, now) {
      return [...(spaceOf(scope, space)?.values() ?? [])]
        .filter((entry) => entry.expiresAt > now)
        .sort((a, b) => compareCodePoints(a.key, b.key))
        .map(read);
    },
    async spaces(scope, now) {
      store.requireOpen();
      return [...(scopes.get(scopeKey(scope))?.entries() ?? [])]
        .filter(([, entries]) => [...entries.values()].some((entry) => entry.expiresAt > now))
        .map(([space]) => space)
        .sort(compareCodePoints);
    },
    delete: (scope, space, key, line) =>
      store.serialise(async () => {
        store.appendLine(lineOf(scope, line));
        return spaceOf(scope, space)?.delete(key) ?? false;
      }),
    async clear(scope) {
      store.requireOpen();
      const spaces = scopes.get(scopeKey(scope));
      scopes.delete(scopeKey(scope));
      return [...(spaces?.values() ?? [])].reduce((sum, entries) => sum + entries.size, 0);
    },
  };
}
