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

export interface RecallExplanation {
  /** What the query was understood as: terms, language, entities, time, speaker. */
  readonly query: Readonly<Record<string, unknown>>;
  readonly floor: number;
  readonly weights: Readonly<Record<string, number>>;
  readonly dropped: readonly DroppedCandidate[];
  readonly timings: Readonly<Record<string, number>>;
}

export interface RecallResult {
  readonly items: readonly RecalledItem[];
  /** Present when something was not available (e.g. the embedder): the answer is right but may be incomplete. */
  readonly degraded?: readonly string[];
  /** Turns recorded and not yet digested: what was said a moment ago may not be in the answer. */
  readonly pendingTurns: number;
  readonly explanation?: RecallExplanation;
}
