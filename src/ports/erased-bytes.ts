/**
 * Bytes that an engine keeps of what was erased, beside the rows: a log that is cut off only when nobody reads from before. Crosses scopes,
 * so it is a port of its own; a storage has none where only the database's own vacuum can tell.
 * - What has to be cleared is remembered with the erasure: whichever process comes next, at its opening, its writes, or every few seconds
 *   while it is open, goes on trying.
 */
export interface ErasedBytes {
  /** Clears them, trying for `waitMs` while a reader stands in the way. Returns how many bytes that may hold erased words are left. */
  clear(waitMs: number): Promise<number>;
}
