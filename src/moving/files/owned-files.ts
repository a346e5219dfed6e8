import { KeepsakeError, makeScope, readAll, type Scope, scopeKey } from "../../domain/index.js";
import type { BlobOccupants, BlobStore, ContentsView, StoredBlob } from "../../ports/index.js";
import { digest, findReadable, sessionOfKey, UNREADABLE } from "../../sessions/index.js";
import { pagesOf } from "../table-sum.js";
import { entryOf, type FileEntry, type FilePlace } from "./file-sum.js";

/** A user with conversations, and the digests that stand for these in keys. */
export interface Owner {
  readonly scope: Scope;
  readonly sessions: ReadonlySet<string>;
}

/** Every user of a look at the store who has a conversation, in the order of names: a file belongs to one, or to nothing. */
export async function* ownersIn(view: ContentsView): AsyncGenerator<Owner> {
  let tenant = "";
  let user = "";
  let sessions = new Set<string>();
  for await (const rows of pagesOf((...asked) => view.page(...asked), "sessions")) {
    for (const [rowTenant, rowUser, id] of rows) {
      if (rowTenant !== tenant || rowUser !== user) {
        if (sessions.size > 0) yield { scope: makeScope(tenant, user), sessions };
        [tenant, user, sessions] = [String(rowTenant), String(rowUser), new Set()];
      }
      sessions.add(digest(String(id)));
    }
  }
  if (sessions.size > 0) yield { scope: makeScope(tenant, user), sessions };
}

/** Users of a look who have no conversation: what lies anywhere of theirs belongs to nothing. */
export async function* withoutConversation(view: ContentsView): AsyncGenerator<Scope> {
  const owners = ownersIn(view);
  let next = await owners.next();
  for await (const rows of pagesOf((...asked) => view.page(...asked), "users")) {
    for (const [tenant, user] of rows) {
      const scope = makeScope(String(tenant), String(user));
      // both come in the order of keys
      if (next.done !== true && scopeKey(next.value.scope) === scopeKey(scope)) next = await owners.next();
      else yield scope;
    }
  }
}

/** Asks each tenant's once: users come tenant by tenant. */
export class Occupied {
  readonly #store: BlobStore;
  #tenant: string | undefined;
  #held: BlobOccupants = { size: 0, has: () => false };

  constructor(store: BlobStore) {
    this.#store = store;
  }

  async holds({ tenant, user }: Scope): Promise<boolean> {
    if (this.#tenant !== tenant) {
      this.#held = await this.#store.occupants(tenant);
      this.#tenant = tenant;
    }
    return this.#held.has(user);
  }
}

export interface OwnedKeys extends Owner {
  /** All that lies there of the user, also what belongs to no conversation of this look. In their order. */
  readonly keys: readonly string[];
}

/** Users of a look who have anything in the place. */
export async function* heldIn(view: ContentsView, store: BlobStore): AsyncGenerator<OwnedKeys> {
  const occupied = new Occupied(store);
  for await (const owner of ownersIn(view)) {
    if (!(await occupied.holds(owner.scope))) continue;
    yield { ...owner, keys: await allKeys(store, owner.scope) };
  }
}

export function allKeys(store: BlobStore, scope: Scope): Promise<readonly string[]> {
  return readAll((page) => store.list(scope, "", page));
}

export const isOwned = (key: string, { sessions }: Owner): boolean => sessions.has(sessionOfKey(key));

export const DAMAGED = "damaged";

/** What lies there; undefined: nothing does. @throws UNAVAILABLE, CONFIG_INVALID: all files are alike in it */
export async function readFile(
  store: BlobStore,
  { tenant, user, key }: FilePlace,
): Promise<{ readonly entry: FileEntry; readonly blob: StoredBlob } | typeof DAMAGED | undefined> {
  try {
    const blob = await store.find(makeScope(tenant, user), key);
    return blob === undefined ? undefined : { entry: entryOf({ tenant, user, key }, blob), blob };
  } catch (thrown) {
    if (thrown instanceof KeepsakeError && thrown.code === "STORE_CORRUPT") return DAMAGED;
    throw thrown;
  }
}

/** How many files, and their bytes as far as these can be told without reading. */
export interface CountedFiles {
  readonly files: number;
  readonly bytes: number;
  /** Not even what they are can be read. */
  readonly damaged: number;
}

/** So many are asked for what they are at a time. */
const AT_ONCE = 8;

/** Counts what belongs to the conversations of a look. Reads no file. */
export async function countFiles(view: ContentsView, store: BlobStore): Promise<CountedFiles> {
  let [files, bytes, damaged] = [0, 0, 0];
  for await (const { keys, ...owner } of heldIn(view, store)) {
    const own = keys.filter((key) => isOwned(key, owner));
    for (let at = 0; at < own.length; at += AT_ONCE) {
      const asked = own.slice(at, at + AT_ONCE).map((key) => findReadable(store, owner.scope, key));
      for (const found of await Promise.all(asked)) {
        if (found === undefined) continue;
        files += 1;
        if (found === UNREADABLE) damaged += 1;
        else bytes += found.bytes;
      }
    }
  }
  return { files, bytes, damaged };
}
