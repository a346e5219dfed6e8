import { DAY_MS } from "../../domain/index.js";
import type { Channel } from "./channel.js";

/** Halves with every `recencyHalfLifeDays` since it was said. */
export const recencyChannel: Channel = {
  weight: "recency",
  name: "recency",
  neutral: 0,
  score: (candidate, { now, policy }) =>
    0.5 ** (Math.max(0, now - candidate.saidAt) / (policy.recencyHalfLifeDays * DAY_MS)),
};
