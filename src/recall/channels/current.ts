import type { Channel } from "./channel.js";

/**
 * For a question about the present: the place of an item in time among the best, 0 for the oldest, 1 for the newest. Not its age: a store
 * whose last word is a year old has a present too.
 */
export const currentChannel: Channel = {
  weight: "current",
  neutral: 0.5,
  score(candidate, { query, bestSpan }) {
    if (!query.asksAboutNow || bestSpan === undefined || bestSpan.to <= bestSpan.from) return undefined;
    return Math.min(1, Math.max(0, (candidate.saidAt - bestSpan.from) / (bestSpan.to - bestSpan.from)));
  },
};
