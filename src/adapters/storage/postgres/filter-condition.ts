import type { Filter, ListField, TextField, TimeField } from "../../../domain/index.js";
import type { Value } from "./connection.js";

/** What the filter is asked of: rows of `memories AS f`, or of `index_items AS f`. */
export type Filtered = "memory" | "item";

export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

const ALWAYS = "true";
const NEVER = "false";

/** Columns of `f`. */
const TEXT_COLUMNS: Readonly<Record<TextField, string>> = {
  type: "f.type",
  kind: "f.kind",
  tier: "f.tier",
  status: "f.status",
  subject: "f.subject",
  sessionId: "f.session_id",
  agentId: "f.agent_id",
  speaker: "f.speaker",
  role: "f.role",
};
/** Belong to episodes, so no memory has one. */
const NOT_OF_MEMORIES: ReadonlySet<TextField> = new Set(["speaker", "role"]);
const LIST_COLUMNS: Readonly<Record<ListField, string>> = { tags: "f.tags_held", entities: "f.entities_held" };
const TIME_COLUMNS: Readonly<Record<TimeField, string>> = {
  saidAt: "f.said_at",
  recordedAt: "f.recorded_at",
  validFrom: "f.valid_from",
};

const IN_FORCE = "(f.status = 'active' OR (f.status = 'superseded' AND f.valid_to IS NOT NULL))";
const HELD_ONCE = "f.status IN ('active', 'superseded', 'archived', 'expired')";

/** Builds one condition; values become parameters, never text. Every condition is true or false, never unknown. */
class Translation {
  readonly values: Value[] = [];
  readonly #filtered: Filtered;
  readonly #first: number;

  constructor(filtered: Filtered, first: number) {
    this.#filtered = filtered;
    this.#first = first;
  }

  translate(filter: Filter): string {
    switch (filter.op) {
      case "all":
        return ALWAYS;
      case "and":
        return this.#join(filter.filters, "AND", ALWAYS);
      case "or":
        return this.#join(filter.filters, "OR", NEVER);
      case "not":
        return `(NOT ${this.translate(filter.filter)})`;
      case "in":
        return this.#isOneOf(filter.field, filter.values);
      case "hasAny":
        return this.#hasAny(filter.field, filter.values);
      case "between":
        return this.#between(filter.field, filter.from, filter.to);
      case "current":
        return `(${IN_FORCE} AND ${this.#covers(filter.at)})`;
      case "validAt":
        return `(${HELD_ONCE} AND ${this.#covers(filter.at)})`;
    }
  }

  #parameter(value: Value): string {
    this.values.push(value);
    return `$${this.#first + this.values.length - 1}`;
  }

  /** As a float, which holds whatever an instant may be asked for as. */
  #instant(at: number): string {
    return `${this.#parameter(at)}::float8`;
  }

  #texts(values: readonly string[]): string {
    return `${this.#parameter(values.map((value) => value.toWellFormed()))}::text[]`;
  }

  #join(filters: readonly Filter[], operator: "AND" | "OR", whenEmpty: string): string {
    return filters.length === 0 ? whenEmpty : `(${filters.map((part) => this.translate(part)).join(` ${operator} `)})`;
  }

  #isOneOf(field: TextField, values: readonly string[]): string {
    if (this.#filtered === "memory") {
      if (field === "type") return values.includes("memory") ? ALWAYS : NEVER;
      if (NOT_OF_MEMORIES.has(field)) return NEVER;
    }
    if (values.length === 0) return NEVER;
    const column = TEXT_COLUMNS[field];
    // An absent value must be false, not unknown, or `not` around it would lose the row.
    return `(${column} IS NOT NULL AND ${column} = ANY (${this.#texts(values)}))`;
  }

  /** By each label rather than by the overlap of two lists: an item has few, the list may be long and is hashed. */
  #hasAny(field: ListField, values: readonly string[]): string {
    if (values.length === 0) return NEVER;
    return `EXISTS (SELECT 1 FROM unnest(${LIST_COLUMNS[field]}) AS label WHERE label = ANY (${this.#texts(values)}))`;
  }

  #between(field: TimeField, from: number | undefined, to: number | undefined): string {
    const column = TIME_COLUMNS[field];
    const parts: string[] = [];
    if (from !== undefined) parts.push(`${column} >= ${this.#instant(from)}`);
    if (to !== undefined) parts.push(`${column} < ${this.#instant(to)}`);
    return parts.length === 0 ? ALWAYS : `(${parts.join(" AND ")})`;
  }

  #covers(at: number): string {
    const now = this.#instant(at);
    return `f.valid_from <= ${now} AND (f.valid_to IS NULL OR f.valid_to > ${now}) AND (f.expires_at IS NULL OR f.expires_at > ${now})`;
  }
}

/** The filter language over `f`. @param first number of the first parameter that is free */
export function conditionOf(filter: Filter, filtered: Filtered, first: number): Condition {
  const translation = new Translation(filtered, first);
  return { sql: translation.translate(filter), values: translation.values };
}
