import type { IncomingHttpHeaders } from "node:http";
import type { Language } from "../../config/index.js";
import { KeepsakeError } from "../../domain/index.js";
import type { Operation } from "../../operations/index.js";
import { readText, type TextField, textFields } from "../text-input.js";

export interface RawRequest {
  readonly params: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string | readonly string[]>>;
  readonly body: unknown;
  readonly headers: IncomingHttpHeaders;
}

/** Names in `{…}` of an operation's path, the user aside. */
export function pathFields(operation: Operation): readonly string[] {
  return [...operation.http.path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) =>
    name === undefined || name === "user" ? [] : [name],
  );
}

export function takesField(operation: Operation, name: string): boolean {
  return textFields(operation, "en").some((field) => field.name === name);
}

function bodyFields(body: unknown): Record<string, unknown> {
  if (body === undefined) return {};
  if (typeof body !== "object" || body === null || Array.isArray(body)) {
    throw new KeepsakeError("INVALID_INPUT", "the body must be a JSON object", { field: "body" });
  }
  return { ...body };
}

function put(input: Record<string, unknown>, name: string, value: unknown, where: string): void {
  if (Object.hasOwn(input, name) && input[name] !== value) {
    throw new KeepsakeError("INVALID_INPUT", `${name}: is given twice, in the ${where} and elsewhere`, { field: name });
  }
  input[name] = value;
}

/** Body, query, path and headers as one input; the operation's schema says what of it is allowed. */
export function createInputReader(
  operation: Operation,
  language: Language,
): (request: RawRequest) => Record<string, unknown> {
  const fields = new Map<string, TextField>(textFields(operation, language).map((field) => [field.name, field]));
  const inPath = pathFields(operation);
  const takesKey = fields.has("idempotencyKey");
  return ({ params, query, body, headers }) => {
    const input = bodyFields(body);
    for (const [name, value] of Object.entries(query)) {
      const texts = typeof value === "string" ? [value] : value;
      const field = fields.get(name);
      // An unknown name goes on to the schema as it is: that is where unknown fields are refused.
      put(input, name, field === undefined ? value : readText(field, texts), "query");
    }
    for (const name of inPath) put(input, name, params[name], "path");
    const key = headers["idempotency-key"];
    if (takesKey && typeof key === "string") put(input, "idempotencyKey", key, "Idempotency-Key header");
    return input;
  };
}
