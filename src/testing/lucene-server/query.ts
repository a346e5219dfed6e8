import { badArgument, Refused } from "./refusals.js";

export type Fields = Readonly<Record<string, unknown>>;

/** What an answer of JSON may hold; the server trusts nothing of it. */
export type Json = Readonly<Record<string, unknown>>;

const MAX_TERMS = 65_536;
/** Of queries within queries. */
const MAX_DEPTH = 30;

export function objectOf(value: unknown, what: string): Json {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  throw new Refused(400, "parsing_exception", `[${what}] is no object`);
}

function entryOf(value: unknown, what: string): readonly [string, unknown] {
  const entries = Object.entries(objectOf(value, what));
  const [first] = entries;
  if (first === undefined || entries.length > 1) {
    throw new Refused(400, "parsing_exception", `[${what}] malformed query, expected one field`);
  }
  return first;
}

function valuesOf(fields: Fields, field: string): readonly unknown[] {
  const value = fields[field];
  if (value === undefined || value === null) return [];
  return Array.isArray(value) ? value : [value];
}

function clauses(value: unknown): readonly unknown[] {
  if (value === undefined) return [];
  return Array.isArray(value) ? value : [value];
}

function matchesBool(body: Json, fields: Fields, depth: number): boolean {
  const known = new Set(["filter", "must_not", "should", "minimum_should_match"]);
  const unknown = Object.keys(body).find((key) => !known.has(key));
  if (unknown !== undefined) throw new Refused(400, "x_content_parse_exception", `[bool] unknown field [${unknown}]`);
  const [filter, not, should] = [clauses(body.filter), clauses(body.must_not), clauses(body.should)];
  const least = body.minimum_should_match ?? (should.length > 0 && filter.length === 0 ? 1 : 0);
  return (
    filter.every((query) => matches(query, fields, depth + 1)) &&
    !not.some((query) => matches(query, fields, depth + 1)) &&
    should.filter((query) => matches(query, fields, depth + 1)).length >= Number(least)
  );
}

const COMPARISONS: Readonly<Record<string, (value: number, bound: number) => boolean>> = {
  gte: (value, bound) => value >= bound,
  gt: (value, bound) => value > bound,
  lte: (value, bound) => value <= bound,
  lt: (value, bound) => value < bound,
};

function matchesRange(body: unknown, fields: Fields): boolean {
  const [field, bounds] = entryOf(body, "range");
  return Object.entries(objectOf(bounds, "range")).every(([name, bound]) => {
    const compare = COMPARISONS[name];
    if (compare === undefined || typeof bound !== "number") {
      throw new Refused(400, "parsing_exception", `[range] query does not support [${name}]`);
    }
    return valuesOf(fields, field).some((value) => typeof value === "number" && compare(value, bound));
  });
}

/** Whether a document with these fields matches a query of the few kinds that filters need. */
export function matches(query: unknown, fields: Fields, depth = 1): boolean {
  if (depth > MAX_DEPTH) {
    const reason = `The nested depth of the query exceeds the maximum nested depth for queries set in [${MAX_DEPTH}]`;
    throw new Refused(400, "x_content_parse_exception", reason);
  }
  const [kind, body] = entryOf(query, "query");
  switch (kind) {
    case "match_all":
      return true;
    case "match_none":
      return false;
    case "bool":
      return matchesBool(objectOf(body, "bool"), fields, depth);
    case "term": {
      const [field, value] = entryOf(body, "term");
      return valuesOf(fields, field).includes(value);
    }
    case "terms": {
      const [field, values] = entryOf(body, "terms");
      if (!Array.isArray(values)) throw new Refused(400, "parsing_exception", "[terms] query requires an array");
      if (values.length > MAX_TERMS) throw badArgument(`The number of terms [${values.length}] is over ${MAX_TERMS}`);
      const wanted = new Set<unknown>(values);
      return valuesOf(fields, field).some((value) => wanted.has(value));
    }
    case "range":
      return matchesRange(body, fields);
    case "exists":
      return valuesOf(fields, String(objectOf(body, "exists").field)).length > 0;
    default:
      throw new Refused(400, "parsing_exception", `unknown query [${kind}]`);
  }
}
