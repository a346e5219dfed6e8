import { DAY_MS } from "../../domain/index.js";
import type { Channel } from "./channel.js";

/**
 * How lately it was said: mean of two curves, one for what is only just over (7 days) and one for what is still of the month (30 days). Each
 * halves with its own half-life, both of the policy; set alike they are one curve.
 */
export const recencyChannel: Channel = {
  weight: "recency",
  name: "recency",
  neutral: 0,
  score: (candidate, { now, policy }) => {
    const days = Math.max(0, now - candidate.saidAt) / DAY_MS;
    return (0.5 ** (days / policy.recentHalfLifeDays) + 0.5 ** (days / policy.recencyHalfLifeDays)) / 2;
  },
};
