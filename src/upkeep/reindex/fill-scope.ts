import { type ItemId, type Scope, SECOND_MS } from "../../domain/index.js";
import type { Embedder, EngineParts, IndexChange } from "../../ports/index.js";
import { embedEach, findItem, type IndexedItem, vectorChange } from "../../remember/index.js";
import type { Pace } from "../pace.js";
import { eachItem, findMissing } from "./missing-vectors.js";

/** So many texts are embedded and written together: a few seconds of work at most are lost with the process. */
const BATCH = 32;
const LIMITS = { jointMs: 60 * SECOND_MS, singleMs: 15 * SECOND_MS };

/** What giving vectors by one model is done with. */
export interface Filling {
  readonly parts: EngineParts;
  readonly target: Embedder;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  /** Called with how many items were found to have their vector, or were given it, since the last call. */
  onItems(count: number): void;
}

export interface Filled {
  readonly embedded: number;
  /** Items whose text the model cannot take while it answers for others. */
  readonly failed: number;
}

function readItems({ parts }: Filling, scope: Scope, ids: readonly ItemId[]): Promise<readonly IndexedItem[]> {
  return parts.storage.truth.read(scope, async (transaction) => {
    const items: IndexedItem[] = [];
    for (const id of ids) {
      const item = await findItem(transaction, id);
      if (item !== undefined) items.push(item);
    }
    return items;
  });
}

const idOf = (item: IndexedItem): ItemId => (item.type === "memory" ? item.memory.id : item.episode.id);

/** Items that were erased meanwhile are let go; one whose text was cut waits for its vectors in the journal already. */
async function writeVectors(
  { parts, target }: Filling,
  scope: Scope,
  items: readonly IndexedItem[],
  vectors: ReadonlyMap<string, Float32Array>,
): Promise<number> {
  const { modelId } = target.profile;
  return parts.storage.truth.write(scope, async (transaction) => {
    const changes: IndexChange[] = [];
    for (const read of items) {
      const values = vectors.get(read.text);
      const item = await findItem(transaction, idOf(read));
      if (values !== undefined && item?.text === read.text) changes.push(vectorChange(item, { modelId, values }));
    }
    await parts.storage.projection.apply(transaction, changes);
    return changes.length;
  });
}

/**
 * Gives the items their vectors by the target.
 * @throws MODEL_UNAVAILABLE and its like where the model answers for nothing
 */
export async function fillItems(filling: Filling, scope: Scope, ids: readonly ItemId[]): Promise<Filled> {
  const { parts, target, pace, signal } = filling;
  let [embedded, failed] = [0, 0];
  for (let from = 0; from < ids.length && !signal.aborted; from += BATCH) {
    const items = await readItems(filling, scope, ids.slice(from, from + BATCH));
    const texts = items.map(({ text }) => text);
    const made = await embedEach({ embedder: target, telemetry: parts.telemetry }, texts, signal, LIMITS);
    if (made.outage !== undefined) throw made.outage;
    failed += made.failures.size;
    embedded += await writeVectors(filling, scope, items, made.vectors);
    filling.onItems(items.length);
    await pace.pause();
  }
  return { embedded, failed };
}

/** Every item of the scope that is found by a vector of another model gets one by the target. What is there already is not made again. */
export async function fillScope(filling: Filling, scope: Scope): Promise<Filled> {
  const { parts, target, signal } = filling;
  let [embedded, failed] = [0, 0];
  for await (const ids of eachItem(parts, scope)) {
    if (signal.aborted) break;
    const { missing, indexed } = await findMissing(parts, scope, target.profile.modelId, ids);
    filling.onItems(indexed - missing.length);
    const filled = await fillItems(filling, scope, missing);
    embedded += filled.embedded;
    failed += filled.failed;
  }
  return { embedded, failed };
}
