/*
 * PostgreSQL keeps no NUL in a text. It becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002: no two texts become one, and their
 * order by code point stays. Other texts are stored as they are.
 */
const NUL = "\u0000";
const MARK = "\u0001";
const STORED_NUL = "\u0001\u0001";
const STORED_MARK = "\u0001\u0002";

export function toStored(text: string): string {
  if (!text.includes(NUL) && !text.includes(MARK)) return text;
  return text.replaceAll(MARK, STORED_MARK).replaceAll(NUL, STORED_NUL);
}

export function fromStored(text: string): string {
  if (!text.includes(MARK)) return text;
  const pieces = text.split(MARK);
  // Every mark is followed by the one of the two that says what it stands for; a stored NUL is two marks with nothing between.
  let read = pieces[0] ?? "";
  for (let at = 1; at < pieces.length; at++) {
    const piece = pieces[at] ?? "";
    if (piece.startsWith("\u0002")) {
      read += MARK + piece.slice(1);
      continue;
    }
    at += 1;
    read += NUL + (pieces[at] ?? "");
  }
  return read;
}
