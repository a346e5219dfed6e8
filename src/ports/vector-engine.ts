import type { ItemAttributes, ItemId, Scope } from "../domain/index.js";
import type { VectorIndex } from "./vector-index.js";

/** An item as a search engine holds it, whole: what is put replaces what was there by the same item and model. */
export interface VectorPoint {
  readonly attributes: ItemAttributes;
  readonly modelId: string;
  /** Unit norm. */
  readonly values: Float32Array;
}

/**
 * A vector search engine beside the truth (Qdrant, Chroma…): a projection that is fed after the commit, and can be filled anew from the
 * truth at any time. Tenant and user are part of every call that leaves the process, whatever else is asked.
 * - `put` and `remove`: resolve when a search that begins afterwards sees them; in batches of the engine's own size; repeating one is
 *   harmless, and one that was cut off half-way is repaired by repeating it.
 * - `remove` takes the items' vectors of every model, and makes sure that they are gone. Items that are not there are ignored.
 * - Errors: UNAVAILABLE (does not answer, or not in time), CONFIG_INVALID (credential, version or settings of the engine),
 *   INVALID_INPUT (a vector of another dimension than the model's others).
 */
export interface VectorEngine extends VectorIndex {
  /** As told to operators, e.g. "qdrant". */
  readonly name: string;
  /** Makes what is missing (collection, schema); throws nothing for what is there. */
  open(): Promise<void>;
  close(): Promise<void>;
  put(scope: Scope, points: readonly VectorPoint[]): Promise<void>;
  remove(scope: Scope, itemIds: readonly ItemId[]): Promise<void>;
  /** Ids of the scope's items that have a vector of this model, in order of id, at most `limit`, after `after` (exclusive): for finding drift. */
  listIds(scope: Scope, modelId: string, limit: number, after?: ItemId): Promise<readonly ItemId[]>;
}
