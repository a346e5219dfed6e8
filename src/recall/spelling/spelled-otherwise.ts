import { foldText, hasHan, queryTerms } from "../../language/index.js";
import type { TextForms } from "../run-texts.js";
import { translationsOf } from "./bilingual.js";
import { isOtherSpelling, mayBeInitials } from "./other-spellings.js";

/** A word of a query that may stand in a text in another form. */
interface SoughtWord {
  /** As the keyword index knows it. */
  readonly term: string;
  readonly folded: string;
  /** Lower case, where the word may be an abbreviation. */
  readonly initials?: string;
  readonly translations: ReadonlySet<string>;
  /** Written in letters that can be mistyped one by one. */
  readonly latin: boolean;
}

/** The words of a query as they are looked for in texts. */
export interface SoughtWords {
  readonly words: readonly SoughtWord[];
}

const WORDS = /[\p{L}\p{N}]+/gu;
/** Of longer queries no word weighs anything. */
const MOST_WORDS = 12;
const LATIN = /^[\p{Script=Latin}\p{N}]+$/u;

/** Prepares a query's telling words, once. Long queries give none: in a story no word alone is what is asked for. */
export function soughtWords(query: string, terms: readonly string[]): SoughtWords {
  if (terms.length > MOST_WORDS) return { words: [] };
  const wanted = new Set(terms);
  const latin = (query.match(WORDS) ?? []).filter((word) => LATIN.test(word));
  const words: SoughtWord[] = [];
  for (const word of new Set(latin)) {
    const [term] = queryTerms(word);
    if (term === undefined || !wanted.has(term)) continue;
    const folded = foldText(word);
    words.push({
      term,
      folded,
      latin: true,
      translations: translationsOf(folded),
      ...(mayBeInitials(word) ? { initials: folded } : {}),
    });
  }
  for (const term of terms)
    if (hasHan(term)) words.push({ term, folded: term, latin: false, translations: translationsOf(term) });
  return { words };
}

function isTranslated(word: SoughtWord, text: TextForms): boolean {
  for (const translation of word.translations) {
    if (hasHan(translation) ? text.han && text.folded.includes(translation) : text.roots.has(translation)) return true;
  }
  return false;
}

function stands(word: SoughtWord, text: TextForms): boolean {
  // the keyword channel counts those
  if (text.folded.includes(word.term) && (!word.latin || text.termSet.has(word.term))) return false;
  if (word.initials !== undefined && text.initials.has(word.initials)) return true;
  if (word.translations.size > 0 && isTranslated(word, text)) return true;
  if (!word.latin) return false;
  const first = word.folded.charAt(0);
  for (const each of text.words) if (each.startsWith(first) && isOtherSpelling(word.folded, each)) return true;
  return false;
}

/**
 * Share of the query's words that a text holds in another form only: abbreviated, misspelt, in the other language. 0–1; 0 for a query
 * whose words it holds as they are, which is the keyword channel's.
 */
export function shareSpelledOtherwise(sought: SoughtWords, text: TextForms): number {
  if (sought.words.length === 0) return 0;
  return sought.words.filter((word) => stands(word, text)).length / sought.words.length;
}
