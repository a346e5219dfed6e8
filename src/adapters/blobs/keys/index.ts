import { createHash } from "node:crypto";
import {
  BY_ID,
  checkPageLimit,
  decodeCursor,
  encodeCursor,
  KeepsakeError,
  type Page,
  type PageRequest,
  type Scope,
  scopeKey,
} from "../../../domain/index.js";
import type { BlobFacts, BlobOccupants } from "../../../ports/index.js";

/* What every blob store does alike: which keys there are, and where a scope's lie. */

const PLAIN = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const KEY = /^[a-z0-9_-]+(?:\/[a-z0-9_-]+)*$/;
const MAX_KEY = 160;
const MAX_FACTS_BYTES = 1_400;

export function sha256Hex(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

/** @throws INVALID_INPUT */
export function checkKey(key: string): string {
  if (key.length <= MAX_KEY && KEY.test(key)) return key;
  throw new KeepsakeError("INVALID_INPUT", "that is no key of a blob", { field: "key" });
}

/** @throws INVALID_INPUT */
export function checkFolder(folder: string): string {
  return folder === "" ? folder : checkKey(folder);
}

/** The facts as JSON. @throws INVALID_INPUT */
export function factsText(facts: BlobFacts): string {
  const text = JSON.stringify(facts);
  if (Buffer.byteLength(text) <= MAX_FACTS_BYTES) return text;
  throw new KeepsakeError("INVALID_INPUT", `what is told of a blob takes more than ${MAX_FACTS_BYTES} bytes`, {
    field: "facts",
  });
}

/**
 * Where the scope's blobs lie: tenant, then user. A tenant of plain form stands there as it is, so that rules of a bucket can name it; a
 * user never does, since addresses end up in logs. A digest begins with `~`, which no plain name does: no two ids share a place.
 */
export function scopeFolder({ tenant, user }: Scope): string {
  return `${tenantFolder(tenant)}/${userFolder(user)}`;
}

export function tenantFolder(tenant: string): string {
  return PLAIN.test(tenant) ? tenant : `~${sha256Hex(tenant)}`;
}

function userFolder(user: string): string {
  return `~${sha256Hex(user)}`;
}

/** Whom the names of folders in a tenant's stand for. */
export function occupantsOf(folders: Iterable<string>): BlobOccupants {
  const names = new Set(folders);
  return { size: names.size, has: (user) => names.has(userFolder(user)) };
}

/** The folder's beginning of its keys, exact: `a` does not hold `ab/c`. */
export function within(folder: string): string {
  return folder === "" ? "" : `${folder}/`;
}

/** What came back is compared with the digest that it was put under. @throws STORE_CORRUPT */
export function checkDigest(bytes: Uint8Array, digest: string | undefined, place: string): void {
  if (sha256Hex(bytes) === digest) return;
  throw new KeepsakeError("STORE_CORRUPT", `${place} holds a blob that is not what was put there`);
}

const ORDER = "blobs";

/** After which key a page of the folder begins; "" for the first. @throws INVALID_INPUT */
export function pageStart(scope: Scope, folder: string, { limit, cursor }: PageRequest): string {
  checkFolder(folder);
  checkPageLimit(limit);
  if (cursor === undefined) return "";
  return String(decodeCursor(`${ORDER}:${folder}`, scopeKey(scope), cursor, BY_ID)[0]);
}

/** A page of keys that are in order already and begin after the page's start. */
export function pageOfKeys(scope: Scope, folder: string, keys: readonly string[], limit: number): Page<string> {
  const items = keys.slice(0, limit);
  const last = items.at(-1);
  if (last === undefined || keys.length <= limit) return { items };
  return { items, nextCursor: encodeCursor(`${ORDER}:${folder}`, scopeKey(scope), [last]) };
}
