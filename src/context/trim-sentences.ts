import { analyze, splitSentences } from "../language/index.js";
import type { TokenCounter } from "../ports/index.js";
import { shortenText } from "./fit-turns.js";
import type { Wording } from "./wording.js";

interface Sentence {
  readonly index: number;
  readonly text: string;
  readonly tokens: number;
  readonly shared: number;
}

/** Of a longer text only so much is looked through for what answers: an item is a turn or a statement, and not a book. */
const MOST_CHARACTERS = 8_000;
/** Where marks and joins cost a token that the pieces alone do not. */
const JOIN_TOKENS = 1;

function readSentences(text: string, terms: ReadonlySet<string>, tokens: TokenCounter): readonly Sentence[] {
  return splitSentences(text).map(({ text: sentence }, index) => ({
    index,
    text: sentence.trim(),
    tokens: tokens.count(sentence) + JOIN_TOKENS,
    shared: terms.size === 0 ? 0 : new Set(analyze(sentence).filter((term) => terms.has(term))).size,
  }));
}

/** The kept sentences in their order; what lies between them and after them is marked. */
function join(kept: readonly Sentence[], count: number, wording: Wording): string {
  let text = "";
  let last = -1;
  for (const sentence of kept) {
    if (last >= 0) text += sentence.index === last + 1 ? " " : wording.gapMark;
    else if (sentence.index > 0) text += wording.gapMark.trimStart();
    text += sentence.text;
    last = sentence.index;
  }
  return last < count - 1 ? text + wording.cutMark : text;
}

/**
 * Cuts a text to at most `budget` tokens, sentence by sentence: those that share words with the query are kept before the others, and
 * all in their order, with marks where something is missing. Where not even one sentence fits, it is cut within it.
 * @param terms of the query; empty: the first sentences are kept
 * @returns undefined where nothing useful would be left
 */
export function trimSentences(
  text: string,
  budget: number,
  options: { readonly tokens: TokenCounter; readonly wording: Wording; readonly terms?: ReadonlySet<string> },
): string | undefined {
  const { tokens, wording, terms = new Set<string>() } = options;
  if (text.length <= MOST_CHARACTERS && tokens.count(text) <= budget) return text;
  const sentences = readSentences(text.slice(0, MOST_CHARACTERS).toWellFormed(), terms, tokens);
  const marks = tokens.count(wording.cutMark) + tokens.count(wording.gapMark);
  const kept = new Set<Sentence>();
  let left = budget - marks;
  for (const sentence of [...sentences].sort((a, b) => b.shared - a.shared || a.index - b.index)) {
    const isNext = kept.size === 0 || [...kept].some(({ index }) => Math.abs(index - sentence.index) === 1);
    const cost = sentence.tokens + (isNext ? 0 : tokens.count(wording.gapMark));
    if (cost > left) continue;
    kept.add(sentence);
    left -= cost;
  }
  const inOrder = [...kept].sort((a, b) => a.index - b.index);
  const best = sentences.reduce((most, { shared }) => Math.max(most, shared), 0);
  const isWhole = text.length <= MOST_CHARACTERS;
  const trimmed = join(inOrder, isWhole ? sentences.length : sentences.length + 1, wording);
  // a sentence that answers best and does not fit whole says more than others that fit
  const holdsBest = inOrder.some(({ shared }) => shared === best);
  if (inOrder.length > 0 && holdsBest && tokens.count(trimmed) <= budget) return trimmed;
  const from = sentences.find(({ shared }) => shared === best)?.text ?? text;
  return shortenText(from, budget, tokens, wording);
}
