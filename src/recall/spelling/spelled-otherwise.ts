import { analyze, foldText, hasHan, queryTerms } from "../../language/index.js";
import { rootOf, translationsOf } from "./bilingual.js";
import { initialsIn, isOtherSpelling, mayBeInitials } from "./other-spellings.js";

/** A word of a query that may stand in a text in another form. */
interface SoughtWord {
  /** As the keyword index knows it. */
  readonly term: string;
  readonly folded: string;
  /** Lower case, where the word may be an abbreviation. */
  readonly initials?: string;
  readonly translations: ReadonlySet<string>;
}

/** The words of a query as they are looked for in texts. */
export interface SoughtWords {
  readonly words: readonly SoughtWord[];
  readonly han: boolean;
}

const WORDS = /[\p{L}\p{N}]+/gu;
const HAN_RUN = /\p{Script=Han}+/gu;
/** Of longer queries no word weighs anything. */
const MOST_WORDS = 12;
const LATIN = /^[\p{Script=Latin}\p{N}]+$/u;

/** Prepares a query's telling words, once. Long queries give none: in a story no word alone is what is asked for. */
export function soughtWords(query: string, terms: readonly string[]): SoughtWords {
  if (terms.length > MOST_WORDS) return { words: [], han: false };
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
      translations: translationsOf(folded),
      ...(mayBeInitials(word) ? { initials: folded } : {}),
    });
  }
  for (const term of terms) if (hasHan(term)) words.push({ term, folded: term, translations: translationsOf(term) });
  return { words, han: hasHan(query) };
}

function stands(word: SoughtWord, text: TextForms): boolean {
  if (text.terms.has(word.term)) return false;
  if (word.initials !== undefined && text.initials.has(word.initials)) return true;
  for (const translation of word.translations)
    if (hasHan(translation) ? text.folded.includes(translation) : text.roots.has(translation)) return true;
  return LATIN.test(word.folded) && text.words.some((each) => isOtherSpelling(word.folded, each));
}

interface TextForms {
  readonly terms: ReadonlySet<string>;
  readonly words: readonly string[];
  readonly roots: ReadonlySet<string>;
  readonly initials: ReadonlySet<string>;
  readonly folded: string;
}

function formsOf(text: string): TextForms {
  const folded = foldText(text);
  const words = [...new Set(folded.replace(HAN_RUN, " ").match(WORDS) ?? [])];
  return {
    terms: new Set(analyze(text)),
    words,
    roots: new Set(words.map(rootOf)),
    initials: initialsIn(text),
    folded,
  };
}

/**
 * Share of the query's words that a text holds in another form only: abbreviated, misspelt, in the other language. 0–1; 0 for a query
 * whose words it holds as they are, which is the keyword channel's.
 */
export function shareSpelledOtherwise(sought: SoughtWords, text: string): number {
  if (sought.words.length === 0) return 0;
  const forms = formsOf(text);
  return sought.words.filter((word) => stands(word, forms)).length / sought.words.length;
}
