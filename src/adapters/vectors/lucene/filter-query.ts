import type { Filter, ListField, Scope, TextField, TimeField } from "../../../domain/index.js";
import { exactText } from "../points/index.js";

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
const exists = (field: string): Query => ({ exists: { field } });

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

function range(field: TimeField | "validTo" | "expiresAt", bound: "gte" | "gt" | "lt" | "lte", at: number): Query {
  return { range: { [field]: { [bound]: Math.max(-FARTHEST_INSTANT, Math.min(FARTHEST_INSTANT, at)) } } };
}

function between(field: TimeField, from: number | undefined, to: number | undefined): Query {
  const parts: Query[] = [];
  if (from !== undefined) parts.push(range(field, "gte", from));
  if (to !== undefined) parts.push(range(field, "lt", to));
  return parts.length === 0 ? ALWAYS : all(...parts);
}

const absentOrAfter = (field: "validTo" | "expiresAt", at: number): Query =>
  any(not(exists(field)), range(field, "gt", at));

const covers = (at: number): Query =>
  all(range("validFrom", "lte", at), absentOrAfter("validTo", at), absentOrAfter("expiresAt", at));

const IN_FORCE = any(oneOf("status", ["active"]), all(oneOf("status", ["superseded"]), exists("validTo")));
const HELD_ONCE = oneOf("status", ["active", "superseded", "archived", "expired"]);

/** The filter language as a query that scores nothing. */
export function filterQuery(filter: Filter): Query {
  switch (filter.op) {
    case "all":
      return ALWAYS;
    case "and":
      return filter.filters.length === 0 ? ALWAYS : all(...filter.filters.map(filterQuery));
    case "or":
      return filter.filters.length === 0 ? NEVER : any(...filter.filters.map(filterQuery));
    case "not":
      return not(filterQuery(filter.filter));
    case "in":
    case "hasAny":
      return oneOf(filter.field, filter.values);
    case "between":
      return between(filter.field, filter.from, filter.to);
    case "current":
      return all(IN_FORCE, covers(filter.at));
    case "validAt":
      return all(HELD_ONCE, covers(filter.at));
  }
}

/** Of every query: this tenant's and this user's alone, and what else is asked. */
export function within({ tenant, user }: Scope, ...queries: readonly Query[]): Query {
  return all({ term: { tenant: termOf(tenant) } }, { term: { user: termOf(user) } }, ...queries);
}
