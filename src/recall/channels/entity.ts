import type { Channel } from "./channel.js";

/**
 * Share of the query's names, identifiers and amounts that the item holds, letter by letter: templates that differ by an identifier
 * only look the same to a vector.
 */
export const entityChannel: Channel = {
  weight: "entity",
  name: "entity",
  neutral: 0,
  score(candidate, { query, formsOf }) {
    const text = formsOf?.(candidate);
    if (query.entities.length === 0 || text === undefined) return undefined;
    return query.entities.filter((entity) => text.folded.includes(entity)).length / query.entities.length;
  },
};
