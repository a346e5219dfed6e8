import type { Filter, ListField, TextField, TimeField } from "../../../domain/index.js";
import type { Value } from "./connection.js";

export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

const ALWAYS: Condition = { sql: "1", values: [] };
const NEVER: Condition = { sql: "0", values: [] };

/** Columns of `memories AS m`; speaker and role belong to episodes, so no memory has one. */
const TEXT_COLUMNS: Readonly<Record<Exclude<TextField, "type">, string | undefined>> = {
  kind: "m.kind",
  tier: "m.tier",
  status: "m.status",
  subject: "m.subject",
  sessionId: "m.session_id",
  agentId: "m.agent_id",
  speaker: undefined,
  role: undefined,
};
const TIME_COLUMNS: Readonly<Record<TimeField, string>> = {
  saidAt: "m.said_at",
  recordedAt: "m.recorded_at",
  validFrom: "m.valid_from",
};

const COVERS =
  "m.valid_from <= ? AND (m.valid_to IS NULL OR m.valid_to > ?) AND (m.expires_at IS NULL OR m.expires_at > ?)";

const IN_FORCE = "(m.status = 'active' OR (m.status = 'superseded' AND m.valid_to IS NOT NULL))";

function join(filters: readonly Filter[], operator: "AND" | "OR", whenEmpty: Condition): Condition {
  if (filters.length === 0) return whenEmpty;
  const parts = filters.map(memoryCondition);
  return {
    sql: `(${parts.map((part) => part.sql).join(` ${operator} `)})`,
    values: parts.flatMap((part) => part.values),
  };
}

/** A list is one parameter, as JSON: it may be longer than SQLite's limit of parameters, and the text of the statement stays the same. */
const LISTED = "(SELECT value FROM json_each(?))";
const listOf = (values: readonly string[]) => JSON.stringify(values.map((value) => value.toWellFormed()));

function isOneOf(field: TextField, values: readonly string[]): Condition {
  if (field === "type") return values.includes("memory") ? ALWAYS : NEVER;
  const column = TEXT_COLUMNS[field];
  if (column === undefined || values.length === 0) return NEVER;
  // An absent value must be false, not unknown, or `not` around it would lose the row.
  return { sql: `(${column} IS NOT NULL AND ${column} IN ${LISTED})`, values: [listOf(values)] };
}

function hasAny(field: ListField, values: readonly string[]): Condition {
  if (values.length === 0) return NEVER;
  // The plus keeps the planner from probing the labels' key once for every value of the list: an item has few labels, the list may be long.
  return {
    sql: `EXISTS (SELECT 1 FROM memory_labels l WHERE l.scope = m.scope AND l.memory_id = m.id AND l.field = ? AND +l.value IN ${LISTED})`,
    values: [field, listOf(values)],
  };
}

function between(field: TimeField, from: number | undefined, to: number | undefined): Condition {
  const column = TIME_COLUMNS[field];
  const parts = [from === undefined ? [] : [`${column} >= ?`], to === undefined ? [] : [`${column} < ?`]].flat();
  const values = [from, to].filter((bound) => bound !== undefined);
  return parts.length === 0 ? ALWAYS : { sql: `(${parts.join(" AND ")})`, values };
}

/** The filter language over `memories AS m`. Every condition is true or false, never unknown; values are parameters, never text. */
export function memoryCondition(filter: Filter): Condition {
  switch (filter.op) {
    case "all":
      return ALWAYS;
    case "and":
      return join(filter.filters, "AND", ALWAYS);
    case "or":
      return join(filter.filters, "OR", NEVER);
    case "not": {
      const inner = memoryCondition(filter.filter);
      return { sql: `NOT ${inner.sql}`, values: inner.values };
    }
    case "in":
      return isOneOf(filter.field, filter.values);
    case "hasAny":
      return hasAny(filter.field, filter.values);
    case "between":
      return between(filter.field, filter.from, filter.to);
    case "current":
      return { sql: `(${IN_FORCE} AND ${COVERS})`, values: [filter.at, filter.at, filter.at] };
    case "validAt":
      return {
        sql: `(m.status IN ('active', 'superseded', 'archived', 'expired') AND ${COVERS})`,
        values: [filter.at, filter.at, filter.at],
      };
  }
}
