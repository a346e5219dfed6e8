/** Cursor paging, the same on every door. A cursor is opaque, bound to its scope and order, and never expires. */
export interface PageRequest {
  /** 1–1000 */
  readonly limit: number;
  readonly cursor?: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  /** Absent on the last page. */
  readonly nextCursor?: string;
}
