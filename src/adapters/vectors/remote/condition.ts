import type { Filter, ListField, TextField, TimeField } from "../../../domain/index.js";

/**
 * A filter in the few words that every engine has: and, or, not, "is one of", "holds one of", bounds of an instant, and whether an instant is
 * there. Each is true or false, never unknown: `oneOf`, `anyOf` and `bounds` are false of an item that lacks the field.
 */
export type Condition =
  | { readonly op: "always" }
  | { readonly op: "never" }
  | { readonly op: "and"; readonly of: readonly Condition[] }
  | { readonly op: "or"; readonly of: readonly Condition[] }
  | { readonly op: "not"; readonly of: Condition }
  | { readonly op: "oneOf"; readonly field: TextField; readonly values: readonly string[] }
  | { readonly op: "anyOf"; readonly field: ListField; readonly values: readonly string[] }
  | {
      readonly op: "bounds";
      readonly field: InstantField;
      readonly atLeast?: number;
      readonly above?: number;
      readonly below?: number;
      readonly atMost?: number;
    }
  | { readonly op: "absent"; readonly field: InstantField };

/** `validTo` and `expiresAt` may be absent, the others never are. */
export type InstantField = TimeField | "validTo" | "expiresAt";

const ALWAYS: Condition = { op: "always" };
const NEVER: Condition = { op: "never" };

function join(op: "and" | "or", parts: readonly Condition[]): Condition {
  const [neutral, decisive] = op === "and" ? (["always", "never"] as const) : (["never", "always"] as const);
  if (parts.some((part) => part.op === decisive)) return { op: decisive };
  const of = parts.filter((part) => part.op !== neutral);
  const [first] = of;
  if (first === undefined) return { op: neutral };
  return of.length === 1 ? first : { op, of };
}

function negate(condition: Condition): Condition {
  if (condition.op === "always") return NEVER;
  if (condition.op === "never") return ALWAYS;
  return condition.op === "not" ? condition.of : { op: "not", of: condition };
}

const statusIn = (...values: readonly string[]): Condition => ({ op: "oneOf", field: "status", values });

/** Absent, or after the instant. */
const endsAfter = (field: "validTo" | "expiresAt", at: number): Condition =>
  join("or", [
    { op: "absent", field },
    { op: "bounds", field, above: at },
  ]);

const covers = (at: number): readonly Condition[] => [
  { op: "bounds", field: "validFrom", atMost: at },
  endsAfter("validTo", at),
  endsAfter("expiresAt", at),
];

/** Engines hold texts as UTF-8, in which a lone surrogate has no form. */
const wellFormed = (values: readonly string[]): readonly string[] => [
  ...new Set(values.map((value) => value.toWellFormed())),
];

/** What the filter means, as `matchesFilter` of the domain says it. Nothing in it is trivial: `always` and `never` stand alone or not at all. */
export function toCondition(filter: Filter): Condition {
  switch (filter.op) {
    case "all":
      return ALWAYS;
    case "and":
    case "or":
      return join(filter.op, filter.filters.map(toCondition));
    case "not":
      return negate(toCondition(filter.filter));
    case "in":
      if (filter.values.length === 0) return NEVER;
      return { op: "oneOf", field: filter.field, values: wellFormed(filter.values) };
    case "hasAny":
      if (filter.values.length === 0) return NEVER;
      return { op: "anyOf", field: filter.field, values: wellFormed(filter.values) };
    case "between": {
      const { field, from, to } = filter;
      // every item has the field
      if (from === undefined && to === undefined) return ALWAYS;
      return {
        ...{ op: "bounds", field },
        ...(from === undefined ? {} : { atLeast: from }),
        ...(to === undefined ? {} : { below: to }),
      };
    }
    case "current": {
      const ending = join("and", [statusIn("superseded"), negate({ op: "absent", field: "validTo" })]);
      return join("and", [join("or", [statusIn("active"), ending]), ...covers(filter.at)]);
    }
    case "validAt":
      return join("and", [statusIn("active", "superseded", "archived", "expired"), ...covers(filter.at)]);
  }
}
