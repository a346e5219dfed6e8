import type { Channel } from "./channel.js";

/**
 * Words in common. BM25 has no upper bound and grows with the query, so it is taken as a share of the best hit; the best hit itself
 * counts for as much as it covers of the query's rare words (their square root: half of them is no half of the evidence). Someone who
 * tells a story shares a word with everything, and no word of it is what is asked for.
 */
export const keywordChannel: Channel = {
  weight: "keyword",
  name: "keyword",
  neutral: 0,
  score(candidate, { bestBm25, bestCoverage }) {
    if (candidate.bm25 === undefined || bestBm25 <= 0) return undefined;
    return (candidate.bm25 / bestBm25) * Math.sqrt(bestCoverage);
  },
};
