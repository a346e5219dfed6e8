import type { Channel } from "./channel.js";

/** Second pass: a conversation in which something matched well is likely to hold the rest of the answer. */
export const sessionChannel: Channel = {
  weight: "session",
  name: "session",
  neutral: 0,
  score: (candidate, { sessionScores }) =>
    candidate.sessionId === undefined ? undefined : sessionScores?.get(candidate.sessionId),
};
