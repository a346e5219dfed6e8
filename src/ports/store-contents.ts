import type { ContentRow, ContentTableName } from "../domain/index.js";

/** One look at everything that a store holds. */
export interface ContentsView {
  /**
   * Rows after a key, or from the first one, in the order of keys; fewer than `limit` only at the table's end.
   * @param limit 1 to 5 000
   */
  page(table: ContentTableName, after: ContentRow | undefined, limit: number): Promise<readonly ContentRow[]>;
  count(table: ContentTableName): Promise<number>;
}

/**
 * The whole content of a store across scopes, for moving and keeping it; nothing that answers a caller uses it. Tables and columns are
 * those of `CONTENT_TABLES`, the same for every engine.
 * - `read`: one consistent look at committed data for as long as `work` runs. Writers do not wait.
 * - `put`: all or nothing a call; a row whose key is there is replaced, so that repeating is harmless. Rows of one table, whose owners
 *   (tenants, users) are there already. CONFLICT where a row takes the one place of another (a slot, a position).
 * - `remove`: rows by their keys; keys that are not there are ignored.
 * - `search_items` is read here and written through the projection.
 * - `settle`: after the last `put` or `remove`; from then on the store gives out numbers that no row has, and every chain goes on at its end.
 * - `mark`: a note that is no content and no table of the schema; absent: it is taken away. It outlives closing.
 * - `hold`: from its return on, writes of whatever process fail with STORE_READ_ONLY until `release`; those that were under way have ended.
 *   It outlives closing. Both are idempotent.
 */
export interface StoreContents {
  read<Result>(work: (view: ContentsView) => Promise<Result>): Promise<Result>;
  put(table: Exclude<ContentTableName, "search_items">, rows: readonly ContentRow[]): Promise<void>;
  remove(table: Exclude<ContentTableName, "search_items">, keys: readonly ContentRow[]): Promise<void>;
  settle(): Promise<void>;
  findMark(): Promise<string | undefined>;
  mark(text: string | undefined): Promise<void>;
  hold(): Promise<void>;
  release(): Promise<void>;
}
