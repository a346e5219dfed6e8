import { KeepsakeError } from "./errors.js";

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

/** The items of a listing, page after page: for what is counted or looked through without being held. */
export async function* pagesOf<Item>(
  list: (page: PageRequest) => Promise<Page<Item>>,
): AsyncGenerator<readonly Item[], void> {
  let cursor: string | undefined;
  do {
    const page: Page<Item> = await list(
      cursor === undefined ? { limit: MAX_PAGE_LIMIT } : { limit: MAX_PAGE_LIMIT, cursor },
    );
    yield page.items;
    cursor = page.nextCursor;
  } while (cursor !== undefined);
}

/** Every item of a listing. There is no bound but the store's: erasure, undo and the like must see all of them. */
export async function readAll<Item>(list: (page: PageRequest) => Promise<Page<Item>>): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of pagesOf(list)) items.push(...page);
  return items;
}

export type CursorKey = readonly (string | number)[];
/** What each part of a listing's key is. Integers are those that a double holds exactly. */
export type CursorParts = readonly ("integer" | "text")[];

export const BY_NUMBER: CursorParts = ["integer"];
export const BY_ID: CursorParts = ["text"];
export const BY_NUMBER_AND_ID: CursorParts = ["integer", "text"];

export const MAX_PAGE_LIMIT = 1000;

/** INVALID_INPUT unless 1–1000 and whole. */
export function checkPageLimit(limit: number): number {
  if (!Number.isInteger(limit) || limit < 1 || limit > MAX_PAGE_LIMIT) {
    throw new KeepsakeError("INVALID_INPUT", `limit must be a whole number from 1 to ${MAX_PAGE_LIMIT}`, {
      field: "limit",
    });
  }
  return limit;
}

/**
 * A cursor names the last row seen by its sort key, so rows that come or go between two pages shift nothing.
 * @param order Name of the listing, with whatever narrows it (e.g. `turns:<session>`).
 * @param owner Whose listing: a scope key, a tenant; a cursor of another owner is refused.
 */
export function encodeCursor(order: string, owner: string, key: CursorKey): string {
  const bytes = new TextEncoder().encode(JSON.stringify([fingerprint(`${order}\n${owner}`), ...key]));
  return btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");
}

/** The key that `encodeCursor` was given; INVALID_INPUT when it was not made for this order and owner, or holds what no key of it does. */
export function decodeCursor(order: string, owner: string, cursor: string, parts: CursorParts): CursorKey {
  const refused = new KeepsakeError("INVALID_INPUT", "cursor was not made by this listing", { field: "cursor" });
  let parsed: unknown;
  try {
    const binary = atob(cursor.replaceAll("-", "+").replaceAll("_", "/"));
    parsed = JSON.parse(new TextDecoder().decode(Uint8Array.from(binary, (unit) => unit.charCodeAt(0))));
  } catch {
    throw refused; // neither base64 nor JSON: nothing that we gave out
  }
  if (!Array.isArray(parsed) || parsed.length !== parts.length + 1 || parsed[0] !== fingerprint(`${order}\n${owner}`))
    throw refused;
  const key: unknown[] = parsed.slice(1);
  const isKey = (values: unknown[]): values is (string | number)[] =>
    values.every((value, at) => (parts[at] === "integer" ? Number.isSafeInteger(value) : typeof value === "string"));
  if (!isKey(key)) throw refused;
  return key;
}

/** FNV-1a, 32 bits: catches mix-ups, guards nothing; the scope of the call is what isolates. */
function fingerprint(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index++) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  return hash >>> 0;
}

/** Order by code point, which is the order of UTF-8 bytes in a database; `<` on strings orders by UTF-16 unit and differs above U+D7FF. */
export function compareCodePoints(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let index = 0; index < length; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left !== right) return codePointRank(left) - codePointRank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above every other unit. */
function codePointRank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}
