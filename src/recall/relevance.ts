import type { EmbedderCalibration } from "../ports/index.js";
import type { Candidate } from "./candidate.js";
import { deviationsAboveUnrelated } from "./channels/index.js";
import type { ScoredCandidate } from "./fuse.js";

/** How well the store as a whole answers a query: the same for every item of the answer. */
export interface Evidence {
  /** Deviations of the nearest vector above unrelated text. */
  readonly bestVector: number;
  /** Largest share of the query's rare words that one item holds, 0–1. */
  readonly bestCoverage: number;
}

export const RELEVANCE_FIT = { bias: -4.2, vector: 0.7, coverage: 2.2, fused: 0.9 } as const;

export function weighEvidence(candidates: readonly Candidate[], calibration: EmbedderCalibration): Evidence {
  let bestVector = 0;
  let bestCoverage = 0;
  for (const candidate of candidates) {
    if (candidate.cosine !== undefined) bestVector = Math.max(bestVector, deviationsAboveUnrelated(candidate.cosine, calibration));
    bestCoverage = Math.max(bestCoverage, candidate.coverage ?? 0);
  }
  return { bestVector, bestCoverage };
}

export function rateRelevance(scored: ScoredCandidate, evidence: Evidence): number {
  const { bias, vector, coverage, fused } = RELEVANCE_FIT;
  const sum = bias + vector * evidence.bestVector + coverage * evidence.bestCoverage + fused * scored.fused;
  return 1 / (1 + Math.exp(-sum));
}
