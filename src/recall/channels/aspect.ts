import type { Channel } from "./channel.js";

/** A statement keyed by the very attribute that is asked for ("who do I work for" – employer). */
export const aspectChannel: Channel = {
  weight: "aspect",
  neutral: 0,
  score(candidate, { query }) {
    if (candidate.type !== "memory" || candidate.memory.attribute === undefined) return undefined;
    return query.askedAspects.has(candidate.memory.attribute) ? 1 : undefined;
  },
};
