import type { Place } from "./import-fault.js";
import type { WarningTally } from "./warning-tally.js";

const LONE_SURROGATE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

/**
 * Text that every store can hold: NULs out (SQLite and PostgreSQL end a string there), lone surrogates become U+FFFD
 * (they have no UTF-8 form), line ends become LF, space around the whole goes. What was mended is counted.
 */
export function cleanText(text: string, place: Place, tally: WarningTally): string {
  let clean = text;
  if (clean.includes("\0")) {
    const parts = clean.split("\0");
    tally.add("nul-removed", place, parts.length - 1);
    clean = parts.join("");
  }
  if (!clean.isWellFormed()) {
    tally.add("broken-unicode", place, clean.match(LONE_SURROGATE)?.length ?? 1);
    clean = clean.toWellFormed();
  }
  return clean.replace(/\r\n?/g, "\n").trim();
}
