import { createHash } from "node:crypto";

const encoder = new TextEncoder();

/**
 * A text as engines compare it: whole and exact. They take so many bytes of one; a longer one is told by its digest, behind a NUL and its
 * length, so that it still is found by the very same text alone.
 */
export function exactText(text: string, maxBytes: number): string {
  const whole = text.toWellFormed();
  // a UTF-16 unit has at most three bytes
  if (whole.length * 3 <= maxBytes || encoder.encode(whole).length <= maxBytes) return whole;
  return `\u0000${whole.length}:${createHash("sha256").update(whole).digest("hex")}`;
}
