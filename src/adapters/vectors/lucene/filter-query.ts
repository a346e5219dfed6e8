import type { ListField, Scope, TextField } from "../../../domain/index.js";
import { type Condition, exactText, type InstantField } from "../remote/index.js";

/** Lucene takes terms of up to 32,766 bytes. */
const MAX_TERM_BYTES = 8_000;
/** Servers take 65,536 terms of one query. */
const MAX_TERMS = 32_768;
/** Instants are whole milliseconds; what lies beyond these is beyond every one of them. */
const FARTHEST_INSTANT = Number.MAX_SAFE_INTEGER;

export type Query = Readonly<Record<string, object>>;

const ALWAYS: Query = { match_all: {} };
const NEVER: Query = { match_none: {} };

export const termOf = (text: string): string => exactText(text, MAX_TERM_BYTES);

const all = (...filters: readonly Query[]): Query => ({ bool: { filter: filters } });
const any = (...should: readonly Query[]): Query => ({ bool: { should, minimum_should_match: 1 } });
const not = (query: Query): Query => ({ bool: { must_not: [query] } });

/** One of the values; of a field with several, any of them. Absent: false. */
export function oneOf(field: TextField | ListField | "itemId", values: readonly string[]): Query {
  const terms = [...new Set(values.map(termOf))];
  const parts: Query[] = [];
  for (let first = 0; first < terms.length; first += MAX_TERMS) {
    parts.push({ terms: { [field]: terms.slice(first, first + MAX_TERMS) } });
  }
  const [only = NEVER] = parts;
  return parts.length <= 1 ? only : any(...parts);
}

function range(field: InstantField, bounds: Readonly<Record<string, number | undefined>>): Query {
  const given = Object.entries(bounds).flatMap(([name, at]) =>
    at === undefined ? [] : [[name, Math.max(-FARTHEST_INSTANT, Math.min(FARTHEST_INSTANT, at))] as const],
  );
  return { range: { [field]: Object.fromEntries(given) } };
}

/**
 * A condition, or its contrary, as a query that scores nothing. Negation is carried down to what can be looked up: servers take queries
 * within queries to a depth of 30, of which a `not` around each level would use one more.
 */
export function queryOf(condition: Condition, isNegated = false): Query {
  switch (condition.op) {
    case "always":
      return isNegated ? NEVER : ALWAYS;
    case "never":
      return isNegated ? ALWAYS : NEVER;
    case "and":
    case "or": {
      const parts = condition.of.map((part) => queryOf(part, isNegated));
      return (condition.op === "and") === isNegated ? any(...parts) : all(...parts);
    }
    case "not":
      return queryOf(condition.of, !isNegated);
    case "absent": {
      const there: Query = { exists: { field: condition.field } };
      return isNegated ? there : not(there);
    }
    case "oneOf":
    case "anyOf":
    case "bounds": {
      const asked = lookUp(condition);
      return isNegated ? not(asked) : asked;
    }
  }
}

function lookUp(condition: Extract<Condition, { op: "oneOf" | "anyOf" | "bounds" }>): Query {
  if (condition.op !== "bounds") return oneOf(condition.field, condition.values);
  const { field, atLeast, above, below, atMost } = condition;
  return range(field, { gte: atLeast, gt: above, lt: below, lte: atMost });
}

/** Of every query: this tenant's and this user's alone, and what else is asked. */
export function within({ tenant, user }: Scope, ...queries: readonly Query[]): Query {
  return all({ term: { tenant: termOf(tenant) } }, { term: { user: termOf(user) } }, ...queries);
}
