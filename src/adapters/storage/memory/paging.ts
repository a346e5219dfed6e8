import {
  type CursorKey,
  type CursorParts,
  checkPageLimit,
  compareCodePoints,
  decodeCursor,
  encodeCursor,
  type Page,
  type PageRequest,
} from "../../../domain/index.js";

export interface Listing<Item> {
  /** Name of the order; goes into the cursor. */
  readonly order: string;
  readonly owner: string;
  readonly keyOf: (item: Item) => CursorKey;
  readonly keyParts: CursorParts;
  /** One per part of the key. */
  readonly directions: readonly ("ascending" | "descending")[];
}

function compareKeys(a: CursorKey, b: CursorKey, directions: readonly ("ascending" | "descending")[]): number {
  for (const [index, direction] of directions.entries()) {
    const left = a[index];
    const right = b[index];
    const difference =
      typeof left === "number" && typeof right === "number"
        ? left - right
        : compareCodePoints(String(left), String(right));
    if (difference !== 0) return direction === "ascending" ? difference : -difference;
  }
  return 0;
}

export function sortItems<Item>(items: Iterable<Item>, listing: Pick<Listing<Item>, "keyOf" | "directions">): Item[] {
  return [...items].sort((a, b) => compareKeys(listing.keyOf(a), listing.keyOf(b), listing.directions));
}

/** Sorts, drops what the cursor has passed, cuts. */
export function pageOf<Item>(items: Iterable<Item>, listing: Listing<Item>, request: PageRequest): Page<Item> {
  const limit = checkPageLimit(request.limit);
  let rest = sortItems(items, listing);
  if (request.cursor !== undefined) {
    const after = decodeCursor(listing.order, listing.owner, request.cursor, listing.keyParts);
    rest = rest.filter((item) => compareKeys(listing.keyOf(item), after, listing.directions) > 0);
  }
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  if (rest.length <= limit || last === undefined) return { items: page };
  return { items: page, nextCursor: encodeCursor(listing.order, listing.owner, listing.keyOf(last)) };
}
