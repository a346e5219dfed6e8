import type { Filter, ItemId, Scope } from "../domain/index.js";

export interface VectorQuery {
  /** Unit norm, of the index's dimension. */
  readonly vector: Float32Array;
  /** Only vectors of this model take part (P15). */
  readonly modelId: string;
  readonly filter: Filter;
  /** 1–4096 */
  readonly limit: number;
  /** Nobody waits longer: a search may be given up after so long, with DEADLINE_EXCEEDED. Absent: no sooner than every statement. */
  readonly withinMs?: number;
  /** Called where something else answers than what was set up to, with why: the hits are as good, and whoever waits is told. */
  readonly onSubstitute?: (reason: string) => void;
}

export interface VectorHit {
  readonly itemId: ItemId;
  /** Cosine, −1 to 1, higher is nearer. The one score of the house that is not 0–1: calibration belongs to the embedder's profile. */
  readonly cosine: number;
}

/**
 * Nearest items of one scope: a projection of the truth.
 * - Per scope: neither cost nor scores depend on other scopes' data.
 * - The filter is applied inside the search: `limit` hits come back whenever that many items match it.
 * - Order: cosine descending, then item id. Exact, or at least 98 % of the exact top `limit`.
 * - Sees every write that was acknowledged before the call (read-your-writes within a process; across processes too on one store).
 * - An unknown scope, or one without vectors, gives []. A vector of another dimension: INVALID_INPUT.
 */
export interface VectorIndex {
  search(scope: Scope, query: VectorQuery): Promise<readonly VectorHit[]>;
  /** Cosines of the named items that have a vector of this model; others are left out. No filter, any order. */
  score(
    scope: Scope,
    query: Pick<VectorQuery, "vector" | "modelId">,
    itemIds: readonly ItemId[],
  ): Promise<readonly VectorHit[]>;
  /** Vectors of the named items by this model, copies; items without one are left out. No filter, any order. */
  find(scope: Scope, modelId: string, itemIds: readonly ItemId[]): Promise<ReadonlyMap<ItemId, Float32Array>>;
  /** How many items of the scope have a vector of each model. */
  countByModel(scope: Scope): Promise<ReadonlyMap<string, number>>;
}
