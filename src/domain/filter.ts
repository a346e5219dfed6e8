import type { ItemAttributes } from "./item.js";
import type { EpochMs } from "./time.js";

export const TEXT_FIELDS = [
  "type",
  "kind",
  "tier",
  "status",
  "subject",
  "sessionId",
  "agentId",
  "speaker",
  "role",
] as const;
export type TextField = (typeof TEXT_FIELDS)[number];
export const LIST_FIELDS = ["tags", "entities"] as const;
export type ListField = (typeof LIST_FIELDS)[number];
export const TIME_FIELDS = ["saidAt", "recordedAt", "validFrom"] as const;
export type TimeField = (typeof TIME_FIELDS)[number];

/**
 * The closed filter language (house rule 4). Adapters translate it with an exhaustive switch; values are exact,
 * case-sensitive and never patterns. Tenant and user are not in it: they are the scope, which no filter can widen.
 */
export type Filter =
  | { readonly op: "all" }
  | { readonly op: "and"; readonly filters: readonly Filter[] }
  | { readonly op: "or"; readonly filters: readonly Filter[] }
  | { readonly op: "not"; readonly filter: Filter }
  | { readonly op: "in"; readonly field: TextField; readonly values: readonly string[] }
  | { readonly op: "hasAny"; readonly field: ListField; readonly values: readonly string[] }
  /** `from` ≤ field < `to` */
  | { readonly op: "between"; readonly field: TimeField; readonly from?: EpochMs; readonly to?: EpochMs }
  /**
   * True now: active, begun (validFrom ≤ at), not ended (validTo absent or > at), not expired (expiresAt absent or > at). So is a
   * superseded row whose end is still to come: "from July on I live in Paris" changes nothing before July.
   */
  | { readonly op: "current"; readonly at: EpochMs }
  /** Held at a past instant: active, superseded, archived or expired rows whose validity (and expiry) covered `at`. */
  | { readonly op: "validAt"; readonly at: EpochMs };

export const ALL: Filter = { op: "all" };

export function and(...filters: readonly Filter[]): Filter {
  const real = filters.filter((filter) => filter.op !== "all");
  if (real.length === 0) return ALL;
  const [first] = real;
  return real.length === 1 && first !== undefined ? first : { op: "and", filters: real };
}

const HELD_ONCE = new Set(["active", "superseded", "archived", "expired"]);

function coversInstant(item: ItemAttributes, at: EpochMs): boolean {
  return (
    item.validFrom <= at &&
    (item.validTo === undefined || item.validTo > at) &&
    (item.expiresAt === undefined || item.expiresAt > at)
  );
}

/** What was replaced holds until its end, where it was given one. */
function isInForce(item: ItemAttributes): boolean {
  return item.status === "active" || (item.status === "superseded" && item.validTo !== undefined);
}

/** The meaning of a filter, in one place: the reference adapter uses it, the others must agree with it. */
export function matchesFilter(filter: Filter, item: ItemAttributes): boolean {
  switch (filter.op) {
    case "all":
      return true;
    case "and":
      return filter.filters.every((part) => matchesFilter(part, item));
    case "or":
      return filter.filters.some((part) => matchesFilter(part, item));
    case "not":
      return !matchesFilter(filter.filter, item);
    case "in": {
      const value = item[filter.field];
      return value !== undefined && filter.values.includes(value);
    }
    case "hasAny":
      return filter.values.some((value) => item[filter.field].includes(value));
    case "between": {
      const value = item[filter.field];
      return (filter.from === undefined || value >= filter.from) && (filter.to === undefined || value < filter.to);
    }
    case "current":
      return isInForce(item) && coversInstant(item, filter.at);
    case "validAt":
      return HELD_ONCE.has(item.status) && coversInstant(item, filter.at);
  }
}
