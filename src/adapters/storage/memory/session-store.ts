import { compareCodePoints, KeepsakeError, lineOf, type Scope } from "../../../domain/index.js";
import type { SessionStore, StateEntry, StateStore } from "../../../ports/index.js";
import type { Draft } from "./state.js";
import type { StoredState } from "./states.js";
import type { Store } from "./store.js";

function jsonOf(value: unknown): string {
  const json = JSON.stringify(value);
  if (json === undefined) throw new KeepsakeError("INVALID_INPUT", "the value has no JSON form", { field: "value" });
  return json;
}

/** As a copy, so that no caller holds a part of it. */
function read({ json, ...entry }: StoredState): StateEntry {
  return { ...entry, value: JSON.parse(json) };
}

function inOrder(entries: Iterable<StoredState>): readonly StateEntry[] {
  return [...entries].sort((a, b) => compareCodePoints(a.key, b.key)).map(read);
}

export function createSessionStore(store: Store): SessionStore {
  const spaceOf = (scope: Scope, space: string) => {
    store.requireOpen();
    return store.states.spacesOf(scope).get(space);
  };
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
        store.states.put(scope, space, { key, json, updatedAt: now, expiresAt: now + ttlSeconds * 1000 });
      }),
    async find(scope, space, key, now) {
      const entry = spaceOf(scope, space)?.get(key);
      return entry === undefined || entry.expiresAt <= now ? undefined : read(entry);
    },
    async list(scope, space, now) {
      return inOrder([...(spaceOf(scope, space)?.values() ?? [])].filter((entry) => entry.expiresAt > now));
    },
    async spaces(scope, now) {
      store.requireOpen();
      return [...store.states.spacesOf(scope)]
        .filter(([, entries]) => [...entries.values()].some((entry) => entry.expiresAt > now))
        .map(([space]) => space)
        .sort(compareCodePoints);
    },
    delete: (scope, space, key, line) =>
      store.serialise(async () => {
        store.appendLine(lineOf(scope, line));
        return store.states.remove(scope, space, key);
      }),
    async clear(scope) {
      store.requireOpen();
      return store.states.clear(scope);
    },
  };
}

/** What a transaction removes is gone for it at once, and for all others when it commits. */
export function createStateStore(draft: Draft, store: Store): StateStore {
  const left = (space: string): readonly StoredState[] =>
    [...(store.states.spacesOf(draft.scope).get(space)?.values() ?? [])].filter(
      ({ key }) => !draft.dropsState(space, key),
    );
  const spaces = (): readonly string[] =>
    [...store.states.spacesOf(draft.scope).keys()].filter((space) => left(space).length > 0).sort(compareCodePoints);
  const remove = (entries: readonly { readonly space: string; readonly key: string }[]): number => {
    draft.requireWrite();
    const there = entries.filter(({ space, key }) => left(space).some((entry) => entry.key === key));
    for (const { space, key } of there) draft.dropState(space, key);
    return there.length;
  };
  return {
    spaces: async () => spaces(),
    list: async (space) => inOrder(left(space)),
    remove: async (entries) => remove(entries),
    clear: async () => remove(spaces().flatMap((space) => left(space).map(({ key }) => ({ space, key })))),
  };
}
