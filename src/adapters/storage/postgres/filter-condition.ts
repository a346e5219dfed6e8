import { filterConditions } from "../relational/index.js";

/** The filter language over `f`; its third argument is the number of the first parameter that is free. */
export const conditionOf = filterConditions({
  isOneOf: (column, list) => `${column} = ANY (${list}::text[])`,
  /** By each label rather than by the overlap of two lists: an item has few, the list may be long and is hashed. */
  hasAny: (column, list) => `EXISTS (SELECT 1 FROM unnest(${column}) AS label WHERE label = ANY (${list}::text[]))`,
  toLabel: (label) => label,
  /** As a float, which holds whatever an instant may be asked for as. */
  instant: (parameter) => `${parameter}::float8`,
});
