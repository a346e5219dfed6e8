import { type Policy, USER_SUBJECT } from "../../domain/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import { byScore, type ScoredCandidate } from "../fuse.js";
import type { RunWords } from "../run-texts.js";
import { linksAmong } from "./links.js";
import { spreadActivation } from "./spread.js";

/** From so many of the first it spreads. */
const SEEDS = 5;

/**
 * Requirement 3.1, association: what is tied to the first hits comes up with them, a few damped steps far. Under a weight of 0 nothing is
 * looked at.
 */
export function associate(
  refined: readonly ScoredCandidate[],
  words: RunWords,
  query: UnderstoodQuery,
  { weights, association }: Policy["recall"],
): readonly ScoredCandidate[] {
  const top = refined[0]?.fused ?? 0;
  if (weights.association === 0 || top <= 0) return refined;
  const seeds = new Map(
    refined.slice(0, SEEDS).map(({ candidate, fused }) => [candidate.id, Math.max(0, fused / top)]),
  );
  const everyone = new Set([USER_SUBJECT, ...query.speakers.people, ...query.speakers.assistants]);
  const received = spreadActivation(seeds, linksAmong(refined, words, query.terms, everyone), association);
  return refined
    .map((one) => {
      const share = received.get(one.candidate.id);
      if (share === undefined) return one;
      const signals = { ...one.signals, association: share };
      return { ...one, fused: one.fused + weights.association * share, signals };
    })
    .sort(byScore);
}
