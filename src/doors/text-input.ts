import type { Language } from "../config/index.js";
import { KeepsakeError } from "../domain/index.js";
import { inputJsonSchema, type JsonObject, type Operation } from "../operations/index.js";

/** How a field that arrives as text (a query string, an option) is read. */
type TextForm = "text" | "integer" | "number" | "boolean" | "list" | "pairs" | "json";

export interface TextField {
  readonly name: string;
  readonly form: TextForm;
  readonly required: boolean;
  readonly description: string;
  /** Of the refusals. */
  readonly language: Language;
  /** The text is an ISO 8601 instant. */
  readonly instant: boolean;
  /** Allowed words, where they are few. */
  readonly choices?: readonly string[];
}

function asObject(value: unknown): JsonObject {
  return typeof value === "object" && value !== null ? (value as JsonObject) : {};
}

function formOf(schema: JsonObject): TextForm {
  if (schema.const === true || schema.type === "boolean") return "boolean";
  if (schema.type === "integer" || schema.type === "number" || schema.type === "string") {
    return schema.type === "string" ? "text" : schema.type;
  }
  if (schema.type === "array") return asObject(schema.items).type === "string" ? "list" : "json";
  if (schema.type === "object") return asObject(schema.additionalProperties).type === "string" ? "pairs" : "json";
  return "json";
}

function words(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) && value.every((word) => typeof word === "string") ? value : undefined;
}

const known = new WeakMap<Operation, Partial<Record<Language, readonly TextField[]>>>();

/** The fields of an operation's input, for doors that carry text. Read from its schema once. */
export function textFields(operation: Operation, language: Language): readonly TextField[] {
  const told = known.get(operation) ?? {};
  const fields = told[language] ?? readFields(operation, language);
  known.set(operation, { ...told, [language]: fields });
  return fields;
}

function readFields(operation: Operation, language: Language): readonly TextField[] {
  const schema = inputJsonSchema(operation, language);
  const required = new Set(words(schema.required) ?? []);
  return Object.entries(asObject(schema.properties)).map(([name, part]) => {
    const property = asObject(part);
    const choices = words(property.enum) ?? words(asObject(property.items).enum);
    return {
      name,
      form: formOf(property),
      required: required.has(name),
      language,
      instant: property.format === "date-time",
      description: typeof property.description === "string" ? property.description : "",
      ...(choices === undefined ? {} : { choices }),
    };
  });
}

const EXPECTED = {
  once: { en: "must be given once", zh: "只能给出一次" },
  number: { en: "must be a number", zh: "须为数字" },
  boolean: { en: "must be true or false", zh: "须为 true 或 false" },
  pair: { en: "must be name=value", zh: "须为 名称=值" },
  json: {
    en: `must be JSON, for example '"text"', 12 or '{"a": 1}'`,
    zh: `须为 JSON，例如 '"文本"'、12 或 '{"a": 1}'`,
  },
} as const;

function refuse(field: TextField, expected: keyof typeof EXPECTED): never {
  throw new KeepsakeError("INVALID_INPUT", `${field.name}: ${EXPECTED[expected][field.language]}`, {
    field: field.name,
  });
}

function readPairs(field: TextField, texts: readonly string[]): Record<string, string> {
  const pairs: [string, string][] = texts.map((text) => {
    const at = text.indexOf("=");
    if (at < 1) refuse(field, "pair");
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return Object.fromEntries(pairs);
}

function readJson(field: TextField, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse(field, "json");
  }
}

/**
 * Text to the JSON value that the schema expects; whether it is allowed is left to the schema.
 * @throws INVALID_INPUT naming the field, where the text has no such form
 */
export function readText(field: TextField, texts: readonly string[]): unknown {
  const [text = ""] = texts;
  if (field.form !== "list" && field.form !== "pairs" && texts.length > 1) refuse(field, "once");
  switch (field.form) {
    case "text":
      return text;
    case "integer":
    case "number":
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : refuse(field, "number");
    case "boolean":
      return text === "true" ? true : text === "false" ? false : refuse(field, "boolean");
    case "list":
      return texts;
    case "pairs":
      return readPairs(field, texts);
    case "json":
      return readJson(field, text);
  }
}
