import {
  type ForgetRequest,
  KeepsakeError,
  type ReviewSelection,
  refuseSeconds,
  type TimeRange,
  toIso,
  type WriteSelection,
} from "./domain/index.js";
import { operationNamed, parseInput } from "./operations/index.js";

/* From the library's types to the one form of the schemas, so that the same slip is refused as through every other door. */

const INSTANTS = new Set(["at", "now", "asOf", "expiresAt", "saidFrom", "saidTo", "since", "from", "to"]);

const MAX_SCHEMA_DEPTH = 8;

/** Instants are epoch ms in the library and ISO 8601 in the schemas; everything else has one form. */
function wireForm(value: unknown, key = "", depth = 0): unknown {
  // No schema is this deep: below it are free values, or a circle, which are looked at where they are written down.
  if (depth > MAX_SCHEMA_DEPTH) return value;
  if (Array.isArray(value)) return value.map((element) => wireForm(element, "", depth + 1));
  if (typeof value === "object" && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, wireForm(part, name, depth + 1)]));
  }
  if (!INSTANTS.has(key) || typeof value !== "number") return value;
  refuseSeconds(value, key);
  const representable = Number.isFinite(value) && Math.abs(value) <= 8.64e15;
  return representable ? toIso(Math.trunc(value)) : `not an instant: ${value}`;
}

/** The library validates by the same schemas as every other door, so that the same mistake gets the same error. */
export function check(operation: string, request: unknown): void {
  parseInput(operationNamed(operation).input, wireForm(request));
}

const FORGET_FIELDS: Readonly<Record<string, string>> = { id: "id", text: "text", session: "sessionId" };

/** What to forget, in the one form of the schema, so that a slip is refused and never read as another wish. */
export function forgetToWire(request: ForgetRequest): Record<string, unknown> {
  const { by, filter, ...named }: Record<string, unknown> = { ...request };
  if (by === "everything") return { ...named, everything: true };
  if (by === "filter") return wireForm({ ...named, ...(filter as object) }) as Record<string, unknown>;
  const field = FORGET_FIELDS[String(by)];
  if (field === undefined) {
    throw new KeepsakeError("INVALID_INPUT", "by must be one of id, text, session, filter, everything", {
      field: "by",
    });
  }
  // what `by` names must be there, whatever else is
  return { ...named, [field]: named[field] ?? null };
}

export function saidFields(range: TimeRange | undefined): { saidFrom?: number; saidTo?: number } {
  return {
    ...(range?.from === undefined ? {} : { saidFrom: range.from }),
    ...(range?.to === undefined ? {} : { saidTo: range.to }),
  };
}

export const ORIGIN_FIELDS: Readonly<Record<string, string>> = {
  turn: "turnId",
  session: "sessionId",
  agent: "agentId",
  import: "importId",
  policy: "policyVersion",
};

export const REVIEW_FIELDS: Readonly<Record<string, string>> = { ids: "ids", cause: "cause" };

/**
 * A selection in the form of the schemas. A field of another way is a slip, never a wish to be passed over.
 * @throws INVALID_INPUT
 */
export function onlyWay(
  selection: WriteSelection | ReviewSelection | undefined,
  ways: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const { by, ...named }: Record<string, unknown> = { ...selection };
  const fields = Object.values(ways);
  const given = fields.filter((field) => named[field] !== undefined);
  if (given.length === 1 && given[0] === ways[String(by)]) return named;
  const message = `name exactly one of ${fields.join(", ")} (got ${given.length === 0 ? "none" : given.join(", ")})`;
  throw new KeepsakeError("INVALID_INPUT", message, { field: given[1] ?? given[0] ?? fields[0] ?? "by" });
}
