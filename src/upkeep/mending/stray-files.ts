import { eachScope, readAll, type Scope, type SessionId, type TurnId } from "../../domain/index.js";
import type { BlobOccupants, BlobStore, EngineParts, TruthTransaction } from "../../ports/index.js";
import { digest, findReadable, isBlobsEntry, sessionOfKey, UNREADABLE } from "../../sessions/index.js";

export interface StrayReport {
  /** Files of users whom the store knows that belong to none of their conversations, or came with a turn that is gone. */
  readonly files: number;
  /** Folders in the place of whom the store knows nothing: another store's perhaps. They are never touched. */
  readonly strangers: number;
}

/** What refers to a user's files at one instant. */
interface Referring {
  readonly sessions: ReadonlySet<string>;
  /** By digest: conversations whose files are to be brought in line anyway. */
  readonly awaited: ReadonlySet<string>;
  hasTurn(id: TurnId): Promise<boolean>;
}

async function referringIn({ turns, journal }: TruthTransaction): Promise<Referring> {
  const sessions = await readAll((page) => turns.listSessions(page));
  const entries = (await readAll((page) => journal.list(page))).filter(({ state }) => state !== "dead");
  const sessionsOf = (ids: readonly SessionId[]): ReadonlySet<string> => new Set(ids.map(digest));
  return {
    sessions: sessionsOf(sessions.map(({ id }) => id)),
    awaited: sessionsOf(entries.filter(isBlobsEntry).map(({ task }) => task.sessionId)),
    hasTurn: async (id) => (await turns.find(id)) !== undefined,
  };
}

/** The turns that files came with; what cannot be read belongs to its conversation. */
async function turnsOf(store: BlobStore, scope: Scope, keys: readonly string[]): Promise<ReadonlyMap<string, TurnId>> {
  const found = new Map<string, TurnId>();
  for (const key of keys) {
    const told = await findReadable(store, scope, key);
    const turnId = told === UNREADABLE ? undefined : told?.facts.turnId;
    if (turnId !== undefined) found.set(key, turnId as TurnId);
  }
  return found;
}

/**
 * What lies there and nothing refers to. The place is listed before the store is read: a file is put only once its conversation is there, so
 * that one whose conversation is not there afterwards has lost it.
 */
async function straysOf({ storage }: EngineParts, store: BlobStore, scope: Scope): Promise<readonly string[]> {
  const keys = await readAll((page) => store.list(scope, "", page));
  const turns = await turnsOf(store, scope, keys);
  return storage.truth.read(scope, async (transaction) => {
    const { sessions, awaited, hasTurn } = await referringIn(transaction);
    const strays: string[] = [];
    for (const key of keys) {
      const session = sessionOfKey(key);
      if (awaited.has(session)) continue;
      const turnId = turns.get(key);
      if (!sessions.has(session) || (turnId !== undefined && !(await hasTurn(turnId)))) strays.push(key);
    }
    return strays;
  });
}

/**
 * Files that nothing refers to: of a process that was killed before it could say that it put one, where even what it had announced is lost.
 * @param removes for good, with every earlier version
 */
export async function strayFiles(parts: EngineParts, { removes }: { readonly removes: boolean }): Promise<StrayReport> {
  const { blobs, storage } = parts;
  if (blobs === undefined) return { files: 0, strangers: 0 };
  const { store } = blobs;
  let [files, strangers] = [0, 0];
  const tenants = (await readAll((page) => storage.tenants.list(page))).map(({ id }) => id);
  const held = new Map<string, BlobOccupants>();
  // one after the other: thousands at once would wait for a free connection longer than a call may take
  for (const id of tenants) held.set(id, await store.occupants(id));
  const known = new Map<string, number>();
  for await (const scope of eachScope(storage.tenants)) {
    if (held.get(scope.tenant)?.has(scope.user) !== true) continue;
    known.set(scope.tenant, (known.get(scope.tenant) ?? 0) + 1);
    const strays = await straysOf(parts, store, scope);
    files += strays.length;
    if (removes && strays.length > 0) await store.remove(scope, strays);
  }
  for (const [tenant, { size }] of held) strangers += Math.max(0, size - (known.get(tenant) ?? 0));
  return { files, strangers };
}
