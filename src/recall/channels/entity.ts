import { foldText } from "../../language/index.js";
import type { Channel } from "./channel.js";

/**
 * Share of the query's names, identifiers and amounts that the item holds, letter by letter: templates that differ by an identifier
 * only look the same to a vector.
 */
export const entityChannel: Channel = {
  weight: "entity",
  name: "entity",
  neutral: 0,
  score(candidate, { query, textOf }) {
    const text = textOf?.(candidate);
    if (query.entities.length === 0 || text === undefined) return undefined;
    const folded = foldText(text);
    return query.entities.filter((entity) => folded.includes(entity)).length / query.entities.length;
  },
};
