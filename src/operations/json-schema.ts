import { z } from "zod";
import type { MessageLanguage } from "./input-refusal.js";
import type { Operation } from "./operation.js";

export type JsonObject = { [key: string]: unknown };

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

type Detail = "exact" | "short";

/** Keeps one language of the descriptions, and what only machines read where it is asked for; our own `x-…` never leave the house. */
function inLanguage(value: unknown, language: MessageLanguage, detail: Detail): unknown {
  if (Array.isArray(value)) return value.map((item) => inLanguage(item, language, detail));
  if (!isObject(value)) return value;
  const { "x-zh": chinese, "x-exact": keywords, ...rest } = value;
  const picked = {
    ...rest,
    ...(language === "zh" && typeof chinese === "string" ? { description: chinese } : {}),
    ...(detail === "exact" && isObject(keywords) ? keywords : {}),
  };
  return Object.fromEntries(Object.entries(picked).map(([key, part]) => [key, inLanguage(part, language, detail)]));
}

/** Bounds and patterns that only restate the type are left out: models read these schemas, and pay for every word. */
function trimmed(value: unknown, detail: Detail): unknown {
  if (Array.isArray(value)) return value.map((item) => trimmed(item, detail));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key, part]) => {
    if (key === "minimum") return detail === "exact" || part !== Number.MIN_SAFE_INTEGER;
    if (key === "maximum") return detail === "exact" || part !== Number.MAX_SAFE_INTEGER;
    if (key === "pattern") return value.format !== "date-time";
    if (key === "propertyNames") return !(isObject(part) && Object.keys(part).join() === "type");
    return true;
  });
  return Object.fromEntries(kept.map(([key, part]) => [key, trimmed(part, detail)]));
}

/** Answers may gain fields in later versions: readers must not refuse what they do not know. */
function opened(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(opened);
  if (!isObject(value)) return value;
  const { additionalProperties, ...rest } = value;
  const kept =
    additionalProperties === false
      ? rest
      : additionalProperties === undefined
        ? rest
        : { ...rest, additionalProperties };
  return Object.fromEntries(Object.entries(kept).map(([key, part]) => [key, opened(part)]));
}

/** Protocols want `type: object` at the root, so a root that only points at a definition is replaced by it. */
function rooted(schema: JsonObject): JsonObject {
  const { $ref, $defs, ...rest } = schema;
  if (typeof $ref !== "string" || !isObject($defs)) return schema;
  const name = $ref.replace("#/$defs/", "");
  const { [name]: definition, ...others } = $defs;
  if (!isObject(definition)) return schema;
  return { ...definition, ...rest, ...(Object.keys(others).length === 0 ? {} : { $defs: others }) };
}

function asObject(value: unknown): JsonObject {
  if (!isObject(value)) throw new TypeError("a JSON schema is an object");
  const { $schema: _dialect, ...rest } = value;
  const { id: _id, ...root } = rooted(rest);
  return root;
}

/**
 * JSON Schema 2020-12 of what the operation takes, with descriptions in one language.
 * @param detail `exact`: with everything that JSON Schema can say; some models' makers refuse such schemas, and all pay for every word
 */
export function inputJsonSchema(
  operation: Operation,
  language: MessageLanguage = "en",
  detail: Detail = "short",
): JsonObject {
  const schema = inLanguage(z.toJSONSchema(operation.input, { io: "input" }), language, detail);
  return asObject(trimmed(schema, detail));
}

/** JSON Schema 2020-12 of what the operation answers, with descriptions in one language. */
export function outputJsonSchema(operation: Operation, language: MessageLanguage = "en"): JsonObject {
  return asObject(
    opened(trimmed(inLanguage(z.toJSONSchema(operation.output, { io: "output" }), language, "short"), "short")),
  );
}
