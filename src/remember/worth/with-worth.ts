import type { Policy } from "../../domain/index.js";
import type { Span } from "../../language/index.js";
import type { Piece } from "../rules/units.js";
import type { Worth } from "./judge-worth.js";

/** Scores from which a rule is sure whatever the classifier thinks: exact slots, changes of them, explicit wishes. */
const SURE = 0.8;
/** A clause that the classifier alone asks for scores from here on; certainty adds up to as much again. */
const KEPT = 0.5;

interface Judging {
  readonly policy: Pick<Policy, "extraction">;
  readonly worth?: Worth;
}

/** Score of what the classifier thinks worth keeping, 0.5–0.75; undefined where it does not. */
export function scoreByWorth(
  { policy, worth }: Judging,
  span: Pick<Span, "start" | "end" | "text">,
): number | undefined {
  const threshold = policy.extraction.worth?.threshold;
  const probability = worth?.(span);
  if (threshold === undefined || probability === undefined || probability < threshold) return undefined;
  return KEPT + (probability - threshold) / 2;
}

/** The score that the rules give a clause, raised or taken back by what the classifier thinks of it. */
export function withWorth(judging: Judging, piece: Piece, byRules: number): number {
  const vetoBelow = judging.policy.extraction.worth?.vetoBelow ?? 0;
  const probability = judging.worth?.(piece);
  if (probability === undefined || byRules >= SURE) return byRules;
  if (piece.speech.act !== "statement") return byRules;
  if (byRules >= KEPT && probability < vetoBelow) return KEPT * byRules;
  return Math.max(byRules, scoreByWorth(judging, piece) ?? 0);
}
