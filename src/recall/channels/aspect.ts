import { speaksOfAskedAspect, statesAskedAspect } from "../asked-aspect.js";
import type { Channel } from "./channel.js";

/** A statement keyed by the very attribute that is asked for ("who do I work for" – employer). */
export const aspectChannel: Channel = {
  weight: "aspect",
  neutral: 0,
  score(candidate, { query }) {
    return candidate.type === "memory" && statesAskedAspect(candidate.memory, query) ? 1 : undefined;
  },
};

/** Half as sure: words of someone who tells of it, of which no attribute was made ("signed a lease", 拿到了录用通知). */
const SPOKEN = 0.4;

/** A piece that tells of what is asked for, in the words in which people tell of a change of it. */
export const spokenAspectChannel: Channel = {
  weight: "aspect",
  neutral: 0,
  score(candidate, { query, formsOf }) {
    if (candidate.type === "memory" && statesAskedAspect(candidate.memory, query)) return undefined;
    const text = formsOf?.(candidate)?.text;
    return text !== undefined && speaksOfAskedAspect(text, query.askedAspects) ? SPOKEN : undefined;
  },
};
