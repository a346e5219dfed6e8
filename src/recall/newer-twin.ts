/** Longer statements are no mere slot with a value. */
const MOST_WORDS = 60;
/** A value is at most so many words. */
const VALUE_WORDS = 8;
/** What two statements have in common is at least so many words. */
const FRAME_WORDS = 3;

/**
 * Do two texts say one thing with two values ("the chair of X is A", "the chair of X is B")? They begin and end with the same words, differ
 * in one place, and all of the query's words that either holds are in what they share (the words around the value, or a word that both values
 * hold: "University of A", "B University"): what is asked for is the place where they differ.
 * @param a words of the one, in order, as the analyzer gives them; b of the other
 */
export function differInValueOnly(a: readonly string[], b: readonly string[], terms: readonly string[]): boolean {
  if (a.length > MOST_WORDS || b.length > MOST_WORDS) return false;
  const shorter = Math.min(a.length, b.length);
  let head = 0;
  while (head < shorter && a[head] === b[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && a[a.length - 1 - tail] === b[b.length - 1 - tail]) tail += 1;
  const values = [a.slice(head, a.length - tail), b.slice(head, b.length - tail)];
  if (values.some((value) => value.length === 0 || value.length > VALUE_WORDS)) return false;
  const frame = new Set([...a.slice(0, head), ...a.slice(a.length - tail)]);
  if (head + tail < FRAME_WORDS || !terms.some((term) => frame.has(term))) return false;
  const isInOne = (term: string) =>
    values.some((value) => value.includes(term)) && !values.every((value) => value.includes(term));
  return !terms.some((term) => isInOne(term) && !frame.has(term));
}
