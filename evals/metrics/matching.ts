/** A list of entries; it matches a text when every entry does. */
export type Group = readonly string[];

const CJK = "\\p{Script=Han}\\u3000-\\u303f";
const SPACE_AFTER_CJK = new RegExp(`(?<=[${CJK}]) `, "gu");
const SPACE_BEFORE_CJK = new RegExp(` (?=[${CJK}])`, "gu");

/** NFKC, lower case, one space for a run of whitespace, none next to a Chinese character or CJK punctuation mark. */
export function normaliseText(text: string): string {
  return text
    .normalize("NFKC")
    .toLowerCase()
    .replace(/\s+/gu, " ")
    .replace(SPACE_AFTER_CJK, "")
    .replace(SPACE_BEFORE_CJK, "")
    .trim();
}

const isDigit = (character: string | undefined) => character !== undefined && character >= "0" && character <= "9";

/** Whether the occurrence at `start` is cut out of a longer number: `9` and `9.5` in `19.5`, `9` in `9.5`. */
function cutsNumber(text: string, start: number, end: number): boolean {
  if (isDigit(text[start])) {
    if (isDigit(text[start - 1])) return true;
    if (text[start - 1] === "." && isDigit(text[start - 2])) return true;
  }
  if (isDigit(text[end - 1])) {
    if (isDigit(text[end])) return true;
    if (text[end] === "." && isDigit(text[end + 1])) return true;
  }
  return false;
}

function holdsAlternative(text: string, alternative: string): boolean {
  if (alternative === "") return false;
  for (let start = text.indexOf(alternative); start !== -1; start = text.indexOf(alternative, start + 1)) {
    if (!cutsNumber(text, start, start + alternative.length)) return true;
  }
  return false;
}

/** `text` must be normalised; the entry need not be. */
function holdsEntry(text: string, entry: string): boolean {
  const negated = entry.startsWith("!");
  const alternatives = (negated ? entry.slice(1) : entry).split("|").map(normaliseText);
  const present = alternatives.some((alternative) => holdsAlternative(text, alternative));
  return present !== negated;
}

/**
 * Whether every entry of the group matches the text: alternatives are parted by `|`, an entry that starts with `!` must
 * be absent, numbers match whole. No stemming, translation or script conversion.
 */
export function matchesGroup(text: string, group: Group): boolean {
  const normalised = normaliseText(text);
  return group.every((entry) => holdsEntry(normalised, entry));
}

/** Whether a string is in a text when case, width and all whitespace are ignored: how leaked secrets are looked for. */
export function holdsIgnoringSpace(text: string, needle: string): boolean {
  const fold = (value: string) => value.normalize("NFKC").toLowerCase().replace(/\s+/gu, "");
  const wanted = fold(needle);
  return wanted !== "" && fold(text).includes(wanted);
}
