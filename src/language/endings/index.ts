import { hasHan, toSimplified } from "../script.js";
import { splitPieces } from "../speech-acts/pieces.js";
import { chineseEndings } from "./chinese.js";
import type { Ending } from "./ending.js";
import { englishEndings } from "./english.js";
import { switchOf } from "./switched.js";

export type { Ending } from "./ending.js";

/** A text longer than this tells a story. In characters */
const LONGEST = 300;
/** What is asked, supposed or only feared ends nothing. */
const UNREAL =
  /[?？]|\b(?:if|unless|maybe|perhaps|might|could|would|should|wish|hope|afraid|suppose|imagine|almost|nearly|apparently|rumou?r|he said|she said|they said)\b|如果|要是|万一|可能|也许|差点|听说|据说|希望|吗[。！]?$|会不会|是不是|要不要/iu;

const AND_I = /^[^,.;]{2,40} and I\b/u;

/** What a text ends, clause by clause, both languages; empty for nearly every text. Pure; linear in it. */
export function readEndings(text: string): readonly Ending[] {
  if (text.length > LONGEST || UNREAL.test(text)) return [];
  const whole = text.trim();
  const pieces = splitPieces(whole).map((piece) => piece.text);
  // "Anna and I broke up" is one clause with "and I" in it
  const clauses = pieces.length > 1 && AND_I.test(whole) ? [whole, ...pieces] : pieces;
  return clauses.flatMap((clause) => {
    const isHan = hasHan(clause);
    const switched = switchOf(isHan ? toSimplified(clause) : clause, isHan ? "zh" : "en");
    return [
      ...(isHan ? chineseEndings(clause) : englishEndings(clause)),
      ...(switched === undefined ? [] : [switched]),
    ];
  });
}

/** Whether an ending is what ends a remembered statement, whichever script it is kept in. */
export function isEndedBy(content: string, ending: Ending): boolean {
  return ending.ends(hasHan(content) ? toSimplified(content) : content);
}
