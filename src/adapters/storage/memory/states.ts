import { type Scope, scopeKey } from "../../../domain/index.js";
import type { StateEntry } from "../../../ports/index.js";

/** The value as JSON. */
export type StoredState = Omit<StateEntry, "value"> & { readonly json: string };

type Spaces = Map<string, Map<string, StoredState>>;

/** Working memory of all scopes, by space, then key. It is none of a scope's state: whoever remembers answers need not hear of it. */
export class States {
  readonly #scopes = new Map<string, Spaces>();

  spacesOf(scope: Scope): ReadonlyMap<string, ReadonlyMap<string, StoredState>> {
    return this.#scopes.get(scopeKey(scope)) ?? new Map();
  }

  put(scope: Scope, space: string, entry: StoredState): void {
    const spaces: Spaces = this.#scopes.get(scopeKey(scope)) ?? new Map();
    this.#scopes.set(scopeKey(scope), spaces);
    const entries = spaces.get(space) ?? new Map();
    spaces.set(space, entries);
    entries.set(entry.key, entry);
  }

  remove(scope: Scope, space: string, key: string): boolean {
    return this.#scopes.get(scopeKey(scope))?.get(space)?.delete(key) ?? false;
  }

  clear(scope: Scope): number {
    const cleared = [...this.spacesOf(scope).values()].reduce((sum, entries) => sum + entries.size, 0);
    this.#scopes.delete(scopeKey(scope));
    return cleared;
  }
}
