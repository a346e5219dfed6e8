import { hasOwnSubject } from "../../language/index.js";
import {
  couldLast,
  isLoose,
  LONGEST_JOINED,
  lacksOwnSubject,
  namesAnother,
  OWN_CLAUSE,
  type Run,
  standsApart,
  width,
} from "./joints.js";
import { isOfOtherTime } from "./other-time.js";
import type { Piece } from "./piece.js";

/* What a clause needs of those on its left to be read without them. */

/** A second predicate after "but" or 但: without the clause on its left it has no subject. */
const GOES_ON_FROM =
  /^(?:但是?|不过|可是|而且|并且?)(?!我|咱|他|她|它|这|那|你)(?:还|也|都|又|已经?|尚|没|未|不|只|就|才)|^(?:but|and|yet) (?:not|no|never|hasn't|haven't|didn't|doesn't|isn't|only|also|still|now)\b/iu;

/** A piece that its own words leave without a subject: a second predicate, a result, a manner. */
const NO_SUBJECT_EN =
  /^(?:(?:and|but|so|or|then|to|for|with|by|which|where|because|as) |(?:called|named|based|mostly|mainly|especially|including|usually|preferably)\b|[a-z]{2,}(?:ing|ed)\b)/u;

/**
 * The pieces on the left without which a piece cannot be read: those back to where its clause begins. None where it begins one itself,
 * where its subject is plain, or where what stands there was said in passing.
 */
export function leadingTo(piece: Piece, run: Run, starts: () => ReadonlySet<number>): readonly Piece[] {
  const at = run.pieces.indexOf(piece);
  const left = run.pieces[at - 1];
  if (left === undefined || piece.speech.cues.explicit || !couldLast(left)) return [];
  if (namesAnother(piece, [left])) return [];
  if (GOES_ON_FROM.test(piece.text)) return [left];
  if (OWN_CLAUSE.test(piece.text) || starts().has(piece.start)) return [];
  const slotted = piece.slots.some((slot) => slot.subject !== "user" || !slot.elliptic);
  if (slotted || piece.speech.act === "request") return [];
  if (!/\p{Script=Han}/u.test(piece.text) && !NO_SUBJECT_EN.test(piece.text)) return [];
  let from = at - 1;
  while (from > 0 && !starts().has(run.pieces[from]?.start ?? -1)) from -= 1;
  const leading = run.pieces.slice(from, at);
  const isPlain = leading.every((each) => !isLoose(each) && couldLast(each) && each.slots.length === 0);
  return isPlain && width(run.text.slice((leading[0]?.start ?? 0) - run.start, piece.end - run.start)) <= LONGEST_JOINED
    ? leading
    : [];
}

/** Clauses that a Chinese statement may take up its topic across. */
const LONGEST_CHAIN = 4;

/**
 * 野马修好了，花了三千，在城南弄的，以后都找他: a Chinese clause without a subject goes on about the topic that opens the chain. The clauses
 * from that one on; none where the statement names its subject, or the chain opens with none.
 * @param from where the last statement ended: what it holds opens no other
 */
export function topicChain(run: Run, opening: Piece, from: number): readonly Piece[] {
  // a slot finds its holder in the words before its clause
  if (opening.slots.length > 0 || opening.speech.cues.explicit || opening.speech.act === "request") return [];
  if (!lacksOwnSubject(opening.text)) return [];
  const at = run.pieces.indexOf(opening);
  for (let first = at - 1; first >= Math.max(0, at - LONGEST_CHAIN); first -= 1) {
    const piece = run.pieces[first];
    if (piece === undefined || piece.start < from || piece.slots.length > 0 || !couldLast(piece)) return [];
    if (piece.speech.act === "retraction" && opening.speech.act !== "retraction") return [];
    if (isOfOtherTime(opening, [piece]) || piece.speech.cues.hearsay || piece.speech.cues.vague) return [];
    if (lacksOwnSubject(piece.text)) continue;
    if (!hasOwnSubject(piece.text) && !NAMES_TOPIC.test(piece.text)) return [];
    const whole = run.text.slice(piece.start - run.start, opening.end - run.start);
    return width(whole) <= LONGEST_JOINED ? run.pieces.slice(first, at) : [];
  }
  return [];
}

/** A bare topic: 那台缝纫机, 老家的房子. */
const NAMES_TOPIC = /^(?:我|我们|咱|家里|老家|那|这)?(?:家|的|边)?[\p{Script=Han}A-Za-z\d]{2,12}$/u;

/** 老师告诉她再练练 */
const POINTS_BACK = /^[^我咱俺]*(?<![吉其])[他她它](?!们?[说讲人])/u;

/** 赛前很焦虑，最后拿了第三名: told of whom the statement before it, right on its left, is about. */
export function goesOnFrom(unit: readonly Piece[] | undefined, opening: Piece, piece: Piece, run: Run): boolean {
  const [first, last] = [unit?.[0], unit?.at(-1)];
  if (unit === undefined || first === undefined || last === undefined) return false;
  if (run.pieces.indexOf(last) + 1 !== run.pieces.indexOf(opening)) return false;
  if (!lacksOwnSubject(opening.text) && ![opening, piece].some(({ text }) => POINTS_BACK.test(text))) return false;
  if ([...unit, piece].some(({ slots, speech }) => slots.length > 0 || speech.act === "request")) return false;
  if (piece.speech.cues.explicit || piece.speech.act !== last.speech.act || standsApart(piece, unit)) return false;
  return width(run.text.slice(first.start - run.start, piece.end - run.start)) <= LONGEST_JOINED;
}
