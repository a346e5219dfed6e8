import { eachScope, type ItemId, pagesOf, type Scope } from "../../domain/index.js";
import { servedParts } from "../../embedding/index.js";
import type { EngineParts, IndexChange, TruthTransaction } from "../../ports/index.js";
import { findItem, type IndexedItem, itemChange } from "../../remember/index.js";
import { awaitingVectors } from "../reindex/missing-vectors.js";

/** What stands in an index when it is there at all: so few of an item's own terms are looked for. */
const TERMS_ASKED = 8;

export interface MendReport {
  /** True: nothing was changed. */
  readonly dryRun: boolean;
  readonly users: number;
  /** Items that no search by words found, indexed again. */
  readonly unindexed: number;
  /** Items without a vector that none was on its way to: it is in the journal now. */
  readonly withoutVector: number;
}

interface Ailing {
  readonly unindexed: readonly ItemId[];
  readonly withoutVector: readonly ItemId[];
}

const idOf = (item: IndexedItem): ItemId => (item.type === "memory" ? item.memory.id : item.episode.id);
const termsOf = (change: IndexChange): readonly string[] => (change.type === "put" ? (change.terms ?? []) : []);

/** Only what must be found: memories in force, and episodes. */
async function isWanted(transaction: TruthTransaction, id: ItemId): Promise<IndexedItem | undefined> {
  const item = await findItem(transaction, id);
  return item?.type === "memory" && item.memory.status !== "active" ? undefined : item;
}

async function findAiling(parts: EngineParts, scope: Scope, ids: readonly ItemId[]): Promise<Ailing> {
  const { truth, keywords, vectors } = parts.storage;
  const { items, awaited } = await truth.read(scope, async (transaction) => {
    const items: IndexedItem[] = [];
    for (const id of ids) {
      const item = await isWanted(transaction, id);
      if (item !== undefined) items.push(item);
    }
    return { items, awaited: await awaitingVectors(transaction) };
  });
  const unindexed: ItemId[] = [];
  for (const item of items) {
    const terms = [...new Set(termsOf(itemChange(item)))].slice(0, TERMS_ASKED);
    if (terms.length > 0 && (await keywords.score(scope, terms, [idOf(item)])).length === 0) unindexed.push(idOf(item));
  }
  const held = await vectors.find(scope, parts.embedder.profile.modelId, items.map(idOf));
  const withoutVector = items.map(idOf).filter((id) => !held.has(id) && !awaited.has(id));
  return { unindexed, withoutVector };
}

async function mend(parts: EngineParts, scope: Scope, { unindexed, withoutVector }: Ailing): Promise<void> {
  const { storage, ids, clock } = parts;
  await storage.truth.write(scope, async (transaction) => {
    const changes: IndexChange[] = [];
    for (const id of unindexed) {
      const item = await isWanted(transaction, id);
      if (item !== undefined) changes.push(itemChange(item));
    }
    await storage.projection.apply(transaction, changes);
    const at = clock.now();
    await transaction.journal.append(
      withoutVector.map((itemId) => ({ id: ids.journal(), task: { type: "embed", itemId } as const, at })),
    );
  });
}

async function* batches(parts: EngineParts, scope: Scope): AsyncGenerator<readonly ItemId[], void> {
  const { truth } = parts.storage;
  const active = { op: "in", field: "status", values: ["active"] } as const;
  const lists = [
    pagesOf((page) => truth.read(scope, ({ memories }) => memories.list(active, page))),
    pagesOf((page) => truth.read(scope, ({ episodes }) => episodes.list(page))),
  ];
  for (const list of lists) {
    for await (const page of list) {
      const ids: readonly ItemId[] = page.map(({ id }) => id);
      for (let from = 0; from < ids.length; from += 100) yield ids.slice(from, from + 100);
    }
  }
}

/**
 * Holds every memory in force and every episode against what the search indexes find of it, and puts back what is missing: terms at once,
 * vectors by way of the journal. By the ports alone, so on every store; a batch at a time, each in a transaction of its user, so that others
 * may write meanwhile. A second run finds nothing to do.
 */
export async function mendIndexes(parts: EngineParts, options: { readonly dryRun: boolean }): Promise<MendReport> {
  let [users, unindexed, withoutVector] = [0, 0, 0];
  for await (const scope of eachScope(parts.storage.tenants)) {
    users += 1;
    const served = await servedParts(parts, scope);
    for await (const ids of batches(served, scope)) {
      const ailing = await findAiling(served, scope, ids);
      unindexed += ailing.unindexed.length;
      withoutVector += ailing.withoutVector.length;
      if (!options.dryRun && ailing.unindexed.length + ailing.withoutVector.length > 0)
        await mend(served, scope, ailing);
    }
  }
  return { ...options, users, unindexed, withoutVector };
}
