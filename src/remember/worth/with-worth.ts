import type { Policy } from "../../domain/index.js";
import type { Span } from "../../language/index.js";
import { isPieceOfWork } from "../../language/speech-acts/index.js";
import type { Piece } from "../rules/piece.js";
import type { Worth } from "./judge-worth.js";
import { passingMargin } from "./passing.js";

/** Scores from which a rule is sure whatever the classifier thinks: exact slots, changes of them, explicit wishes. */
const SURE = 0.8;
/** In company a preference ("I love how …") is so surely none that its slot counts for nothing, below this share of the veto. */
const PLAINLY_SURE = 0.85;
const IN_COMPANY = 0.4;
const PLAINLY_NOT = 0.6;
/** A clause that the classifier alone asks for scores from here on; certainty adds up to as much again. */
const KEPT = 0.5;
/** A request without a word of lasting is a piece of work for now unless the classifier is that much surer. */
const REQUEST_MARGIN = 0.2;
/** What is not settled or only heard must be that much surer to be worth it. */
const UNSETTLED_MARGIN = 0.25;
/** In company "always" and "every day" are as often a manner of speaking as a rule. */
const COMPANY_DOUBT = 0.25;
/** Said so much in passing, a clause that only a weak rule asks for needs the classifier's word as well. */
const VETO_MARGIN = 0.25;
/** So much past its threshold the classifier has a clause kept in a long turn as well, which the rules read more strictly. */
const SPREAD = 0.5;

interface Judging {
  readonly context: { readonly policy: Pick<Policy, "extraction">; readonly worth?: Worth };
  readonly worthFrom?: number;
  readonly company: number;
}

/** What the classifier thinks of a clause or run, 0–1; undefined where it was not asked. */
export function probabilityOf({ context }: Judging, span: Pick<Span, "start" | "end" | "text">): number | undefined {
  return context.worth?.(span);
}

/** Score of what the classifier thinks worth keeping, 0.5–0.75, more strictly of what is said in passing; undefined where it does not. @param margin beyond the threshold */
export function scoreByWorth(
  judging: Judging,
  span: Pick<Span, "start" | "end" | "text">,
  margin = 0,
): number | undefined {
  const probability = probabilityOf(judging, span);
  if (judging.worthFrom === undefined || probability === undefined) return undefined;
  const over = probability - judging.worthFrom - margin - passingMargin(span.text, judging.company);
  return over < 0 ? undefined : Math.min(0.75, KEPT + over * SPREAD);
}

const LASTING_ACTS: ReadonlySet<string> = new Set(["statement", "retraction", "request"]);

/**
 * The score that the rules give a clause, raised or taken back by what the classifier thinks of it; taken back only where it thinks as
 * little of the run that holds the clause.
 */
export function withWorth(
  judging: Judging,
  piece: Piece,
  byRules: number,
  run: Pick<Span, "start" | "end" | "text">,
): number {
  const vetoBelow = judging.context.policy.extraction.worth?.vetoBelow ?? 0;
  const probability = probabilityOf(judging, piece);
  const { act, cues } = piece.speech;
  if (probability === undefined || !LASTING_ACTS.has(act)) return byRules;
  if (byRules >= SURE) {
    const best = Math.max(probability, probabilityOf(judging, run) ?? 0);
    const isNone = byRules < PLAINLY_SURE && judging.company >= IN_COMPANY && best < vetoBelow * PLAINLY_NOT;
    return isNone ? KEPT * byRules : byRules;
  }
  const passing = passingMargin(piece.text, judging.company);
  if (byRules < SURE && passing > VETO_MARGIN && probability < (judging.worthFrom ?? 0) + passing)
    return KEPT * byRules;
  const doubt = vetoBelow + COMPANY_DOUBT * judging.company;
  if (byRules >= KEPT && Math.max(probability, probabilityOf(judging, run) ?? 0) < doubt) return KEPT * byRules;
  const asksNow = act === "request" && !cues.standing;
  if (!cues.standing && isPieceOfWork(piece.text, act)) return byRules;
  const margin = (asksNow ? REQUEST_MARGIN : 0) + (cues.vague || cues.hearsay ? UNSETTLED_MARGIN : 0);
  return Math.max(byRules, scoreByWorth(judging, piece, margin) ?? 0);
}
