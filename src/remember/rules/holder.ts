import { hasHan } from "../../language/index.js";
import type { Holder } from "./held.js";
import { holderInEnglish } from "./holder-en.js";
import { holderInChinese } from "./holder-zh.js";

const SENTENCE_MARKS = /[。！？!?\n]|(?<!\b(?:Mr|Mrs|Ms|Dr|Prof|St))\.(?=\s|$)/u;
const CLAUSE_MARKS = /[，；;：:—]|,(?!\d{3}(?!\d))/u;
/** Clauses and characters that are looked back on. */
const MOST_CLAUSES = 8;
const LONGEST_BEFORE = 300;

/** Whom or what a clause is about; undefined where it names nobody. Pure. */
export function holderOf(clause: string): Holder | undefined {
  return hasHan(clause) ? holderInChinese(clause) : holderInEnglish(clause);
}

/** The nearest one that the clauses of a text name, the last first. */
function lastHolder(text: string): Holder | undefined {
  const clauses = text
    .slice(-LONGEST_BEFORE)
    .split(CLAUSE_MARKS)
    .filter((clause) => clause.trim() !== "")
    .slice(-MOST_CLAUSES);
  for (const clause of clauses.reverse()) {
    const holder = holderOf(clause);
    if (holder !== undefined) return holder;
  }
  return undefined;
}

/** Whom the clauses that stand before `at` in its sentence are about. */
export function holderInSentence(text: string, at: number): Holder | undefined {
  const before = text.slice(Math.max(0, at - LONGEST_BEFORE), at);
  return lastHolder(before.split(SENTENCE_MARKS).at(-1) ?? "");
}

/** The sentences before `at`, the nearest first, without what is blank. */
export function sentencesBefore(text: string, at: number): readonly string[] {
  return text
    .slice(Math.max(0, at - LONGEST_BEFORE), at)
    .split(SENTENCE_MARKS)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== "")
    .reverse();
}

/** Sentences without a subject that a fragment may stand behind whom it is about. */
const MOST_SENTENCES = 4;

/** Whom the sentences just before the one that begins at `at` are about: the nearest that names anybody. */
export function holderOfSentenceBefore(text: string, at: number): Holder | undefined {
  for (const sentence of sentencesBefore(text, at).slice(0, MOST_SENTENCES)) {
    const holder = lastHolder(sentence);
    if (holder !== undefined) return holder;
  }
  return undefined;
}
