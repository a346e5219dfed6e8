import type { Channel } from "./channel.js";

/** What the write path held to be important. Episodes have no importance of their own. */
export const importanceChannel: Channel = {
  weight: "importance",
  name: "importance",
  neutral: 0,
  score: (candidate) => (candidate.type === "memory" ? candidate.memory.importance : undefined),
};

/** An atomic statement answers in fewer words than a piece of conversation. */
export const memoryChannel: Channel = {
  weight: "memory",
  neutral: 0,
  score: (candidate) => (candidate.type === "memory" && candidate.memory.kind !== "summary" ? 1 : undefined),
};

/** A summary tells a little of many turns: where one of them answers, that one is to stand before it. */
export const summaryChannel: Channel = {
  weight: "summary",
  neutral: 1,
  score: (candidate) => (candidate.type === "memory" && candidate.memory.kind === "summary" ? 0 : undefined),
};
