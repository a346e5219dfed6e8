import type { ItemId, MemoryId } from "./ids.js";
import type { EpochMs } from "./time.js";

/**
 * What somebody thinks of a recalled memory.
 * - `useful`: it helped; its use is counted, and it counts for a little more.
 * - `useless`: it was not asked for; noted for tuning, it counts for a little less.
 * - `wrong`: it is not true; it goes on holding until a person decides, and waits in the review queue.
 */
export const FEEDBACK_VERDICTS = ["useful", "useless", "wrong"] as const;
export type FeedbackVerdict = (typeof FEEDBACK_VERDICTS)[number];

export interface FeedbackRequest {
  readonly id: ItemId;
  readonly verdict: FeedbackVerdict;
  /** The place that it had in the answer, from 1, and its score: what tuning learns from. */
  readonly place?: number;
  readonly score?: number;
}

export interface FeedbackResult {
  readonly id: ItemId;
  readonly verdict: FeedbackVerdict;
  /** Of a memory, after the verdict. */
  readonly importance?: number;
  readonly accessCount?: number;
  /** Of `wrong`: the change that waits for a person. */
  readonly reviewId?: MemoryId;
}

/** A verdict as tuning reads it: ids and figures, never words. */
export interface FeedbackEntry {
  readonly at: EpochMs;
  readonly id: ItemId;
  readonly verdict: FeedbackVerdict;
  readonly place?: number;
  readonly score?: number;
}
