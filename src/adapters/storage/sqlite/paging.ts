import {
  type CursorKey,
  checkPageLimit,
  decodeCursor,
  encodeCursor,
  type Page,
  type PageRequest,
} from "../../../domain/index.js";

export interface Listing<Row> {
  /** Name of the order; goes into the cursor. */
  readonly order: string;
  readonly owner: string;
  readonly keyOf: (row: Row) => CursorKey;
  readonly keyLength: number;
  /** Rows after the key (from the start where absent), at most `limit`. */
  readonly fetch: (after: CursorKey | undefined, limit: number) => readonly Row[];
}

/** One row more than asked for is fetched: its presence is what tells of a next page. */
export function pageOf<Row, Item>(listing: Listing<Row>, request: PageRequest, toItem: (row: Row) => Item): Page<Item> {
  const limit = checkPageLimit(request.limit);
  const after =
    request.cursor === undefined
      ? undefined
      : decodeCursor(listing.order, listing.owner, request.cursor, listing.keyLength);
  const rows = listing.fetch(after, limit + 1);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const items = shown.map(toItem);
  if (rows.length <= limit || last === undefined) return { items };
  return { items, nextCursor: encodeCursor(listing.order, listing.owner, listing.keyOf(last)) };
}
