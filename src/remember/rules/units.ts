import { type Span, splitClauses } from "../../language/index.js";
import { findSlots, type SlotMatch } from "../../language/slots/index.js";
import { classifySpeech, isCorrectionFrame, opensCorrection, splitPieces } from "../../language/speech-acts/index.js";
import { joinChanges } from "./changed-from.js";
import { joinEnumerated } from "./enumerated.js";
import {
  couldLast,
  isDropped,
  isFrame,
  isLoose,
  isSeparate,
  isTail,
  MOST_FRAMES,
  type Run,
  standsApart,
} from "./joints.js";
import { leftOut } from "./left-out.js";
import { isOfOtherTime } from "./other-time.js";
import type { Piece } from "./piece.js";
import { goesOnFrom, leadingTo, topicChain } from "./taken-up.js";

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
  const spans = joinChanges(sentence.text, joinEnumerated(sentence.text, splitPieces(sentence.text)));
  return spans.map((span, index) => {
    const speech = classifySpeech(span.text, { sentence: sentence.text, isLast: index === spans.length - 1 });
    const readable = speech.act === "statement" || speech.act === "retraction" || speech.act === "request";
    return {
      text: span.text,
      start: sentence.start + span.start,
      end: sentence.start + span.end,
      speech,
      slots: readable ? (span.slots ?? slotsOf(span.text, index === 0 ? undefined : spans[0]?.text)) : [],
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
    const before = units.at(-1)?.pieces;
    if (strong.has(piece) && before !== undefined && goesOnFrom(before, frames[0] ?? piece, piece, run)) {
      before.push(...frames, piece);
      current = before;
      frames = [];
    } else if (strong.has(piece) && (current === undefined || isSeparate(piece, current, run, starts))) {
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
