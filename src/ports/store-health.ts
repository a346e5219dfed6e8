import type { ItemId } from "../domain/index.js";
import type { TruthTransaction } from "./truth.js";

/**
 * `damaged`: the file itself cannot be read as it was written. `dangling`: a row names another that is not there. `unindexed`: a row of the
 * truth that a search cannot find. `orphaned`: an index holds what the truth does not. `miscounted`: a figure that is kept is not the
 * count of what it counts.
 */
export type StoreFaultKind = "damaged" | "dangling" | "unindexed" | "orphaned" | "miscounted";

export interface StoreFault {
  readonly kind: StoreFaultKind;
  /** Which table or figure; never an id or a word of anyone. */
  readonly place: string;
  /** How many rows; of what is `damaged`, how many complaints were seen, at most 100. */
  readonly rows: number;
}

/**
 * Called in the transaction that mends a user's rows, with the items whose rows in the indexes go or whose vectors go: whoever keeps a copy of
 * the indexes elsewhere learns of it, or nothing is mended. Empty where none of what goes can still be named by an item.
 */
export type MendingTold = (transaction: TruthTransaction, gone: readonly ItemId[]) => Promise<void>;

/**
 * Whether a store is whole. Crosses scopes, so it is a port of its own; a storage that cannot tell has none.
 * - `inspect`: one consistent look at committed data of each user; nothing is changed, and writers do not wait.
 * - Both take a time that grows with the store: for a person or a schedule, not for a probe.
 * - What the product itself wrote has no faults, whatever was erased or interrupted: an empty list.
 */
export interface StoreHealth {
  inspect(): Promise<readonly StoreFault[]>;
  /**
   * Makes right what follows from the truth, and returns what that was: links that lead nowhere and index rows that stand for nothing go,
   * figures are counted anew, a session is made again from its turns, and a vector that cannot be read goes, to be made again like any
   * that is missing. Nothing that anybody said is touched. `unindexed` stays, and what else is `damaged`.
   * - A user at a time, each in one transaction, alone among the writers of that user; of users whose rows are whole nothing is written.
   * - One that was cut off is taken up by the next; a second finds nothing to do. Errors: as of `Truth.write`.
   * - `told` once for each user of whom something is mended.
   */
  mend(told?: MendingTold): Promise<readonly StoreFault[]>;
}
