/*
 * Where the parts of a JSON text stand, so that something can be put in while every other character stays as it was: numbers that no
 * double holds, duplicate keys, the client's own spacing. The text must be valid JSON.
 */

export interface JsonSpan {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

const SPACE = /[ \t\n\r]/;

function skipSpace(text: string, at: number): number {
  let next = at;
  while (SPACE.test(text.charAt(next))) next += 1;
  return next;
}

function endOfString(text: string, at: number): number {
  let next = at + 1;
  while (next < text.length && text.charAt(next) !== '"') next += text.charAt(next) === "\\" ? 2 : 1;
  return next + 1;
}

/** The end of the value that starts at `at`. */
function endOfValue(text: string, at: number): number {
  let depth = 0;
  let next = at;
  do {
    const character = text.charAt(next);
    if (character === '"') next = endOfString(text, next);
    else if (character === "{" || character === "[") {
      depth += 1;
      next += 1;
    } else if (character === "}" || character === "]") {
      depth -= 1;
      next += 1;
    } else if (depth === 0) {
      while (next < text.length && !/[,\]}\s]/.test(text.charAt(next))) next += 1;
    } else next += 1;
  } while (depth > 0 && next < text.length);
  return next;
}

/** The value of a key of the outermost object; of several the last, which is the one that parsers take. */
export function spanOfKey(text: string, key: string): JsonSpan | undefined {
  let found: JsonSpan | undefined;
  let at = skipSpace(text, skipSpace(text, 0) + 1);
  while (text.charAt(at) === '"') {
    const keyEnd = endOfString(text, at);
    const name: unknown = JSON.parse(text.slice(at, keyEnd));
    const start = skipSpace(text, skipSpace(text, keyEnd) + 1);
    const end = endOfValue(text, start);
    if (name === key) found = { start, end };
    const after = skipSpace(text, end);
    at = text.charAt(after) === "," ? skipSpace(text, after + 1) : text.length;
  }
  return found;
}

/** The start of each element of the array that stands at `span`. */
export function elementStarts(text: string, span: JsonSpan): readonly number[] {
  const starts: number[] = [];
  let at = skipSpace(text, span.start + 1);
  while (at < span.end - 1) {
    starts.push(at);
    const after = skipSpace(text, endOfValue(text, at));
    if (text.charAt(after) !== ",") break;
    at = skipSpace(text, after + 1);
  }
  return starts;
}

/** Puts a field first in the outermost object. */
export function withField(text: string, key: string, value: unknown): string {
  const brace = skipSpace(text, 0);
  const first = skipSpace(text, brace + 1);
  const comma = text.charAt(first) === "}" ? "" : ",";
  return `${text.slice(0, brace + 1)}${JSON.stringify(key)}:${JSON.stringify(value)}${comma}${text.slice(first)}`;
}
