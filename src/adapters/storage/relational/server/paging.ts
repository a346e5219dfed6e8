import type { CursorKey, Page, PageRequest } from "../../../../domain/index.js";
import { type PageOrder, pageFrom, pageStart } from "../paging.js";

export interface Listing<Row> extends PageOrder<Row> {
  /** Rows after the key (from the start where absent), at most `limit`. */
  readonly fetch: (after: CursorKey | undefined, limit: number) => Promise<readonly Row[]>;
}

export async function pageOf<Row, Item>(
  listing: Listing<Row>,
  request: PageRequest,
  toItem: (row: Row) => Item,
): Promise<Page<Item>> {
  const { after, rows } = pageStart(listing, request);
  return pageFrom(listing, request, await listing.fetch(after, rows), toItem);
}
