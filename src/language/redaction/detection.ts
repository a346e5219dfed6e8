import type { RedactionKind } from "../../domain/index.js";

/** A secret in the seen text. */
export interface Detection {
  readonly kind: RedactionKind;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
  /** Proved by a checksum or by the words before it: counts even where the digits look like something harmless. */
  readonly certain?: boolean;
}

/** All ranges of a global pattern; its group `value` where it has one, else the whole match. */
export function* matchesOf(
  text: string,
  pattern: RegExp,
): Generator<{ readonly value: string; readonly start: number; readonly end: number }> {
  for (const match of text.matchAll(pattern)) {
    const value = match.groups?.value;
    if (value === undefined) {
      yield { value: match[0], start: match.index, end: match.index + match[0].length };
      continue;
    }
    const start = match.index + match[0].lastIndexOf(value);
    yield { value, start, end: start + value.length };
  }
}

export function hasDigit(text: string): boolean {
  return /\d/.test(text);
}

/** The text right before an offset, for telling what a number is. */
export function before(text: string, offset: number, reach: number): string {
  return text.slice(Math.max(0, offset - reach), offset);
}
