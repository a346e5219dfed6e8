import { statesAskedAspect } from "../asked-aspect.js";
import type { Channel } from "./channel.js";

/** A statement keyed by the very attribute that is asked for ("who do I work for" – employer). */
export const aspectChannel: Channel = {
  weight: "aspect",
  neutral: 0,
  score(candidate, { query }) {
    return candidate.type === "memory" && statesAskedAspect(candidate.memory, query) ? 1 : undefined;
  },
};
