import {
  type CursorKey,
  type CursorParts,
  checkPageLimit,
  decodeCursor,
  encodeCursor,
  type Page,
  type PageRequest,
} from "../../../domain/index.js";

export interface PageOrder<Row> {
  /** Name of the order; goes into the cursor. */
  readonly order: string;
  readonly owner: string;
  readonly keyOf: (row: Row) => CursorKey;
  readonly keyParts: CursorParts;
}

export interface Listing<Row> extends PageOrder<Row> {
  /** Rows after the key (from the start where absent), at most `limit`. */
  readonly fetch: (after: CursorKey | undefined, limit: number) => readonly Row[];
}

/** Where the page begins and how many rows to fetch: one more than asked for, whose presence tells of a next page. */
export function pageStart<Row>(
  listing: PageOrder<Row>,
  request: PageRequest,
): { readonly after: CursorKey | undefined; readonly rows: number } {
  const rows = checkPageLimit(request.limit) + 1;
  const { cursor } = request;
  const after = cursor === undefined ? undefined : decodeCursor(listing.order, listing.owner, cursor, listing.keyParts);
  return { after, rows };
}

export function pageFrom<Row, Item>(
  listing: PageOrder<Row>,
  { limit }: PageRequest,
  rows: readonly Row[],
  toItem: (row: Row) => Item,
): Page<Item> {
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const items = shown.map(toItem);
  if (rows.length <= limit || last === undefined) return { items };
  return { items, nextCursor: encodeCursor(listing.order, listing.owner, listing.keyOf(last)) };
}

/** For an engine that answers at once. */
export function pageOf<Row, Item>(listing: Listing<Row>, request: PageRequest, toItem: (row: Row) => Item): Page<Item> {
  const { after, rows } = pageStart(listing, request);
  return pageFrom(listing, request, listing.fetch(after, rows), toItem);
}
