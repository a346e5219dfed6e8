import { KeepsakeError } from "../domain/index.js";
import { inputJsonSchema, type JsonObject, type Operation } from "../operations/index.js";

/** How a field that arrives as text (a query string, an option) is read. */
export type TextForm = "text" | "integer" | "number" | "boolean" | "list" | "pairs" | "json";

export interface TextField {
  readonly name: string;
  readonly form: TextForm;
  readonly required: boolean;
  readonly description: string;
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

/** The fields of an operation's input, for doors that carry text. */
export function textFields(operation: Operation, language: "en" | "zh" = "en"): readonly TextField[] {
  const schema = inputJsonSchema(operation, language);
  const required = new Set(words(schema.required) ?? []);
  return Object.entries(asObject(schema.properties)).map(([name, part]) => {
    const property = asObject(part);
    const choices = words(property.enum) ?? words(asObject(property.items).enum);
    return {
      name,
      form: formOf(property),
      required: required.has(name),
      instant: property.format === "date-time",
      description: typeof property.description === "string" ? property.description : "",
      ...(choices === undefined ? {} : { choices }),
    };
  });
}

function refuse(field: TextField, expected: string): never {
  throw new KeepsakeError("INVALID_INPUT", `${field.name}: must be ${expected}`, { field: field.name });
}

function readPairs(field: TextField, texts: readonly string[]): Record<string, string> {
  const pairs: [string, string][] = texts.map((text) => {
    const at = text.indexOf("=");
    if (at < 1) refuse(field, "name=value");
    return [text.slice(0, at), text.slice(at + 1)];
  });
  return Object.fromEntries(pairs);
}

function readJson(field: TextField, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return refuse(field, "JSON, for example '\"text\"', 12 or '{\"a\": 1}'");
  }
}

/**
 * Text to the JSON value that the schema expects; whether it is allowed is left to the schema.
 * @throws INVALID_INPUT naming the field, where the text has no such form
 */
export function readText(field: TextField, texts: readonly string[]): unknown {
  const [text = ""] = texts;
  if (field.form !== "list" && field.form !== "pairs" && texts.length > 1) refuse(field, "given once");
  switch (field.form) {
    case "text":
      return text;
    case "integer":
    case "number":
      return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : refuse(field, "a number");
    case "boolean":
      return text === "true" ? true : text === "false" ? false : refuse(field, "true or false");
    case "list":
      return texts;
    case "pairs":
      return readPairs(field, texts);
    case "json":
      return readJson(field, text);
  }
}
