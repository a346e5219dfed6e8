import type { ChannelName, EpochMs, ItemId, Policy, RecallWeights, SessionId } from "../../domain/index.js";
import type { EmbedderCalibration } from "../../ports/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import type { Candidate } from "../candidate.js";
import type { TextForms } from "../run-texts.js";

/** What channels may look at beside the candidate. */
export interface ScoringContext {
  readonly query: UnderstoodQuery;
  readonly calibration: EmbedderCalibration;
  readonly policy: Policy["recall"];
  readonly now: EpochMs;
  /** Highest bm25 among the candidates; 0 where no term was found. */
  readonly bestBm25: number;
  /** Largest share of the query's idf mass that one candidate holds, 0–1. */
  readonly bestCoverage: number;
  /** Second pass: best first-pass score of each session, as a share of the best of all. */
  readonly sessionScores?: ReadonlyMap<SessionId | ItemId, number>;
  /** Last pass: from when to when the best were said. */
  readonly bestSpan?: { readonly from: EpochMs; readonly to: EpochMs };
  /** Last pass: the words of a candidate, where they were read. */
  readonly formsOf?: (candidate: Candidate) => TextForms | undefined;
}

/** One reason for which an item may answer a query. */
export interface Channel {
  /** The weight that counts it. */
  readonly weight: keyof RecallWeights;
  /** The name under which its score is shown; absent: it adjusts the sum and is told in words only. */
  readonly name?: ChannelName;
  /** The score that neither helps nor harms: that of a candidate on which the channel is silent. */
  readonly neutral: number;
  /** 0–1, higher is better; undefined where the channel has nothing to say. */
  score(candidate: Candidate, context: ScoringContext): number | undefined;
}
