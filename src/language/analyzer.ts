import { stemEnglish } from "./porter2.js";
import { hasHan, toSimplified } from "./script.js";
import { cutRuns } from "./segmenter.js";
import { isFunctionCharacter, isFunctionWord } from "./stop-words.js";
import { canonicalWord } from "./vocabulary.js";

/** What no reader sees: zero-width and direction marks, soft hyphen, variation selectors. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]|[\ufe00-\ufe0f]/gu;

/** A Han run, a run of a script without spaces (kana, Thai, Lao, Khmer, Burmese), or a word with its inner connectors (PRJ-1024, a@b.c). */
const TOKEN =
  /(?<han>[\p{Script=Han}々〇]+)|(?<dense>[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}ー]+)|(?<word>[#@]?WORD(?:['&+:/@._-]WORD)*(?:\+\+|#)?)/u;
const WORD =
  "(?:(?![\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Thai}\\p{Script=Lao}\\p{Script=Khmer}\\p{Script=Myanmar}々〇ー])[\\p{L}\\p{N}\\p{M}])+";
const TOKENS = new RegExp(TOKEN.source.replaceAll("WORD", WORD), "gu");
const THOUSANDS = /(?<=\d),(?=\d{3}(?!\d))/gu;
const CONNECTOR = /[&+:/@._-]/u;
const LETTER_DIGIT = /^(?=.*\p{L})(?=.*\p{N})[\p{L}\p{N}]{2,32}$/u;
const LATIN_MARKS = /\p{M}+/gu;
/** Longer words are blobs (base64, hashes joined): the head is enough to find them again. */
const LONGEST_TERM = 64;
const STEMS_REMEMBERED = 20_000;

const stems = new Map<string, string>();
/** At most as many as the vocabulary has. */
const commonCuts = new Map<string, readonly string[]>();

interface Term {
  readonly text: string;
  /** A function word of either language. */
  readonly empty: boolean;
}

/**
 * Folds what must not tell two texts apart: width and compatibility forms (NFKC), case, script (traditional → simplified), invisible
 * marks, runs of white space. For comparing, never for showing. Lone surrogates become U+FFFD.
 */
export function foldText(text: string): string {
  return fold(text).replace(/\s+/gu, " ").trim();
}

function fold(text: string): string {
  const plain = text.toWellFormed().normalize("NFKC").replace(INVISIBLE, "").replace(/[’‘ʼ]/gu, "'").toLowerCase();
  return toSimplified(plain);
}

function stem(word: string): string {
  const known = stems.get(word);
  if (known !== undefined) return known;
  const found = stemEnglish(word);
  if (stems.size >= STEMS_REMEMBERED) stems.clear();
  stems.set(word, found);
  return found;
}

function withoutMarks(word: string): string {
  return /[^\0-\x7f]/u.test(word) ? word.normalize("NFD").replace(LATIN_MARKS, "").normalize("NFC") : word;
}

/** Letters and digits that stand together are found apart as well: `prj1024` by `1024`. */
function pushPart(part: string, terms: Term[]): void {
  const empty = isFunctionWord(part);
  terms.push({ text: stem(part).slice(0, LONGEST_TERM), empty });
  if (!LETTER_DIGIT.test(part)) return;
  for (const [piece] of part.matchAll(/\p{N}+|[^\p{N}]+/gu))
    if (piece.length > 1) terms.push({ text: piece, empty: false });
}

function pushWord(token: string, terms: Term[]): void {
  const word = withoutMarks(token);
  const bare = word.replace(/^[#@]/u, "");
  const parts = bare
    .replace(/(?:\+\+|#)$/u, "")
    .split(CONNECTOR)
    .filter((part) => part !== "");
  if (word !== bare || bare.endsWith("#") || bare.endsWith("++")) {
    terms.push({ text: word.slice(0, LONGEST_TERM), empty: false });
  }
  if (parts.length > 1) {
    const whole = bare.replace(/(?:\+\+|#)$/u, "");
    terms.push({ text: whole.slice(0, LONGEST_TERM), empty: false });
  }
  for (const part of parts) pushPart(part, terms);
}

/** Overlapping pairs of a run of characters; the only character when there is one. */
function pushPairs(characters: readonly string[], terms: Term[]): void {
  for (let index = 0; index + 1 < characters.length; index += 1) {
    const first = characters[index] ?? "";
    const second = characters[index + 1] ?? "";
    if (isFunctionCharacter(first) || isFunctionCharacter(second)) continue;
    for (const common of commonWords(first + second)) terms.push({ text: common, empty: false });
  }
}

/** The cuts of the common word for a regional one, so that 計程車 is found by 出租车 and what is inside it; the word itself otherwise. */
function commonWords(word: string): readonly string[] {
  const common = canonicalWord(word);
  if (common === word) return [word];
  const known = commonCuts.get(common) ?? cutRuns([common])[0] ?? [common];
  commonCuts.set(common, known);
  return known;
}

function pushHan(words: readonly string[], terms: Term[]): void {
  let singles: string[] = [];
  for (const word of words) {
    for (const common of commonWords(word)) terms.push({ text: common, empty: isFunctionWord(common) });
    if ([...word].length === 1) {
      singles.push(word);
      continue;
    }
    pushPairs(singles, terms);
    singles = [];
  }
  pushPairs(singles, terms);
}

function pushDense(run: string, terms: Term[]): void {
  const characters = [...run];
  if (characters.length === 1) terms.push({ text: run, empty: false });
  pushPairs(characters, terms);
}

function collectTerms(text: string): readonly Term[] {
  const folded = fold(text).replace(THOUSANDS, "");
  const tokens = [...folded.matchAll(TOKENS)];
  const cuts = hasHan(folded) ? cutRuns(tokens.flatMap((token) => token.groups?.han ?? [])) : [];
  const terms: Term[] = [];
  let runs = 0;
  for (const { groups } of tokens) {
    if (groups?.han !== undefined) {
      pushHan(cuts[runs] ?? [], terms);
      runs += 1;
    } else if (groups?.dense !== undefined) pushDense(groups.dense, terms);
    else if (groups?.word !== undefined) pushWord(groups.word, terms);
  }
  return terms;
}

/**
 * Terms of a text for a keyword index, with repeats, in order. The one analyzer of the house: what is indexed and what is asked go
 * through it alike. Width, case, script, accents and inflection are folded; Han is cut into words with the shorter words inside them, and
 * unknown runs of Han into characters and pairs; identifiers come whole and in parts. Time is linear in the text; nothing throws.
 * @example analyze("I deployed PRJ-1024 在清华大学") // ["i","deploy","prj-1024","prj","1024","在","清华","华大","大学","清华大学"]
 */
export function analyze(text: string): string[] {
  return collectTerms(text).map((term) => term.text);
}

/**
 * The distinct terms to ask a keyword index for: those of `analyze` without the function words of both languages, which cost
 * time and tell nothing. A text of function words only keeps them all; a text without words gives [].
 */
export function queryTerms(text: string): string[] {
  const terms = collectTerms(text);
  const telling = terms.filter((term) => !term.empty);
  return [...new Set((telling.length > 0 ? telling : terms).map((term) => term.text))];
}
