import type { Filter, ListField, TextField, TimeField } from "../../../../domain/index.js";
import type { Value } from "../row-value.js";

/** What the filter is asked of: rows of `memories AS f`, or of `index_items AS f`. */
export type Filtered = "memory" | "item";

export interface FilterCondition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** What engines say in different words. A parameter is given by its mark. */
export interface FilterDialect {
  readonly isOneOf: (column: string, list: string) => string;
  /** Whether a column of several labels holds one of a list. */
  readonly hasAny: (column: string, list: string) => string;
  /** How a label is written where `hasAny` looks for it. */
  readonly toLabel: (label: string) => string;
  readonly instant: (parameter: string) => string;
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
  readonly #dialect: FilterDialect;
  readonly #filtered: Filtered;
  readonly #first: number;

  constructor(dialect: FilterDialect, filtered: Filtered, first: number) {
    this.#dialect = dialect;
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

  #instant(at: number): string {
    return this.#dialect.instant(this.#parameter(at));
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
    const list = this.#parameter(values.map((value) => value.toWellFormed()));
    // An absent value must be false, not unknown, or `not` around it would lose the row.
    return `(${column} IS NOT NULL AND ${this.#dialect.isOneOf(column, list)})`;
  }

  #hasAny(field: ListField, values: readonly string[]): string {
    if (values.length === 0) return NEVER;
    const labels = this.#parameter(values.map((value) => this.#dialect.toLabel(value.toWellFormed())));
    return this.#dialect.hasAny(LIST_COLUMNS[field], labels);
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

/** The filter language over `f`, in an engine's words. */
export function filterConditions(
  dialect: FilterDialect,
): (filter: Filter, filtered: Filtered, first: number) => FilterCondition {
  return (filter, filtered, first) => {
    const translation = new Translation(dialect, filtered, first);
    return { sql: translation.translate(filter), values: translation.values };
  };
}
