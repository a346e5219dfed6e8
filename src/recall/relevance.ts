import { hasHan } from "../language/index.js";
import type { EmbedderCalibration } from "../ports/index.js";
import type { UnderstoodQuery } from "./analyse-query.js";
import type { Candidate } from "./candidate.js";
import { deviationsAboveUnrelated } from "./channels/index.js";
import type { ScoredCandidate } from "./fuse.js";

/** How well the store as a whole can answer a query: the same for every item of the answer. */
export interface Evidence {
  /** Log-odds that there is an answer at all. */
  readonly answerable: number;
  /** Fused score of the first candidate. */
  readonly best: number;
}

/*
 * Logistic regression: questions that their store answers against questions of another subject or about another person, in both
 * languages, on stores of 5 to 690 turns (area under the curve 0.98). The bias is moved so that few answerable ones are refused, and
 * the weight of "shares a word" is held down so that a question in the other language can still be answered.
 */
const FIT = {
  bias: 2.4,
  /** Deviations above unrelated text, of the nearest vector. */
  nearest: 1.2,
  /** The same of the first candidate, mean of its own vector and the following one's. */
  first: 0.9,
  /** Largest share of the query's idf mass that one item holds, times ln(1 + terms): all of one word is less than all of five. */
  coverage: 1.0,
  /** Is any word of the query in the store at all? */
  sharesWord: 2.5,
  /** No shared word because what is nearest is in the other script: words cannot be held against it. */
  otherScript: 1.3,
  /** Is someone who speaks in this store asked about by name? */
  named: 3.7,
  /** Is there a statement of the very attribute that is asked for? */
  aspect: 3,
  /** ln of the number of candidates: the best of many unrelated texts lies higher than the best of a few. */
  field: -1.25,
} as const;

/** How fast relevance falls behind the best item, in logits per unit of fused score. */
const PER_FUSED = 0.5;
/** Fewer count as this many, or everything a new user said would be relevant to everything; more change little. */
const SMALLEST_FIELD = 10;
const LARGEST_FIELD = 150;
/** Beyond as many candidates as one search returns the store holds more than was looked at: each further one stands for several. */
const SEEN_WHOLE = 60;
const STANDS_FOR = 2.5;

function fieldSize(candidates: number): number {
  const size = candidates <= SEEN_WHOLE ? candidates : SEEN_WHOLE + STANDS_FOR * (candidates - SEEN_WHOLE);
  return Math.max(SMALLEST_FIELD, Math.min(LARGEST_FIELD, size));
}
/** Beyond this nearness more says nothing more. */
const MOST_DEVIATIONS = 5;

function deviations(cosine: number, calibration: EmbedderCalibration): number {
  return Math.min(MOST_DEVIATIONS, Math.max(-MOST_DEVIATIONS, deviationsAboveUnrelated(cosine, calibration)));
}

/** What coverage says in the place of vectors while there are none: half of the rare words count as much as a typical answer's vector. */
function deviationsFromCoverage(coverage: number): number {
  return 4 * coverage - 0.5;
}

function holdsAskedAspect(candidate: Candidate, query: UnderstoodQuery): boolean {
  return (
    candidate.type === "memory" &&
    candidate.memory.attribute !== undefined &&
    query.askedAspects.has(candidate.memory.attribute)
  );
}

/** Is everything that stands first written in the script that the query is not written in? */
function isOtherScript(query: UnderstoodQuery, texts: readonly string[]): boolean {
  const queryHan = hasHan(query.text);
  return texts.length > 0 && texts.every((text) => hasHan(text) !== queryHan);
}

/** Sums up what all candidates together say about whether the query has an answer here. */
export function weighEvidence(
  candidates: readonly Candidate[],
  best: ScoredCandidate | undefined,
  query: UnderstoodQuery,
  calibration: EmbedderCalibration,
  nearestTexts: readonly string[],
): Evidence {
  const coverage = candidates.reduce((most, candidate) => Math.max(most, candidate.coverage ?? 0), 0);
  const cosines = candidates.flatMap((candidate) => candidate.cosine ?? []);
  const nearest =
    cosines.length === 0 ? deviationsFromCoverage(coverage) : deviations(Math.max(...cosines), calibration);
  const own = best?.candidate.cosine;
  const following = best?.candidate.type === "episode" ? (best.candidate.nextCosine ?? own) : own;
  const first =
    own === undefined || following === undefined
      ? Math.min(nearest, deviationsFromCoverage(coverage))
      : deviations((own + following) / 2, calibration);
  return {
    answerable:
      FIT.bias +
      FIT.nearest * nearest +
      FIT.first * first +
      FIT.coverage * coverage * Math.log(1 + query.terms.length) +
      (coverage > 0 ? FIT.sharesWord : isOtherScript(query, nearestTexts) ? FIT.otherScript : 0) +
      (query.namesSpeaker ? FIT.named : 0) +
      (candidates.some((candidate) => holdsAskedAspect(candidate, query)) ? FIT.aspect : 0) +
      FIT.field * Math.log(fieldSize(candidates.length)),
    best: best?.fused ?? 0,
  };
}

/** Probability-like, 0–1: does this item bear on the query? Falls from item to item as the fused score does. */
export function rateRelevance(scored: ScoredCandidate, evidence: Evidence): number {
  const behind = Math.min(0, scored.fused - evidence.best);
  return 1 / (1 + Math.exp(-(evidence.answerable + PER_FUSED * behind)));
}
