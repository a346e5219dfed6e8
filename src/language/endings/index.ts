import { hasHan, toSimplified } from "../script.js";
import { splitPieces } from "../speech-acts/pieces.js";
import { chineseEndings } from "./chinese.js";
import type { Ending } from "./ending.js";
import { englishEndings } from "./english.js";
import { leavesSome } from "./leaves-some.js";
import { switchOf } from "./switched.js";

export type { Ending } from "./ending.js";

/** A text longer than this tells a story. In characters */
const LONGEST = 300;
/** What is asked, supposed or only feared ends nothing. */
const UNREAL =
  /[?？]|\b(?:if|unless|maybe|perhaps|might|could|would|should|wish|hope|afraid|suppose|imagine|almost|nearly|apparently|rumou?r|he said|she said|they said)\b|如果|要是|万一|可能|也许|差点|听说|据说|希望|吗[。！]?$|会不会|是不是|要不要/iu;

const AND_I = /^[^,.;]{2,40} and I\b/u;

interface EndingClause {
  readonly text: string;
  /** The clause behind it. */
  readonly next?: string;
}

function clausesOf(text: string): readonly EndingClause[] {
  if (text.length > LONGEST || UNREAL.test(text)) return [];
  const whole = text.trim();
  const pieces = splitPieces(whole).map((piece) => piece.text);
  const clauses = pieces.map((piece, index) => ({ text: piece, next: pieces[index + 1] ?? "" }));
  // "Anna and I broke up" is one clause with "and I" in it
  return pieces.length > 1 && AND_I.test(whole) ? [{ text: whole }, ...clauses] : clauses;
}

function endingsOf({ text }: EndingClause): readonly Ending[] {
  const isHan = hasHan(text);
  const switched = switchOf(isHan ? toSimplified(text) : text, isHan ? "zh" : "en");
  return [...(isHan ? chineseEndings(text) : englishEndings(text)), ...(switched === undefined ? [] : [switched])];
}

/** What a text ends, clause by clause, both languages; empty for nearly every text. Pure; linear in it. */
export function readEndings(text: string): readonly Ending[] {
  return clausesOf(text).flatMap(endingsOf);
}

/** What a text ends for good: without the clauses that end a part of something, the rest of which goes on. */
export function readWholeEndings(text: string): readonly Ending[] {
  return clausesOf(text)
    .filter((clause) => !leavesSome(clause.text, clause.next))
    .flatMap(endingsOf);
}

/** Whether an ending is what ends a remembered statement, whichever script it is kept in. */
export function isEndedBy(content: string, ending: Ending): boolean {
  return ending.ends(hasHan(content) ? toSimplified(content) : content);
}
