import { hasOwnSubject, type Span } from "../../language/index.js";
import { thirdPersonOf, ZH_RELATIONS } from "../../language/slots/index.js";
import { isPieceOfWork } from "../../language/speech-acts/index.js";
import {
  endsSomething,
  isDetail,
  isHabitBesideTrait,
  isNextTrait,
  isOccasionBesideTrait,
  isOfAnother,
  isReason,
  isSecondPredicate,
} from "./apart.js";
import { isOfOtherTime } from "./other-time.js";
import type { Piece } from "./piece.js";
import { isAboutSame, namesAgain } from "./same-matter.js";

/* Whether a clause goes with the one on its left, opens the next one, or stands apart. */

/** Pieces that follow one another with nothing between that can be no part of a statement. */
export interface Run extends Span {
  readonly pieces: readonly Piece[];
  /** Its sentence takes back what was said before. */
  readonly corrects: boolean;
}

const DROPPED = new Set([
  "chatter",
  "question",
  "paste",
  "sarcasm",
  "fiction",
  "quotation",
  "hypothetical",
  "off-record",
  "forget",
]);

/** Whether the piece can be no part of a statement. */
export function isDropped(piece: Piece): boolean {
  return DROPPED.has(piece.speech.act);
}

const ZH_FRAME =
  /(?:的|时|时候|的话|之?后|之?前|期间|起|开始|里|上|中|那边|这边|方面|来说)$|^(?:如果|要是|若|只要|一旦|凡是?|所有|任何|每次|每当|碰到|遇到|当|除非|关于|对于|至于|因为|由于|以后|今后)/u;
const EN_FRAME =
  /^(?:(?:[^\p{L}\p{N}]*(?:and|but|so|oh|also|ok|then)(?![\p{L}\p{N}]))+[^\p{L}\p{N}]+)?(?:if|when|whenever|once|for|in|on|at|after|before|since|because|until|unless|as soon as|with|without|every|each|from|during|about|regarding|anything|any)\b/iu;
const LONGEST_TOPIC_WORDS = 4;
const LONGEST_TOPIC_HAN = 12;
/** Topics and conditions that one statement may open with: a list names several ("room 214, Mr Quist, grade 5"). */
export const MOST_FRAMES = 3;

function wordsIn(text: string): number {
  return text.split(/\s+/u).length;
}

/** A condition or topic that the next piece completes. */
export function isFrame(piece: Piece): boolean {
  if (isDropped(piece) || piece.speech.act === "request" || isPieceOfWork(piece.text, piece.speech.act)) return false;
  const text = piece.text;
  if (/\p{Script=Han}/u.test(text))
    return ZH_FRAME.test(text) || ([...text].length <= LONGEST_TOPIC_HAN && !/了$|[吧吗呢啊]$/u.test(text));
  return (
    EN_FRAME.test(text) || (wordsIn(text) <= LONGEST_TOPIC_WORDS && !/^(?:i|we|you|he|she|they|it)\b/iu.test(text))
  );
}

const LEANS_ON_LEFT =
  /^(?:再|然后|最后|接着|否则|不然|别|不要|顺序|也|还|并|且|而且|只|就|都|才|另|以及|包括|尤其|特别是|无糖|或者?|和|跟|或|不许|不能|除了|先|and |or |but never|not |no |then |nor |never |ideally |preferably |especially |including |except |unless |otherwise |with |without |ever$|always$|please$|even |points?$|rather |so don'?t|so (?:everything|nothing|all|it must|they must) |so never|so no |so please|don'?t |do not |because |since |as )/iu;
export const OWN_CLAUSE =
  /^(?:but |and |so |because |although |though )?(?:i|we|he|she|they|it|this|that|my|our|the|there|you)\b|^(?:但是?|不过|可是|因为)?(?:我|我们|他|她|它|这|那|你|咱)/iu;
const LONGEST_TAIL_HAN = 32;
const LONGEST_TAIL = 90;

/** A clause about whoever the one before it named. */
const PRONOUN_LED =
  /^(?:but |and |so |because |since |although |though |where |who |which )*(?:he|she|they|it|his|her|their|its)\b|^(?:但是?|不过|可是|因为|所以|最后|最终|后来|随后|之后|接着|于是|然后|终于|结果)?(?:(?:他|她|它)(?!们?(?:说|讲))|两人|二人|双方|两个人)|^(?:and |but )?both\b/iu;

/** A request that could hold for good, or no request at all. */
export function couldLast(piece: Piece): boolean {
  return piece.speech.cues.standing || piece.slots.length > 0 || !isPieceOfWork(piece.text, piece.speech.act);
}

/** 由于没跟紧，走错了路: a clause that waits for the next one. */
const LEAVES_OPEN = /^(?:由于|虽然|尽管|既然)/u;

/** A weak piece that still belongs to the statement on its left. @param isKept the run as a whole asks to be kept */
export function isTail(piece: Piece, previous: Piece, isKept: boolean): boolean {
  const { hearsay, vague, momentary, opinion } = piece.speech.cues;
  if (hearsay || vague) return false;
  if (LEAVES_OPEN.test(previous.text)) return true;
  const han = /\p{Script=Han}/u.test(piece.text);
  if (han ? [...piece.text].length > LONGEST_TAIL_HAN : piece.text.length > LONGEST_TAIL) return false;
  // what is over is a statement of its own beside what is so
  if (piece.speech.act === "retraction" && previous.speech.act !== "retraction") return LEANS_ON_LEFT.test(piece.text);
  if (piece.speech.act === "request" && !(isKept && couldLast(piece))) return LEANS_ON_LEFT.test(piece.text);
  if (LEANS_ON_LEFT.test(piece.text) || (isKept && PRONOUN_LED.test(piece.text) && !opinion)) return true;
  if (OWN_CLAUSE.test(piece.text)) return false;
  if (momentary && !previous.speech.cues.momentary) return false;
  // what was felt of it belongs to what happened
  if (han && isKept && lacksOwnSubject(piece.text)) return true;
  return !opinion;
}

/** Statements are joined up to this length; a Han character counts two and a half. */
export const LONGEST_JOINED = 220;

export function width(text: string): number {
  return text.length + 1.5 * [...text].filter((sign) => /\p{Script=Han}/u.test(sign)).length;
}

/** What cannot end a statement: a condition, an occasion, 超过5万的. */
const OPEN_FRAME =
  /(?:的时候|的话|[^是]的|之前|之后|以前|以后)$|^(?:如果|要是|若|只要|一旦|凡是?|每当|当|除非|遇到|碰到)|^(?:and |but |so )?(?:if|when|whenever|once|unless|as soon as|before|after|for (?:any|every|each|all))\b/iu;

const THEIR_OWN =
  /^(?!.*\b(?:i|my|we|our)\b)(?!(?:and |but )?(?:he|she|they|his|her|their)\b).*\b(?:his|her|their)\b/iu;

/** "Fleur has a cat, I'm allergic": to what stands before it. */
const NEEDS_OBJECT =
  /^(?:and |but |so )*(?:i['’]?m|i am|we['’]re|he['’]s|she['’]s|my \p{L}+['’]s) (?:(?:very|really|also|a bit|super|so|mildly|badly) )*(?:allergic|scared|terrified|afraid|used to it|sick of it|into it|against it)(?=[.!\s]*$| (?:but|so|though|and|anyway)\b)/iu;

/**
 * Whether a strong piece begins a statement of its own beside the strong ones before it: it fills a slot, says that something is over, or
 * is a clause that can stand alone and is about something else. What only goes on (先…再…, a list of commands, a second predicate) stays,
 * and so does a further clause about whom the statement is about, or whom it has named.
 */
export function isSeparate(
  piece: Piece,
  current: readonly Piece[],
  run: Run,
  starts: () => ReadonlySet<number>,
): boolean {
  const last = current.at(-1);
  // "my son is nine, the pen is in his bag": whose, only the clause before it tells
  if (last !== undefined && THEIR_OWN.test(piece.text) && current.some(({ text }) => thirdPersonOf(text) !== undefined))
    return false;
  if (last !== undefined && NEEDS_OBJECT.test(piece.text.trim())) return false;
  if (last !== undefined && OPEN_FRAME.test(last.text.trim())) return false;
  if (isOfOtherTime(piece, current) || isOccasionBesideTrait(piece, current)) return true;
  if (isHabitBesideTrait(piece, current)) return true;
  if (isReason(piece)) return false;
  if (namesAnother(piece, current) || isNextTrait(piece, current)) return true;
  const retracts = piece.speech.act === "retraction";
  if (!retracts && NAMES_NEW.test(piece.text) && current.some(endsSomething)) return false;
  if (retracts !== (current.at(-1)?.speech.act === "retraction")) return true;
  const first = current[0]?.start ?? piece.start;
  const tooLong = width(run.text.slice(first - run.start, piece.end - run.start)) > LONGEST_JOINED;
  const slotted = current.some((each) => each.slots.length > 0);
  if (!tooLong && (isDetail(piece) || (!slotted && isSecondPredicate(piece)))) return false;
  if (piece.slots.length > 0) return slotted || tooLong || !namesAgain(piece, current);
  if (LEANS_ON_LEFT.test(piece.text) && !OWN_CLAUSE.test(piece.text)) return false;
  if (tooLong) return true;
  if (!slotted && isBare(piece.text)) return false;
  if (!starts().has(piece.start) || PRONOUN_LED.test(piece.text)) return false;
  // what fills a slot is replaced by the next value of it, and would take the other clause with it
  return slotted || !isAboutSame(piece, current);
}

const LONGEST_BARE = 12;
/** 水温得29度, 潍柴的: a short Chinese clause about a part or trait of what was just spoken of cannot be read without it. */
function isBare(text: string): boolean {
  return (
    /^[^我咱俺你您他她它佢]+$/u.test(text) &&
    /\p{Script=Han}/u.test(text) &&
    [...text].length <= LONGEST_BARE &&
    !STANDS_BY_NAME.test(text)
  );
}

const STANDS_BY_NAME = new RegExp(`${ZH_RELATIONS}|^[老小阿]\\p{Script=Han}`, "u");

/** Taken back by its own words: never kept for the company it is in. */
export function isLoose(piece: Piece): boolean {
  const { momentary, opinion, vague, hearsay } = piece.speech.cues;
  return momentary || opinion || vague || hearsay;
}

/** The clause opens with somebody else, who was not named before it. */
export function namesAnother(piece: Piece, current: readonly Piece[]): boolean {
  return !LEANS_ON_LEFT.test(piece.text) && isOfAnother(piece, current) && !namesAgain(piece, current);
}

/** What would go with the statement on its left, but for its time or for whom it is about. */
export function standsApart(piece: Piece, current: readonly Piece[]): boolean {
  return (
    isOfOtherTime(piece, current) ||
    isOccasionBesideTrait(piece, current) ||
    isHabitBesideTrait(piece, current) ||
    namesAnother(piece, current) ||
    isNextTrait(piece, current)
  );
}

/** 面粉不从老高那儿拿了，改从宏泰拿: the clause that ends the old value and the one that names the new are one change. */
const NAMES_NEW = /^(?:现在|以后|都|就|统一|全)*(?:改|换)(?:成|为|用|从|到|在|去|走|喝|吃|坐|买|找|由|了)/u;

/** 最后认真调整了计划: what only says when is no subject. */
const WHEN_ONLY =
  /^(?:但是?|不过|可是|而且|并且?)?(?:最后|最终|终于|后来|随后|之后|事后|接着|然后|结果|于是|从此|当时|赛前|会后)[，,]?/u;

export function lacksOwnSubject(text: string): boolean {
  return (
    /\p{Script=Han}/u.test(text) &&
    !/[我咱俺你您他她它佢]/u.test(text) &&
    (WHEN_ONLY.test(text) || !hasOwnSubject(text))
  );
}
