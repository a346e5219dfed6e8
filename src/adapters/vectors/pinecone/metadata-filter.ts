import type { Scope } from "../../../domain/index.js";
import { type Condition, inBatches } from "../remote/index.js";
import { ENDLESS, heldText } from "./metadata.js";

export type MetadataFilter = Readonly<Record<string, object>>;

/** Pinecone takes 10,000 values of one `$in`. */
const MAX_VALUES = 10_000;
const FARTHEST_INSTANT = Number.MAX_SAFE_INTEGER;

function joined(operator: "$and" | "$or", filters: readonly MetadataFilter[]): MetadataFilter {
  const [only] = filters;
  return filters.length === 1 && only !== undefined ? only : { [operator]: filters };
}

function oneOf(field: string, values: readonly string[], isNegated: boolean): MetadataFilter {
  const held = [...new Set(values.map(heldText))];
  const parts = [...inBatches(held, MAX_VALUES)].map((some) => ({ [field]: { [isNegated ? "$nin" : "$in"]: some } }));
  return joined(isNegated ? "$and" : "$or", parts);
}

/** Each comparison with its contrary: of a number that is always there, one of the two is true. */
const CONTRARY = { $gte: "$lt", $gt: "$lte", $lt: "$gte", $lte: "$gt" } as const;

function bounds(condition: Extract<Condition, { op: "bounds" }>, isNegated: boolean): MetadataFilter {
  const { field, atLeast, above, below, atMost } = condition;
  const parts: MetadataFilter[] = [];
  for (const [comparison, bound] of [
    ["$gte", atLeast],
    ["$gt", above],
    ["$lt", below],
    ["$lte", atMost],
  ] as const) {
    if (bound === undefined) continue;
    const instant = Math.max(-FARTHEST_INSTANT, Math.min(FARTHEST_INSTANT, bound));
    parts.push({ [field]: { [isNegated ? CONTRARY[comparison] : comparison]: instant } });
  }
  // an end that there is not lies within no bounds
  if (field === "validTo" || field === "expiresAt") parts.push({ [field]: { [isNegated ? "$eq" : "$ne"]: ENDLESS } });
  return joined(isNegated ? "$or" : "$and", parts);
}

/** Pinecone's filters have no negation of a whole: it is carried down to the comparisons. Nothing in a condition is trivial. */
function filterOf(condition: Exclude<Condition, { op: "always" | "never" }>, isNegated: boolean): MetadataFilter {
  switch (condition.op) {
    case "and":
    case "or": {
      const parts = condition.of.flatMap((part) =>
        part.op === "always" || part.op === "never" ? [] : [filterOf(part, isNegated)],
      );
      return joined((condition.op === "and") === isNegated ? "$or" : "$and", parts);
    }
    case "not": {
      const { of } = condition;
      if (of.op === "always" || of.op === "never") throw new Error("a condition has no trivial part");
      return filterOf(of, !isNegated);
    }
    case "oneOf":
    case "anyOf":
      return oneOf(condition.field, condition.values, isNegated);
    case "bounds":
      return bounds(condition, isNegated);
    case "absent":
      return { [condition.field]: { [isNegated ? "$ne" : "$eq"]: ENDLESS } };
  }
}

/** Of every query: this tenant's and this user's alone, and what else is asked. Undefined: nothing can match. */
export function withinScope({ tenant, user }: Scope, condition: Condition): MetadataFilter | undefined {
  if (condition.op === "never") return undefined;
  const own: readonly MetadataFilter[] = [{ tenant: { $eq: heldText(tenant) } }, { user: { $eq: heldText(user) } }];
  return { $and: condition.op === "always" ? own : [...own, filterOf(condition, false)] };
}
