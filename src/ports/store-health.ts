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
 * Whether a store is whole. Crosses scopes, so it is a port of its own; a storage that cannot tell has none.
 * - One consistent look at committed data; nothing is changed, and writers do not wait.
 * - Takes a time that grows with the store: for a person or a schedule, not for a probe.
 * - What the product itself wrote has no faults, whatever was erased or interrupted: an empty list.
 */
export interface StoreHealth {
  inspect(): Promise<readonly StoreFault[]>;
}
