import type { ChannelScores, EpochMs, ItemId, MemoryId, RecallWeights, SessionId } from "../domain/index.js";
import type { Candidate, EpisodeCandidate } from "./candidate.js";
import type { Channel, ScoringContext } from "./channels/index.js";

/** Score of each channel that had something to say, by the name of its weight. */
export type Signals = Partial<Record<keyof RecallWeights, number>>;

export interface ScoredCandidate {
  readonly candidate: Candidate;
  /** Weighted sum of what the channels say above neutral. Orders the answer; has no fixed range. */
  readonly fused: number;
  /** The sum itself, where places were given by another rule and `fused` follows them. */
  readonly sum?: number;
  readonly channels: ChannelScores;
  readonly signals: Signals;
  /** Of a memory that took the place of its turn's segment: that segment. */
  readonly source?: EpisodeCandidate;
  /** Of a memory: the segment of the statement that it replaced. */
  readonly replaced?: ScoredCandidate;
  /** Of a segment: the memory that tells its turn. */
  readonly toldBy?: MemoryId;
  /** Of a segment: when its statement ceased to hold. */
  readonly supersededAt?: EpochMs;
}

/** A candidate of which no channel has said anything yet. */
export function unscored(candidate: Candidate): ScoredCandidate {
  return { candidate, fused: 0, channels: {}, signals: {} };
}

function scoreOne(before: ScoredCandidate, channels: readonly Channel[], context: ScoringContext): ScoredCandidate {
  const { candidate } = before;
  let { fused } = before;
  const shown: ChannelScores = { ...before.channels };
  const signals: Signals = { ...before.signals };
  for (const channel of channels) {
    const score = channel.score(candidate, context);
    if (score === undefined) continue;
    fused += context.policy.weights[channel.weight] * (score - channel.neutral);
    signals[channel.weight] = score;
    if (channel.name !== undefined) shown[channel.name] = score;
  }
  return { candidate, fused, channels: shown, signals };
}

/** Best first; ties go to the newer, then by id. */
export function byScore(a: ScoredCandidate, b: ScoredCandidate): number {
  if (a.fused !== b.fused) return b.fused - a.fused;
  if (a.candidate.saidAt !== b.candidate.saidAt) return b.candidate.saidAt - a.candidate.saidAt;
  return a.candidate.id < b.candidate.id ? -1 : 1;
}

/** Adds what more channels say to the weighted sum, best first; ties go to the newer, then by id. */
export function fuse(
  scored: readonly ScoredCandidate[],
  channels: readonly Channel[],
  context: ScoringContext,
): readonly ScoredCandidate[] {
  return scored.map((one) => scoreOne(one, channels, context)).sort(byScore);
}

/** Where a candidate belongs: its session; a statement made outside of any stands for itself. */
function companyOf(candidate: Candidate): SessionId | ItemId {
  return candidate.sessionId ?? candidate.id;
}

/**
 * For the session channel: each session's best first-pass score as a share of the best of all, 0–1. Empty where the candidates come
 * from one conversation: to stand in it tells none of them from the others.
 */
export function rateSessions(firstPass: readonly ScoredCandidate[]): ReadonlyMap<SessionId | ItemId, number> {
  const best = firstPass[0]?.fused ?? 0;
  const scores = new Map<SessionId | ItemId, number>();
  if (best <= 0 || new Set(firstPass.flatMap(({ candidate }) => candidate.sessionId ?? [])).size <= 1) return scores;
  for (const { candidate, fused } of firstPass) {
    const company = companyOf(candidate);
    if (!scores.has(company)) scores.set(company, Math.max(0, fused / best)); // sorted: the first is the session's best
  }
  return scores;
}
