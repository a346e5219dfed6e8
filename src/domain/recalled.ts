import type { EpisodeId, ItemId, MemoryId, SessionId, TurnId } from "./ids.js";
import type { Memory, MemoryKind, MemoryStatus, MemoryTier } from "./memory.js";
import type { EpochMs } from "./time.js";

export const CHANNELS = ["vector", "keyword", "entity", "time", "recency", "importance", "speaker", "session"] as const;
export type ChannelName = (typeof CHANNELS)[number];

/** Channel scores before weighting; 0–1, higher is better; a channel that had nothing to say is absent. */
export type ChannelScores = Partial<Record<ChannelName, number>>;

/** Why a candidate is not in the answer. */
export const DROP_REASONS = [
  "below-floor",
  "beyond-k",
  "duplicate",
  "superseded",
  "expired",
  "not-begun",
  "overlaps",
] as const;
export type DropReason = (typeof DROP_REASONS)[number];

interface RecalledBase {
  readonly content: string;
  /** Probability-like, 0–1: at or above the policy's floor it is returned. */
  readonly score: number;
  readonly channels: ChannelScores;
  /** In words a person can read. */
  readonly why: string;
  readonly saidAt: EpochMs;
  readonly sessionId?: SessionId;
  readonly speaker?: string;
  /** The turns this item was taken from; for an episode its centre first. */
  readonly turnIds: readonly TurnId[];
  /** Of what was said and no longer holds: when it was superseded. */
  readonly supersededAt?: EpochMs;
}

export interface RecalledMemory extends RecalledBase {
  readonly type: "memory";
  readonly id: MemoryId;
  readonly kind: MemoryKind;
  readonly tier: MemoryTier;
  readonly status: MemoryStatus;
  readonly subject: string;
  readonly attribute?: string;
  readonly version: number;
  readonly memory: Memory;
}

export interface RecalledEpisode extends RecalledBase {
  readonly type: "episode";
  readonly id: EpisodeId;
}

export type RecalledItem = RecalledMemory | RecalledEpisode;

export interface DroppedCandidate {
  readonly id: ItemId;
  readonly content: string;
  readonly score: number;
  readonly channels: ChannelScores;
  readonly reason: DropReason;
  readonly why: string;
}

/** What one channel added to a candidate's sum. */
export interface ChannelTerm {
  /** The name of its weight. */
  readonly channel: string;
  /** What the channel said, 0–1. */
  readonly score: number;
  /** The score that neither helps nor harms. */
  readonly neutral: number;
  readonly weight: number;
  /** weight × (score − neutral) */
  readonly points: number;
}

/** One candidate from its channels to its place, or to where it was lost. */
export interface ExplainedCandidate {
  readonly id: ItemId;
  readonly type: "memory" | "episode";
  readonly content: string;
  readonly outcome: "returned" | DropReason;
  /** Place in the answer, from 1; absent where it is not in it. */
  readonly place?: number;
  /** Place by the channels alone, from 1. */
  readonly fusedPlace: number;
  readonly channels: readonly ChannelTerm[];
  /** Sum of the channels' points. */
  readonly fused: number;
  /** Raw cosine, and how far it lies above unrelated texts of this model, in deviations: what calibration made of it. */
  readonly cosine?: number;
  readonly deviations?: number;
  /** What moved it after the sum: "takes the place of its turn", "stands before what it replaced", the reranker. */
  readonly moved: readonly string[];
  /** The reranker's score, 0–1. */
  readonly reranked?: number;
  /** How likely it answers the question, by a reader of both; absent where it was not read. 0–1 */
  readonly answers?: number;
  /** Probability-like; what the floor judges. */
  readonly score: number;
  /** All of it in sentences a person can read, in the language of the query, step by step. */
  readonly steps: readonly string[];
}

export interface RecallExplanation {
  /** What the query was understood as: terms, language, entities, time, speaker; how likely the store can answer it, and by which signs. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly floor: number;
  readonly weights: Readonly<Record<string, number>>;
  /** How cosines of the model in use are read. */
  readonly calibration: {
    readonly modelId: string;
    readonly unrelatedMean: number;
    readonly unrelatedDeviation: number;
  };
  /** The reranker that was asked; absent where none was. */
  readonly reranker?: string;
  /** The best candidates, those of the answer first, in order; then what was lost. */
  readonly candidates: readonly ExplainedCandidate[];
  readonly dropped: readonly DroppedCandidate[];
  readonly timings: Readonly<Record<string, number>>;
}

export interface RecallResult {
  readonly items: readonly RecalledItem[];
  /** Present when something was not available (e.g. the embedder): the answer is right but may be incomplete. */
  readonly degraded?: readonly string[];
  /** Turns recorded and not yet digested: what was said a moment ago may not be in the answer. */
  readonly pendingTurns: number;
  /** When the answer was read: as `since` of a later request it gives what is new. Absent in answers that no engine made. */
  readonly recalledAt?: EpochMs;
  /** The answer of an earlier, equal request: nothing of the user was written between. */
  readonly cached?: boolean;
  readonly explanation?: RecallExplanation;
}
