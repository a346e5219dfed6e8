import type { Channel } from "./channel.js";

/**
 * Second pass: a conversation in which something matched well is likely to hold the rest of the answer. A statement made outside of any
 * conversation counts as one of its own, else it would stand back behind every turn.
 */
export const sessionChannel: Channel = {
  weight: "session",
  name: "session",
  neutral: 0,
  score: ({ sessionId, id }, { sessionScores }) => sessionScores?.get(sessionId ?? id),
};
