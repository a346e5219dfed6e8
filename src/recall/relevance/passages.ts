import { analyze, splitSentences } from "../../language/index.js";

/** So much a reader takes in at once: Han characters, or others. */
const MOST_HAN = 80;
const MOST_OTHERS = 240;
/** Of a longer text so many passages are read. */
const MOST_PASSAGES = 2;
/** Of a longer text only so much is looked through: an item is a turn or a statement, and not a book. */
const MOST_CHARACTERS = 8_000;

const HAN = /\p{Script=Han}/gu;

/** Share of what can be read at once. */
function sizeOf(text: string): number {
  const han = text.match(HAN)?.length ?? 0;
  return han / MOST_HAN + (text.length - han) / MOST_OTHERS;
}

interface Sentence {
  readonly text: string;
  readonly shared: number;
}

/** From a sentence on as far as there is room, then what stands before it. */
function around(sentences: readonly Sentence[], at: number): { from: number; to: number; text: string } {
  const join = (from: number, to: number) => sentences.slice(from, to + 1).map(({ text }) => text);
  let [from, to] = [at, at];
  while (to + 1 < sentences.length && sizeOf(join(from, to + 1).join(" ")) <= 1) to += 1;
  while (from > 0 && sizeOf(join(from - 1, to).join(" ")) <= 1) from -= 1;
  return { from, to, text: join(from, to).join(" ") };
}

/**
 * What of a text is read beside a question: all of a short one; of a longer one the passages around the sentences that share most words
 * with the question, and nothing where none does: what was not read is no evidence.
 */
export function passagesFor(text: string, terms: ReadonlySet<string>): readonly string[] {
  if (sizeOf(text) <= 1) return [text];
  const sentences = splitSentences(text.slice(0, MOST_CHARACTERS).toWellFormed()).map(({ text: sentence }) => ({
    text: sentence.trim(),
    shared: new Set(analyze(sentence).filter((term) => terms.has(term))).size,
  }));
  const byShared = [...sentences.keys()]
    .filter((at) => (sentences[at]?.shared ?? 0) > 0)
    .sort((a, b) => (sentences[b]?.shared ?? 0) - (sentences[a]?.shared ?? 0) || a - b);
  const passages: { from: number; to: number; text: string }[] = [];
  for (const at of byShared) {
    if (passages.length >= MOST_PASSAGES) break;
    if (!passages.some(({ from, to }) => at >= from && at <= to)) passages.push(around(sentences, at));
  }
  return passages.map(({ text: passage }) => passage);
}
