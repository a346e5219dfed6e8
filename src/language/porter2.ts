/**
 * English stemming by the Snowball "English" (Porter2) algorithm of Martin Porter, written from its published description:
 * https://snowballstem.org/algorithms/english/stemmer.html
 */

const VOWEL = /[aeiouy]/;
const DOUBLE = /(?:bb|dd|ff|gg|mm|nn|pp|rr|tt)$/;
const VALID_LI = /[cdeghkmnrt]li$/;
/** Ends in a short syllable: non-vowel, vowel, non-vowel other than w, x, Y; or a vowel and a non-vowel that are the whole word. */
const SHORT_SYLLABLE = /(?:[^aeiouy][aeiouy][^aeiouywxY]|^[aeiouy][^aeiouy])$/;

const EXCEPTIONS: ReadonlyMap<string, string> = new Map([
  ["skis", "ski"],
  ["skies", "sky"],
  ["dying", "die"],
  ["lying", "lie"],
  ["tying", "tie"],
  ["idly", "idl"],
  ["gently", "gentl"],
  ["ugly", "ugli"],
  ["early", "earli"],
  ["only", "onli"],
  ["singly", "singl"],
  ["sky", "sky"],
  ["news", "news"],
  ["howe", "howe"],
  ["atlas", "atlas"],
  ["cosmos", "cosmos"],
  ["bias", "bias"],
  ["andes", "andes"],
]);
const AFTER_1A = new Set(["inning", "outing", "canning", "herring", "earring", "proceed", "exceed", "succeed"]);

const STEP2: readonly (readonly [string, string])[] = [
  ["ization", "ize"],
  ["ational", "ate"],
  ["fulness", "ful"],
  ["ousness", "ous"],
  ["iveness", "ive"],
  ["tional", "tion"],
  ["biliti", "ble"],
  ["lessli", "less"],
  ["entli", "ent"],
  ["ation", "ate"],
  ["alism", "al"],
  ["aliti", "al"],
  ["ousli", "ous"],
  ["iviti", "ive"],
  ["fulli", "ful"],
  ["enci", "ence"],
  ["anci", "ance"],
  ["abli", "able"],
  ["izer", "ize"],
  ["ator", "ate"],
  ["alli", "al"],
  ["bli", "ble"],
];
const STEP3: readonly (readonly [string, string])[] = [
  ["ational", "ate"],
  ["tional", "tion"],
  ["alize", "al"],
  ["icate", "ic"],
  ["iciti", "ic"],
  ["ical", "ic"],
  ["ness", ""],
  ["ful", ""],
];
const STEP4 = [
  "ement",
  "ance",
  "ence",
  "able",
  "ible",
  "ment",
  "ant",
  "ent",
  "ism",
  "ate",
  "iti",
  "ous",
  "ive",
  "ize",
  "al",
  "er",
  "ic",
];

/** Start of the region after the first non-vowel that follows a vowel, from `from` on. */
function regionAfter(word: string, from: number): number {
  for (let index = from; index < word.length - 1; index += 1) {
    if (VOWEL.test(word.charAt(index)) && !VOWEL.test(word.charAt(index + 1))) return index + 2;
  }
  return word.length;
}

function regions(word: string): { readonly r1: number; readonly r2: number } {
  const prefix = /^(?:gener|commun|arsen)/.exec(word);
  const r1 = prefix ? prefix[0].length : regionAfter(word, 0);
  return { r1, r2: regionAfter(word, r1) };
}

function markConsonantY(word: string): string {
  let marked = "";
  for (let index = 0; index < word.length; index += 1) {
    const letter = word.charAt(index);
    const consonant = letter === "y" && (index === 0 || /[aeiouy]/.test(marked.charAt(index - 1)));
    marked += consonant ? "Y" : letter;
  }
  return marked;
}

function step1a(word: string): string {
  if (word.endsWith("sses")) return word.slice(0, -2);
  if (word.endsWith("ied") || word.endsWith("ies")) return word.length > 4 ? word.slice(0, -2) : word.slice(0, -1);
  if (word.endsWith("us") || word.endsWith("ss")) return word;
  if (word.endsWith("s") && VOWEL.test(word.slice(0, -2))) return word.slice(0, -1);
  return word;
}

function isShort(word: string, r1: number): boolean {
  return r1 >= word.length && SHORT_SYLLABLE.test(word);
}

function step1b(word: string, r1: number): string {
  const eed = /(?:eedly|eed)$/.exec(word);
  if (eed) return eed.index >= r1 ? `${word.slice(0, eed.index)}ee` : word;
  const ending = /(?:ingly|edly|ing|ed)$/.exec(word);
  if (!ending) return word;
  const stem = word.slice(0, ending.index);
  if (!VOWEL.test(stem)) return word;
  if (/(?:at|bl|iz)$/.test(stem)) return `${stem}e`;
  if (DOUBLE.test(stem)) return stem.slice(0, -1);
  return isShort(stem, r1) ? `${stem}e` : stem;
}

function step1c(word: string): string {
  return word.length > 2 && /[^aeiouy][yY]$/.test(word) ? `${word.slice(0, -1)}i` : word;
}

function replaceLongest(
  word: string,
  table: readonly (readonly [string, string])[],
  region: number,
): string | undefined {
  for (const [suffix, replacement] of table) {
    if (!word.endsWith(suffix)) continue;
    const at = word.length - suffix.length;
    return at >= region ? word.slice(0, at) + replacement : word;
  }
  return undefined;
}

function step2(word: string, r1: number): string {
  const replaced = replaceLongest(word, STEP2, r1);
  if (replaced !== undefined) return replaced;
  if (word.endsWith("ogi")) return word.length - 3 >= r1 && word.endsWith("logi") ? word.slice(0, -1) : word;
  if (word.endsWith("li")) return word.length - 2 >= r1 && VALID_LI.test(word) ? word.slice(0, -2) : word;
  return word;
}

function step3(word: string, r1: number, r2: number): string {
  const replaced = replaceLongest(word, STEP3, r1);
  if (replaced !== undefined) return replaced;
  return word.endsWith("ative") && word.length - 5 >= r2 ? word.slice(0, -5) : word;
}

function step4(word: string, r2: number): string {
  for (const suffix of STEP4) {
    if (word.endsWith(suffix)) return word.length - suffix.length >= r2 ? word.slice(0, -suffix.length) : word;
  }
  return /[st]ion$/.test(word) && word.length - 3 >= r2 ? word.slice(0, -3) : word;
}

function step5(word: string, r1: number, r2: number): string {
  const last = word.length - 1;
  if (word.endsWith("e")) {
    const free = last >= r2 || (last >= r1 && !SHORT_SYLLABLE.test(word.slice(0, -1)));
    return free ? word.slice(0, -1) : word;
  }
  return word.endsWith("ll") && last >= r2 ? word.slice(0, -1) : word;
}

/** Stem of a lower-case English word; words with other letters than a–z and ' come back as they are. */
export function stemEnglish(word: string): string {
  if (word.length < 3 || !/^[a-z']+$/.test(word)) return word;
  const known = EXCEPTIONS.get(word);
  if (known !== undefined) return known;
  const bare = word.replace(/^'/, "").replace(/(?:'s'|'s|')$/, "");
  if (bare.length < 3) return bare;
  const start = step1a(markConsonantY(bare));
  if (AFTER_1A.has(start)) return start;
  const { r1, r2 } = regions(start);
  const opened = step1c(step1b(start, r1));
  const closed = step5(step4(step3(step2(opened, r1), r1, r2), r2), r1, r2);
  return closed.toLowerCase();
}
