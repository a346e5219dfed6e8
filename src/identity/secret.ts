import { createHash, timingSafeEqual } from "node:crypto";
import type { ApiKey } from "../domain/index.js";

/** What a key looks like, so that people and secret scanners recognise one: `ksk_<id>_<secret>`. */
const SHAPE = /^ksk_([0-9a-hjkmnp-tv-z]{26})_([A-Za-z0-9_-]{43})$/;
export const SECRET_BYTES = 32;

export function writeKey(id: string, secret: string): string {
  return `ksk_${id}_${secret}`;
}

/** The parts of a presented key; undefined when it cannot be one. */
export function readKey(presented: string): { readonly id: string; readonly secret: string } | undefined {
  const [, id, secret] = SHAPE.exec(presented) ?? [];
  return id === undefined || secret === undefined ? undefined : { id, secret };
}

export function hashSecret(salt: string, secret: string): string {
  return createHash("sha256").update(`${salt}:${secret}`).digest("hex");
}

/** In a time that does not tell how much of a guess was right. */
export function opens(key: Pick<ApiKey, "salt" | "secretHash">, secret: string): boolean {
  const found = Buffer.from(hashSecret(key.salt, secret), "hex");
  const wanted = Buffer.from(key.secretHash, "hex");
  return found.length === wanted.length && timingSafeEqual(found, wanted);
}
