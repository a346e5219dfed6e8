import {
  BY_ID,
  checkPageLimit,
  decodeCursor,
  encodeCursor,
  type ItemId,
  type Page,
  type PageRequest,
  type Scope,
  scopeKey,
} from "../../../domain/index.js";

/** Whose listing of ids, of which model's, in the order of which engine. */
export interface Listing {
  readonly engine: string;
  readonly scope: Scope;
  readonly modelId: string;
}

const orderOf = ({ engine, modelId }: Listing): string => `${engine}:${modelId}`;

/** Where a page of a listing begins, as the page before it said; undefined: at the first. @throws INVALID_INPUT */
export function startOf(listing: Listing, { limit, cursor }: PageRequest): string | undefined {
  checkPageLimit(limit);
  if (cursor === undefined) return undefined;
  const [start] = decodeCursor(orderOf(listing), scopeKey(listing.scope), cursor, BY_ID);
  return `${start}`;
}

/** @param next where the next page begins; undefined: there is none */
export function pageOf(listing: Listing, items: readonly ItemId[], next: string | undefined): Page<ItemId> {
  if (next === undefined) return { items };
  return { items, nextCursor: encodeCursor(orderOf(listing), scopeKey(listing.scope), [next]) };
}
