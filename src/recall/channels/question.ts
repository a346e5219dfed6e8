import { mentionsTime, questionShare } from "../query-marks.js";
import type { Channel } from "./channel.js";

/** A turn that only asks seldom holds the answer: the weight is taken off by the share of it that asks. */
export const questionChannel: Channel = {
  weight: "question",
  neutral: 1,
  score(candidate, { formsOf }) {
    if (candidate.type === "memory") return undefined;
    const text = formsOf?.(candidate)?.text;
    return text === undefined ? undefined : 1 - questionShare(text);
  },
};

/** For a "when" question: does the item say when? */
export const whenChannel: Channel = {
  weight: "when",
  neutral: 0,
  score(candidate, { query, formsOf }) {
    const text = formsOf?.(candidate)?.text;
    if (!query.asksWhen || text === undefined) return undefined;
    return mentionsTime(text) ? 1 : 0;
  },
};
