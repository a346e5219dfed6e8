/** A text folded for comparing, with the place in the original that each of its characters comes from. */
interface Folded {
  readonly text: string;
  /** Start in the original of the character at this index. */
  readonly starts: readonly number[];
  /** Exclusive end in the original. */
  readonly ends: readonly number[];
}

/** NFKC by character, and every run of space as one space: what a model changes without changing a word. */
function fold(original: string): Folded {
  let text = "";
  const starts: number[] = [];
  const ends: number[] = [];
  let at = 0;
  for (const character of original) {
    const end = at + character.length;
    const isSpace = /\s/u.test(character);
    if (isSpace && text.endsWith(" ")) ends[ends.length - 1] = end;
    else {
      const plain = isSpace ? " " : character.normalize("NFKC");
      text += plain;
      for (let unit = 0; unit < plain.length; unit += 1) {
        starts.push(at);
        ends.push(end);
      }
    }
    at = end;
  }
  return { text, starts, ends };
}

/**
 * Where a quotation stands in a text, width and runs of space aside; undefined when it does not stand there.
 * What a caller keeps is the text's own slice, never the quotation: the words stay the speaker's.
 */
export function findEvidence(
  quotation: string,
  text: string,
): { readonly start: number; readonly end: number } | undefined {
  const wanted = fold(quotation).text.trim();
  if (wanted === "") return undefined;
  const folded = fold(text);
  const at = folded.text.indexOf(wanted);
  if (at < 0) return undefined;
  const start = folded.starts[at];
  const end = folded.ends[at + wanted.length - 1];
  return start === undefined || end === undefined ? undefined : { start, end };
}
