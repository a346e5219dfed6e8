import type { EmbedderCalibration } from "../../ports/index.js";
import type { Channel } from "./channel.js";

/*
 * The scale of the vector channels in deviations of unrelated text: from clearly apart to certainly the same. It begins under the mean,
 * because short statements lie lower than pieces of conversation and must still be told apart there.
 */
const APART = -2.5;
const CERTAIN = 5;

/** Cosine in deviations above unrelated texts: means the same for every model, as raw cosines do not. */
export function deviationsAboveUnrelated(cosine: number, calibration: EmbedderCalibration): number {
  return (cosine - calibration.unrelatedMean) / calibration.unrelatedDeviation;
}

function calibrated(cosine: number | undefined, calibration: EmbedderCalibration): number | undefined {
  if (cosine === undefined) return undefined;
  const share = (deviationsAboveUnrelated(cosine, calibration) - APART) / (CERTAIN - APART);
  return Math.min(1, Math.max(0, share));
}

/** What an unrelated text scores; an item whose vector is still to come is taken for one. */
const UNRELATED = -APART / (CERTAIN - APART);

/** How near the item's own vector is in meaning. */
export const vectorChannel: Channel = {
  weight: "vector",
  name: "vector",
  neutral: UNRELATED,
  score: (candidate, { calibration }) => calibrated(candidate.cosine, calibration),
};

/**
 * How near "this turn + the next" is: the vector of the segment that follows. The last turn of a session has none and is judged by
 * its own alone, else it would be punished for ending a conversation; so is an atomic memory.
 */
export const vectorNextChannel: Channel = {
  weight: "vectorNext",
  neutral: UNRELATED,
  score: (candidate, { calibration }) =>
    calibrated(
      candidate.type === "episode" ? (candidate.nextCosine ?? candidate.cosine) : candidate.cosine,
      calibration,
    ),
};
