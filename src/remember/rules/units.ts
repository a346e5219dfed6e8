import { hasOwnSubject, type Span, splitClauses } from "../../language/index.js";
import { findSlots, type SlotMatch, ZH_RELATIONS } from "../../language/slots/index.js";
import {
  classifySpeech,
  isCorrectionFrame,
  isPieceOfWork,
  opensCorrection,
  splitPieces,
} from "../../language/speech-acts/index.js";
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
import { leftOut } from "./left-out.js";
import { isOfOtherTime } from "./other-time.js";
import type { Piece } from "./piece.js";
import { isAboutSame, namesAgain } from "./same-matter.js";

/** Pieces that make one statement, in order and without gaps. */
export interface Unit {
  readonly pieces: readonly Piece[];
  readonly start: number;
  readonly end: number;
  /** It takes the place of what was just said wrongly. */
  readonly corrects?: boolean;
  /** Where the whole asks to be kept more strongly than its pieces. 0–1 */
  readonly score?: number;
}

/** How strongly a piece asks to be kept by itself. 0–1 */
export type PieceScore = (piece: Piece) => number;

export function readPieces(sentence: Span): readonly Piece[] {
  const spans = splitPieces(sentence.text);
  return spans.map((span, index) => {
    const speech = classifySpeech(span.text, { sentence: sentence.text, isLast: index === spans.length - 1 });
    const readable = speech.act === "statement" || speech.act === "retraction" || speech.act === "request";
    return {
      text: span.text,
      start: sentence.start + span.start,
      end: sentence.start + span.end,
      speech,
      slots: readable ? slotsOf(span.text, index === 0 ? undefined : spans[0]?.text) : [],
    };
  });
}

/** The slots of a clause; of an English one that leaves the speaker out, those that it fills with "I" or "my" in front. */
function slotsOf(text: string, opening: string | undefined): readonly SlotMatch[] {
  const found = findSlots(text);
  if (found.some(({ elliptic }) => !elliptic)) return found;
  if (opening !== undefined && !/^(?:and |but |so |hi!? |hello!? )?(?:i|we)\b/iu.test(opening)) return found;
  const subject = leftOut(text);
  if (subject === "") return found;
  const own = findSlots(subject + text.charAt(0).toLowerCase() + text.slice(1));
  return own.length > 0 ? own : found;
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
const MOST_FRAMES = 3;

function wordsIn(text: string): number {
  return text.split(/\s+/u).length;
}

/** A condition or topic that the next piece completes. */
function isFrame(piece: Piece): boolean {
  if (isDropped(piece) || piece.speech.act === "request" || isPieceOfWork(piece.text, piece.speech.act)) return false;
  const text = piece.text;
  if (/\p{Script=Han}/u.test(text))
    return ZH_FRAME.test(text) || ([...text].length <= LONGEST_TOPIC_HAN && !/了$|[吧吗呢啊]$/u.test(text));
  return (
    EN_FRAME.test(text) || (wordsIn(text) <= LONGEST_TOPIC_WORDS && !/^(?:i|we|you|he|she|they|it)\b/iu.test(text))
  );
}

const LEANS_ON_LEFT =
  /^(?:再|然后|最后|接着|否则|不然|别|不要|顺序|也|还|并|且|而且|只|就|都|才|另|以及|包括|尤其|特别是|无糖|或者?|和|跟|或|不许|不能|除了|先|and |or |but never|not |no |then |nor |never |ideally |preferably |especially |including |except |unless |otherwise |with |without |ever$|always$|please$|even |points?$|rather |so don'?t|so never|so no |so please|don'?t |do not |because |since |as )/iu;
const OWN_CLAUSE =
  /^(?:but |and |so |because |although |though )?(?:i|we|he|she|they|it|this|that|my|our|the|there|you)\b|^(?:但是?|不过|可是|因为)?(?:我|我们|他|她|它|这|那|你|咱)/iu;
const LONGEST_TAIL_HAN = 32;
const LONGEST_TAIL = 90;

/** A clause about whoever the one before it named. */
const PRONOUN_LED =
  /^(?:but |and |so |because |since |although |though |where |who |which )*(?:he|she|they|it|his|her|their|its)\b|^(?:但是?|不过|可是|因为|所以)?(?:(?:他|她|它)(?!们?(?:说|讲))|两人|二人|双方|两个人)|^(?:and |but )?both\b/iu;

/** A request that could hold for good, or no request at all. */
function couldLast(piece: Piece): boolean {
  return piece.speech.cues.standing || piece.slots.length > 0 || !isPieceOfWork(piece.text, piece.speech.act);
}

/** A weak piece that still belongs to the statement on its left. @param isKept the run as a whole asks to be kept */
function isTail(piece: Piece, previous: Piece, isKept: boolean): boolean {
  const { hearsay, vague, momentary, opinion } = piece.speech.cues;
  if (hearsay || vague) return false;
  const han = /\p{Script=Han}/u.test(piece.text);
  if (han ? [...piece.text].length > LONGEST_TAIL_HAN : piece.text.length > LONGEST_TAIL) return false;
  // what is over is a statement of its own beside what is so
  if (piece.speech.act === "retraction" && previous.speech.act !== "retraction") return LEANS_ON_LEFT.test(piece.text);
  if (piece.speech.act === "request" && !(isKept && couldLast(piece))) return LEANS_ON_LEFT.test(piece.text);
  if (LEANS_ON_LEFT.test(piece.text) || (isKept && PRONOUN_LED.test(piece.text) && !opinion)) return true;
  if (OWN_CLAUSE.test(piece.text)) return false;
  if (momentary && !previous.speech.cues.momentary) return false;
  return !opinion;
}

/** Statements are joined up to this length; a Han character counts two and a half. */
const LONGEST_JOINED = 220;

function width(text: string): number {
  return text.length + 1.5 * [...text].filter((sign) => /\p{Script=Han}/u.test(sign)).length;
}

/** What cannot end a statement: a condition, an occasion, 超过5万的. */
const OPEN_FRAME =
  /(?:的时候|的话|[^是]的|之前|之后|以前|以后)$|^(?:如果|要是|若|只要|一旦|凡是?|每当|当|除非|遇到|碰到)|^(?:and |but |so )?(?:if|when|whenever|once|unless|as soon as|before|after|for (?:any|every|each|all))\b/iu;

/**
 * Whether a strong piece begins a statement of its own beside the strong ones before it: it fills a slot, says that something is over, or
 * is a clause that can stand alone and is about something else. What only goes on (先…再…, a list of commands, a second predicate) stays,
 * and so does a further clause about whom the statement is about, or whom it has named.
 */
function isSeparate(piece: Piece, current: readonly Piece[], run: Run, starts: () => ReadonlySet<number>): boolean {
  const last = current.at(-1);
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

/** Pieces that follow one another with nothing between that can be no part of a statement. */
export interface Run extends Span {
  readonly pieces: readonly Piece[];
  /** Its sentence takes back what was said before. */
  readonly corrects: boolean;
}

/** Taken back by its own words: never kept for the company it is in. */
function isLoose(piece: Piece): boolean {
  const { momentary, opinion, vague, hearsay } = piece.speech.cues;
  return momentary || opinion || vague || hearsay;
}

/** After "if I were rich" nothing is real until a "but". */
const REAL_AGAIN = /^(?:but|however|still|anyway|in reality|但是?|不过|可是|其实)/iu;

/** The runs of a sentence, in order. */
export function runsOf(sentence: Span & { readonly pieces: readonly Piece[] }): readonly Run[] {
  const runs: Piece[][] = [];
  let current: Piece[] | undefined;
  let unreal = false;
  let corrects = opensCorrection(sentence.text);
  for (const piece of sentence.pieces) {
    unreal = piece.speech.act === "hypothetical" || (unreal && !REAL_AGAIN.test(piece.text));
    const frame = isCorrectionFrame(piece.text);
    corrects ||= frame;
    if (unreal || frame || isDropped(piece)) {
      current = undefined;
      continue;
    }
    if (current === undefined) {
      current = [piece];
      runs.push(current);
    } else current.push(piece);
  }
  return runs.flatMap((pieces) => {
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (first === undefined || last === undefined) return [];
    const text = sentence.text.slice(first.start - sentence.start, last.end - sentence.start);
    return [{ pieces, text, start: first.start, end: last.end, corrects }];
  });
}

/** A second predicate after "but" or 但: without the clause on its left it has no subject. */
const GOES_ON_FROM =
  /^(?:但是?|不过|可是|而且|并且?)(?!我|咱|他|她|它|这|那|你)(?:还|也|都|又|已经?|尚|没|未|不|只|就|才)|^(?:but|and|yet) (?:not|no|never|hasn't|haven't|didn't|doesn't|isn't|only|also|still|now)\b/iu;

/** How the pieces of a run are scored. */
export interface RunScores {
  /** How strongly a piece asks to be kept by itself. 0–1 */
  readonly piece: PieceScore;
  /** The same for the run as a whole, where it was judged. */
  readonly whole: number | undefined;
  /** Whether a piece that is not strong itself is worth its place beside strong ones. */
  readonly beside: (piece: Piece) => boolean;
  readonly threshold: number;
}

function toUnit(run: Run, pieces: readonly Piece[], score?: number): Unit {
  const span = { pieces, start: pieces[0]?.start ?? 0, end: pieces.at(-1)?.end ?? 0 };
  const unit = run.corrects ? { ...span, corrects: true } : span;
  return score === undefined ? unit : { ...unit, score };
}

/** 帮我写周报，分点写: the piece of work says what the wish behind it is about. */
const NAMES_OCCASION =
  /^(?:请|麻烦)?(?:帮我|给我|替我)?(?:写|做|拟|发|回|整理|总结|翻译)(?![一个这那下])[\p{Script=Han}A-Za-z]{2,8}$/u;

function withOccasion(run: Run, pieces: readonly Piece[]): readonly Piece[] {
  const [first] = pieces;
  const occasion = first === undefined ? undefined : run.pieces[run.pieces.indexOf(first) - 1];
  return occasion !== undefined && NAMES_OCCASION.test(occasion.text.trim()) ? [occasion, ...pieces] : pieces;
}

/** A run kept for its whole: without the piece of work that it may open with. */
function asOneStatement(run: Run, score: number): readonly Unit[] {
  const from = run.pieces.findIndex(couldLast);
  return from < 0 ? [] : [toUnit(run, withOccasion(run, run.pieces.slice(from)), score)];
}

const LONGEST_ANNOUNCED = 24;

/** "component-9 已升级，当前版本是 v1.1": that something changed, before the clause that says to what. */
function announces(piece: Piece, next: Piece | undefined): boolean {
  if (piece.slots.length > 0 || !piece.speech.cues.change || piece.speech.cues.explicit) return false;
  return piece.text.length <= LONGEST_ANNOUNCED && next?.slots.some((slot) => slot.elliptic) === true;
}

/** The clause opens with somebody else, who was not named before it. */
function namesAnother(piece: Piece, current: readonly Piece[]): boolean {
  return !LEANS_ON_LEFT.test(piece.text) && isOfAnother(piece, current) && !namesAgain(piece, current);
}

/** What would go with the statement on its left, but for its time or for whom it is about. */
function standsApart(piece: Piece, current: readonly Piece[]): boolean {
  return (
    isOfOtherTime(piece, current) ||
    isOccasionBesideTrait(piece, current) ||
    isHabitBesideTrait(piece, current) ||
    namesAnother(piece, current) ||
    isNextTrait(piece, current)
  );
}

/** A piece that its own words leave without a subject: a second predicate, a result, a manner. */
const NO_SUBJECT_EN =
  /^(?:(?:and|but|so|or|then|to|for|with|by|which|where|because|as) |(?:called|named|based|mostly|mainly|especially|including|usually|preferably)\b|[a-z]{2,}(?:ing|ed)\b)/u;

/**
 * The pieces on the left without which a piece cannot be read: those back to where its clause begins. None where it begins one itself,
 * where its subject is plain, or where what stands there was said in passing.
 */
function leadingTo(piece: Piece, run: Run, starts: () => ReadonlySet<number>): readonly Piece[] {
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
function topicChain(run: Run, opening: Piece, from: number): readonly Piece[] {
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

function lacksOwnSubject(text: string): boolean {
  return /\p{Script=Han}/u.test(text) && !/[我咱俺你您他她它佢]/u.test(text) && !hasOwnSubject(text);
}

/** 面粉不从老高那儿拿了，改从宏泰拿: the clause that ends the old value and the one that names the new are one change. */
const NAMES_NEW = /^(?:现在|以后|都|就|统一|全)*(?:改|换)(?:成|为|用|从|到|在|去|走|喝|吃|坐|买|找|由|了)/u;

/**
 * Groups the pieces of a run into statements, each around at least one piece of the threshold or more. Where the run as a whole asks to
 * be kept, its weaker pieces stay too: with the statement on their left where they lean on it, by themselves where they can stand alone.
 */
export function groupUnits(run: Run, scores: RunScores): readonly Unit[] {
  const { threshold, whole } = scores;
  const asks = run.pieces.slice(run.pieces.findIndex(couldLast)).some((piece) => !couldLast(piece));
  const isKept = whole !== undefined && whole >= threshold && !asks;
  const announcing = new Set(run.pieces.filter((piece, index) => announces(piece, run.pieces[index + 1])));
  const strong = new Set(run.pieces.filter((piece) => scores.piece(piece) >= threshold && !announcing.has(piece)));
  if (strong.size === 0) return isKept ? asOneStatement(run, whole) : [];
  let clauseStarts: ReadonlySet<number> | undefined;
  const starts = (): ReadonlySet<number> => {
    clauseStarts ??= new Set(splitClauses(run.text).map((clause) => run.start + clause.start));
    return clauseStarts;
  };
  const units: { readonly pieces: Piece[]; readonly score?: number }[] = [];
  let current: Piece[] | undefined;
  let frames: Piece[] = [];
  for (const piece of run.pieces) {
    const last = current?.at(-1);
    if (strong.has(piece) && (current === undefined || isSeparate(piece, current, run, starts))) {
      const framed = frames.length > 0 ? frames : leadingTo(piece, run, starts);
      const chain = topicChain(run, framed[0] ?? piece, units.at(-1)?.pieces.at(-1)?.end ?? run.start);
      const leading = [...chain, ...framed];
      const apart = leading.length > 0 && isOfOtherTime(piece, leading);
      if (apart && frames.length > 0) units.push({ pieces: frames, score: threshold });
      current = [...(apart ? [] : leading), piece];
      // what was kept by itself a moment ago is part of this one
      if (units.at(-1)?.pieces.every((each) => current?.includes(each)) === true) units.pop();
      frames = [];
      units.push({ pieces: current });
    } else if (
      current !== undefined &&
      last !== undefined &&
      (strong.has(piece) || (isTail(piece, last, isKept) && !standsApart(piece, current)))
    )
      current.push(piece);
    else if (current !== undefined && last !== undefined && isTail(piece, last, isKept)) {
      // what would go with it, but for its time or whom it is about
      current = [piece];
      units.push({ pieces: current, score: threshold });
    } else if (isFrame(piece)) {
      current = undefined;
      frames = [...frames, piece].slice(-MOST_FRAMES);
    } else {
      current = undefined;
      frames = [];
      if (scores.beside(piece) && !announcing.has(piece) && !isLoose(piece) && couldLast(piece))
        units.push({ pieces: [piece], score: threshold });
    }
  }
  return units.map((unit) => toUnit(run, withOccasion(run, unit.pieces), unit.score));
}
