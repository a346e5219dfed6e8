import { ALL, type ItemId, pagesOf, type Scope } from "../../domain/index.js";
import type { EngineParts, TruthTransaction } from "../../ports/index.js";

type Stored = Pick<EngineParts, "storage">;

/** Ids of the scope's memories, whatever became of them, and of its episodes; page after page. */
export async function* eachItem({ storage: { truth } }: Stored, scope: Scope): AsyncGenerator<readonly ItemId[], void> {
  for await (const page of pagesOf((request) => truth.read(scope, ({ memories }) => memories.list(ALL, request)))) {
    yield page.map(({ id }) => id);
  }
  for await (const page of pagesOf((request) => truth.read(scope, ({ episodes }) => episodes.list(request)))) {
    yield page.map(({ id }) => id);
  }
}

/**
 * Those of the items that a search by another model finds by their vector, and one by this model does not. What has no vector at all
 * waits for one in the journal, or is not for any index.
 */
export async function findMissing(
  { storage: { vectors } }: Stored,
  scope: Scope,
  modelId: string,
  ids: readonly ItemId[],
): Promise<{ readonly missing: readonly ItemId[]; readonly indexed: number }> {
  if (ids.length === 0) return { missing: [], indexed: 0 };
  const models = await vectors.countByModel(scope);
  const others = new Set<ItemId>();
  for (const other of models.keys()) {
    if (other === modelId) continue;
    for (const id of (await vectors.find(scope, other, ids)).keys()) others.add(id);
  }
  const own = models.has(modelId) ? await vectors.find(scope, modelId, ids) : new Map<ItemId, Float32Array>();
  const missing = ids.filter((id) => others.has(id) && !own.has(id));
  return { missing, indexed: own.size + missing.length };
}

/** Items whose vector, by one model or by both, waits in the journal. */
export async function awaitingVectors({ journal }: TruthTransaction): Promise<ReadonlySet<ItemId>> {
  const ids = new Set<ItemId>();
  for await (const page of pagesOf((request) => journal.list(request))) {
    for (const { task } of page) if (task.type === "embed") ids.add(task.itemId);
  }
  return ids;
}
