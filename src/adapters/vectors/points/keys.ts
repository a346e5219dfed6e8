import { createHash } from "node:crypto";
import { type ItemId, type Scope, scopeKey } from "../../../domain/index.js";

/** Letters, digits, `-` and `_`: engines take it for a name or a key whatever it was made of. 132 bits. */
export function digestOf(...parts: readonly string[]): string {
  const exact = JSON.stringify(parts.map((part) => part.toWellFormed()));
  return createHash("sha256").update(exact).digest("base64url").slice(0, 22);
}

export function scopeDigest(scope: Scope): string {
  return digestOf(scopeKey(scope));
}

/** The key of an item of a scope: another scope's item of the same id has another. */
export function pointKey(scope: Scope, itemId: ItemId): string {
  return digestOf(scopeKey(scope), itemId);
}

const encoder = new TextEncoder();

/**
 * A text as engines compare it: whole and exact. They take so many bytes of one; a longer one is told by its digest, behind a NUL and its
 * length, so that it still is found by the very same text alone.
 */
export function exactText(text: string, maxBytes: number): string {
  const whole = text.toWellFormed();
  // a UTF-16 unit has at most three bytes
  if (whole.length * 3 <= maxBytes || encoder.encode(whole).length <= maxBytes) return whole;
  return `\u0000${whole.length}:${digestOf(whole)}`;
}

/** Lower case and digits, for engines whose names of tables are of nothing else. 96 bits. */
export function nameOf(modelId: string): string {
  return createHash("sha256").update(modelId.toWellFormed()).digest("hex").slice(0, 24);
}
