import { foldText, toSimplified } from "../../language/index.js";
import { normaliseValue } from "../../language/slots/index.js";

/** Two texts that are one but for one place. */
export interface Substitution {
  readonly first: string;
  readonly second: string;
  /** Where the place lies: before the middle of the text it is mostly whom or what it is about, behind it what is said of it. */
  readonly isEarly: boolean;
}

/** At least this share of the longer text stands outside of the place. */
const SAME_SHARE = 0.5;
/** In fewer pieces what is moved may be whoever does it. */
const FEWEST_ROTATED = 6;
const EDGES = /^[\s，。,.!！;；、]+|[\s，。,.!！;；、]+$/gu;
const FILLER =
  /^(?:(?:的|了|是|在|就|都|吧|啊|呢|哦|嗯|那个|其实|一般|平时|我|a|an|the|is|are|that|to|so|well|actually|usually|please|just|really|do|does)\s*)*$/iu;

/** The pieces in which texts are compared: words, and each Han character. */
function piecesOf(text: string): readonly string[] {
  return (
    toSimplified(foldText(text))
      .replace(EDGES, "")
      .match(/\p{Script=Han}|[\p{L}\p{N}'’.:%$€£-]+|[^\s\p{L}\p{N}]/gu)
      ?.filter((piece) => !/^[，。,.!！;；、]$/u.test(piece)) ?? []
  );
}

/** The one place in which the texts differ; undefined where they are equal or differ in several. */
export function findSubstitution(first: string, second: string): Substitution | undefined {
  const [a, b] = [piecesOf(first), piecesOf(second)];
  const shorter = Math.min(a.length, b.length);
  let from = 0;
  while (from < shorter && a[from] === b[from]) from += 1;
  let behind = 0;
  while (behind < shorter - from && a[a.length - 1 - behind] === b[b.length - 1 - behind]) behind += 1;
  const longer = Math.max(a.length, b.length);
  if (longer === 0 || (from + behind) / longer < SAME_SHARE) return undefined;
  const join = (pieces: readonly string[]): string => pieces.join(/\p{Script=Han}/u.test(second) ? "" : " ");
  const [one, other] = [join(a.slice(from, a.length - behind)), join(b.slice(from, b.length - behind))];
  if (one === other) return undefined;
  return { first: one, second: other, isEarly: from < behind };
}

/** The same words in another order: who does it to whom, or what comes first. */
export function areReordered(first: string, second: string): boolean {
  const [a, b] = [piecesOf(first), piecesOf(second)];
  if (a.length !== b.length || a.join(" ") === b.join(" ")) return false;
  // "on Saturdays we swim" and "we swim on Saturdays": one part moved as a whole from one end to the other
  if (` ${[...a, ...a].join(" ")} `.includes(` ${b.join(" ")} `) && a.length >= FEWEST_ROTATED) return false;
  return [...a].sort().join(" ") === [...b].sort().join(" ");
}

/** Whether what stands in the place is one thing in both: nothing but filler, or one value written in two ways. */
export function saysTheSame({ first, second }: Substitution): boolean {
  if (FILLER.test(first) && FILLER.test(second)) return true;
  return first !== "" && second !== "" && normaliseValue(first) === normaliseValue(second);
}
