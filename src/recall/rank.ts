import type { EpochMs, Policy, Turn, TurnId } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import type { UnderstoodQuery } from "./analyse-query.js";
import type { Candidate } from "./candidate.js";
import { FIRST_PASS, type ScoringContext, SESSION_PASS, TEXT_PASS } from "./channels/index.js";
import { fuse, rateSessions, type ScoredCandidate, unscored } from "./fuse.js";
import type { RunWords, TextForms } from "./run-texts.js";

/** The words of a candidate: a memory's statement, or the turn at an episode's centre where it was read. */
export function textOf(candidate: Candidate, turns: ReadonlyMap<TurnId, Turn>): string | undefined {
  return candidate.type === "memory" ? candidate.memory.content : turns.get(candidate.episode.centreTurnId)?.text;
}

/** The same as the run reads it. */
export function formsOf(candidate: Candidate, { turns, texts }: RunWords): TextForms | undefined {
  const text = textOf(candidate, turns);
  return text === undefined ? undefined : texts.of(text);
}

/** Of so many of the best it is asked when they were said. */
const SPAN_OF = 10;

function spanOf(best: readonly ScoredCandidate[]): Pick<ScoringContext, "bestSpan"> {
  if (best.length < 2) return {};
  const instants = best.map(({ candidate }) => candidate.saidAt);
  return { bestSpan: { from: Math.min(...instants), to: Math.max(...instants) } };
}

export interface Ranking {
  /** First and second pass: everything, best first, without a look at the words of turns. */
  readonly broad: readonly ScoredCandidate[];
  /** Third pass over the best of them, whose words were read. */
  refine(best: readonly ScoredCandidate[], words: RunWords): readonly ScoredCandidate[];
}

/** Orders candidates: each by itself, then with its session's best, and the best of them with their words. Each pass adds to the one before. */
export function rank(
  candidates: readonly Candidate[],
  query: UnderstoodQuery,
  parts: Pick<EngineParts, "embedder"> & { readonly policy: Pick<Policy, "recall"> },
  now: EpochMs,
): Ranking {
  const base: ScoringContext = {
    query,
    calibration: parts.embedder.profile.calibration,
    policy: parts.policy.recall,
    now,
    bestBm25: candidates.reduce((best, candidate) => Math.max(best, candidate.bm25 ?? 0), 0),
    bestCoverage: candidates.reduce((best, candidate) => Math.max(best, candidate.coverage ?? 0), 0),
  };
  const first = fuse(candidates.map(unscored), FIRST_PASS, base);
  return {
    broad: fuse(first, SESSION_PASS, { ...base, sessionScores: rateSessions(first) }),
    refine: (best, words) =>
      fuse(best, TEXT_PASS, {
        ...base,
        ...spanOf(best.slice(0, SPAN_OF)),
        formsOf: (candidate) => formsOf(candidate, words),
      }),
  };
}
