import type { Candidate, MemoryKind } from "../domain/index.js";

/** How much a statement of each kind matters before anything else is known. 0–1 */
const KIND_IMPORTANCE: Readonly<Record<MemoryKind, number>> = {
  identity: 0.8,
  avoidance: 0.8,
  procedure: 0.75,
  goal: 0.7,
  preference: 0.65,
  fact: 0.5,
  task: 0.5,
  summary: 0.5,
  event: 0.4,
};
const EXPLICIT_BONUS = 0.15;
const MID_TERM_FACTOR = 0.7;
/** A repetition closes this share of the distance to 1: three repeats grow a little, none reaches 1. */
const REINFORCEMENT_SHARE = 0.1;

/** Importance after one more repetition; grows, never past 1. */
export function reinforcedImportance(importance: number): number {
  return Math.min(1, importance + (1 - importance) * REINFORCEMENT_SHARE);
}

/** Importance of a fresh candidate, from its kind, tier and source. 0–1 */
export function weigh(candidate: Pick<Candidate, "kind" | "tier" | "source">): number {
  const raw = KIND_IMPORTANCE[candidate.kind] + (candidate.source === "explicit" ? EXPLICIT_BONUS : 0);
  return Math.min(1, candidate.tier === "mid-term" ? raw * MID_TERM_FACTOR : raw);
}
