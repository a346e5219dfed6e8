/** A piece of a text with its place in it: `text === original.slice(start, end)`, offsets in UTF-16 units. */
export interface Span {
  readonly text: string;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** The span of `original` between two offsets, without the white space at its ends; undefined where nothing is left. */
export function trimmedSpan(original: string, from: number, to: number): Span | undefined {
  let start = from;
  let end = to;
  while (start < end && isSpace(original.charCodeAt(start))) start += 1;
  while (end > start && isSpace(original.charCodeAt(end - 1))) end -= 1;
  return start < end ? { text: original.slice(start, end), start, end } : undefined;
}

/** White space of either script, zero-width space and byte order mark included. */
export function isSpace(unit: number): boolean {
  return (
    unit === 0x20 ||
    (unit >= 0x09 && unit <= 0x0d) ||
    unit === 0xa0 ||
    unit === 0x3000 ||
    (unit >= 0x2000 && unit <= 0x200b) ||
    unit === 0x2028 ||
    unit === 0x2029 ||
    unit === 0xfeff
  );
}

/** Common and rarer Han characters of the basic planes, and 々 and 〇, which behave as such. */
export function isHan(code: number): boolean {
  return (
    (code >= 0x4e00 && code <= 0x9fff) ||
    (code >= 0x3400 && code <= 0x4dbf) ||
    code === 0x3005 ||
    code === 0x3007 ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0x20000 && code <= 0x323af)
  );
}
