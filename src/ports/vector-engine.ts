import type { ItemAttributes, ItemId, Page, PageRequest, Scope } from "../domain/index.js";
import type { VectorIndex } from "./vector-index.js";

/** An item as a search engine holds it, whole: what is put replaces what was there by the same item and model. */
export interface VectorPoint {
  readonly attributes: ItemAttributes;
  /** Names a vector space; of any form, up to 512 characters. */
  readonly modelId: string;
  /** Unit norm, of any dimension from 1 to 8,192; the same for all of a model. */
  readonly values: Float32Array;
}

/**
 * A vector search engine beside the store (Qdrant, Chroma…): a projection of the truth, fed after the commit, and filled anew from the
 * store's own copy at any time. Tenant and user are part of every call that leaves the process, whatever else is asked. What is read back
 * of an item rests in the store; an engine is asked for nothing but the nearest, and for ids.
 * - Ids of scopes and items, names of models and every text among the attributes are exact: case, width, accents, quotes, wildcards and
 *   NULs are told apart, and lone surrogates count as U+FFFD.
 * - `put` and `remove` resolve when a search that begins afterwards sees them, whoever asks. They go in batches of the engine's own size;
 *   repeating one is harmless, and one that was cut off half-way is repaired by repeating it. Of two points of one item and model in
 *   one `put`, the last stands. Nothing to put or to remove: nothing is asked of the engine.
 * - Errors: UNAVAILABLE (does not answer, or not in time, or says that it cannot now), CONFIG_INVALID (credential, version or settings
 *   of the engine), INVALID_INPUT (a vector with numbers that are not finite, or of another dimension than the model's others; then
 *   nothing of the call was put).
 */
export interface VectorEngine {
  /** As told to operators, e.g. "qdrant". */
  readonly name: string;
  /** Makes what is missing (collection, schema); throws nothing for what is there. Before it no other call is made. */
  open(): Promise<void>;
  close(): Promise<void>;
  /** As of `VectorIndex`. Of items of one cosine, at the limit, any may be left out; those that come are in order of id. */
  search: VectorIndex["search"];
  put(scope: Scope, points: readonly VectorPoint[]): Promise<void>;
  /** The items' vectors of every model; resolves when they are gone, not when their removal was taken down. Absent items are ignored. */
  remove(scope: Scope, itemIds: readonly ItemId[]): Promise<void>;
  /**
   * Ids of the scope's items that have a vector of this model, in an order of the engine's own: for finding drift. What is there from the
   * first page to the last comes exactly once, whatever is put or removed meanwhile.
   */
  listIds(scope: Scope, modelId: string, page: PageRequest): Promise<Page<ItemId>>;
}
