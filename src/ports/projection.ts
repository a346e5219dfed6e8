import type { ItemAttributes, ItemId } from "../domain/index.js";
import type { TruthTransaction } from "./truth.js";

/** One change to what the search indexes hold. */
export type IndexChange =
  /**
   * Adds or replaces an item. Absent `vector`: the vector comes later (P05), or the one there stays. Absent `terms`: keep the ones there.
   * A vector replaces the item's vector of the same model only: two models may stand side by side while one takes over (P15).
   * INVALID_INPUT for numbers that are not finite, or another dimension than the scope's other vectors of the model.
   */
  | {
      readonly type: "put";
      readonly attributes: ItemAttributes;
      readonly terms?: readonly string[];
      readonly vector?: { readonly modelId: string; readonly values: Float32Array };
    }
  /** Status, validity, importance… changed; terms and vector stay. No such item: nothing happens. */
  | { readonly type: "update"; readonly attributes: ItemAttributes }
  /** Removes every trace of the item from every index. No such item: nothing happens. */
  | { readonly type: "remove"; readonly itemId: ItemId }
  /** Removes every vector that the scope has of the model; items, terms and vectors of other models stay. None there: nothing happens. */
  | { readonly type: "drop-model"; readonly modelId: string };

/**
 * Carries changes of the truth to the search indexes.
 * Where indexes live in the truth's own engine, changes commit with the transaction; elsewhere the implementation
 * appends to the journal in the transaction and delivers afterwards. Either way none is lost and applying one twice is harmless.
 * A transaction that another storage opened, or that only reads: INTERNAL.
 */
export interface Projection {
  apply(transaction: TruthTransaction, changes: readonly IndexChange[]): Promise<void>;
}
