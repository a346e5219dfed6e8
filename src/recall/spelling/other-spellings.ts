/*
 * Ways in which one word stands for another in writing: short forms, forms with a tail, slips of the hand. Rules of spelling only; which
 * words mean the same is not for this file to say.
 */

/** Shorter words are one slip away from too many others. */
const SLIP_LETTERS = 4;
/** A wrong letter makes another word of a short one (mango, mongo); of a long one hardly ever. */
const WRONG_LETTER_LETTERS = 7;
const STEM_LETTERS = 5;
/** At most so many letters are a tail: `mongod`, `reactjs`. */
const TAIL_LETTERS = 2;
const MOST_INITIALS = 5;
const NUMERONYM = /^(\p{L})(\d{1,2})(\p{L})$/u;
const INITIALS = /^\p{L}{2,5}$/u;
const HUMPS = /\p{Lu}?\p{Ll}+|\p{Lu}+(?!\p{Ll})|\p{N}+/gu;

/** `k8s` for a word that begins with k, ends with s and has eight letters between them. */
function isNumeronym(short: string, word: string): boolean {
  const [, first, count, last] = NUMERONYM.exec(short) ?? [];
  return (
    first !== undefined &&
    last !== undefined &&
    word.length === Number(count) + 2 &&
    word.startsWith(first) &&
    word.endsWith(last)
  );
}

/** One begins with the other and adds a tail. */
function differsByTail(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  return short.length >= STEM_LETTERS && long.length - short.length <= TAIL_LETTERS && long.startsWith(short);
}

/** A letter doubled or not, two letters in the wrong order; in long words also one wrong letter or one too many. */
function differsBySlip(one: string, other: string): boolean {
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < SLIP_LETTERS || long.length - short.length > 1 || short[0] !== long[0]) return false;
  let at = 0;
  while (at < short.length && short[at] === long[at]) at += 1;
  if (short.length === long.length) {
    if (at === short.length) return false;
    const swapped =
      short[at] === long[at + 1] && short[at + 1] === long[at] && short.slice(at + 2) === long.slice(at + 2);
    return swapped || (short.length >= WRONG_LETTER_LETTERS && short.slice(at + 1) === long.slice(at + 1));
  }
  if (short.slice(at) !== long.slice(at + 1)) return false;
  return long[at] === long[at - 1] || long[at] === long[at + 1] || short.length >= WRONG_LETTER_LETTERS;
}

/** Is a written form another spelling of a word? Both in lower case. */
export function isOtherSpelling(written: string, word: string): boolean {
  return (
    written !== word && (isNumeronym(written, word) || differsByTail(written, word) || differsBySlip(written, word))
  );
}

/**
 * The initials of every run of two to five words in a text, lower case: "dead letter queue" gives `dl`, `dlq`, `lq`. Humps count as
 * words: "GitHub Actions" gives `gha` too.
 */
export function initialsIn(text: string): ReadonlySet<string> {
  const letters = (text.match(HUMPS) ?? []).map((part) => part.charAt(0).toLowerCase());
  const found = new Set<string>();
  for (let start = 0; start < letters.length; start++) {
    for (let count = 2; count <= MOST_INITIALS && start + count <= letters.length; count++)
      found.add(letters.slice(start, start + count).join(""));
  }
  return found;
}

/** May a word be made of initials? Two letters are, in capitals only: every text has some run for any two letters. */
export function mayBeInitials(word: string): boolean {
  return INITIALS.test(word) && word.length >= 3 && word === word.toUpperCase() && word !== word.toLowerCase();
}
