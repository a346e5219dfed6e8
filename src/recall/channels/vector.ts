import type { EmbedderCalibration } from "../../ports/index.js";
import type { Channel } from "./channel.js";

/** So many deviations above a text of the same user that has nothing to do with the query count as certain. */
const CERTAIN_DEVIATIONS = 6;

/** Cosine in deviations above unrelated texts: means the same for every model, as raw cosines do not. */
export function deviationsAboveUnrelated(cosine: number, calibration: EmbedderCalibration): number {
  return (cosine - calibration.unrelatedMean) / calibration.unrelatedDeviation;
}

function calibrated(cosine: number | undefined, calibration: EmbedderCalibration): number | undefined {
  if (cosine === undefined) return undefined;
  return Math.min(1, Math.max(0, deviationsAboveUnrelated(cosine, calibration) / CERTAIN_DEVIATIONS));
}

/** How near the item's own vector is in meaning. */
export const vectorChannel: Channel = {
  weight: "vector",
  name: "vector",
  neutral: 0,
  score: (candidate, { calibration }) => calibrated(candidate.cosine, calibration),
};

/**
 * How near "this turn + the next" is: the vector of the segment that follows. The last turn of a session has none and is judged by
 * its own alone, else it would be punished for ending a conversation; so is an atomic memory.
 */
export const vectorNextChannel: Channel = {
  weight: "vectorNext",
  neutral: 0,
  score: (candidate, { calibration }) =>
    calibrated(candidate.type === "episode" ? (candidate.nextCosine ?? candidate.cosine) : candidate.cosine, calibration),
};
