import type { Language } from "../../config/index.js";
import { ERROR_CATALOGUE, type ErrorCode, MAX_ID_LENGTH } from "../../domain/index.js";
import {
  ID_KEYWORDS,
  inputJsonSchema,
  type JsonObject,
  type Operation,
  outputJsonSchema,
  REMOTE_OPERATIONS,
} from "../../operations/index.js";
import { errorTitle } from "../messages/error-texts.js";
import { packageVersion } from "../version.js";
import { pathFields, takesField } from "./read-input.js";

const ABOUT: Readonly<Record<Language, string>> = {
  en: "Long-term memory for agents. Every call is about one user, named in the path and checked against the API key; the tenant comes from the key. Instants are ISO 8601 with `Z` or an offset. Unknown fields are errors. Errors are `application/problem+json`.",
  zh: "智能体的长期记忆。每次调用都针对路径中的一位用户，并与 API 密钥核对；租户取自密钥。时刻为带 `Z` 或时差的 ISO 8601。未知字段一律报错。错误以 `application/problem+json` 返回。",
};

const USER_ABOUT: Readonly<Record<Language, string>> = {
  en: "Whose memory; an exact key of 1–256 characters, percent-encoded.",
  zh: "谁的记忆；1–256 个字符的精确键，需百分号编码。",
};

const KEY_ABOUT: Readonly<Record<Language, string>> = {
  en: "The same key with the same body never writes twice; with another body it is refused.",
  zh: "同一键配同一内容不会写入两次；配不同内容则被拒绝。",
};

const IF_MATCH_ABOUT: Readonly<Record<Language, string>> = {
  en: 'The revision that was seen, in quotes ("3"): 412 when it has changed since.',
  zh: '所见的修订号，带引号（"3"）；其后若有变化则返回 412。',
};

const TIMEOUT_ABOUT: Readonly<Record<Language, string>> = {
  en: "Milliseconds that the caller will wait; never more than the server allows.",
  zh: "调用方愿意等待的毫秒数；不超过服务端上限。",
};

const EVENTS_ABOUT: Readonly<Record<Language, string>> = {
  en: "Asked for by `Accept: text/event-stream`: `progress` events {step, done, total?}, comments while there is nothing to tell, and at the end one `result` (as in JSON) or `problem` (as in problem+json). Hanging up stops the work between two steps; what was done stays. No time limit but the caller's.",
  zh: "以 `Accept: text/event-stream` 请求：过程中为 `progress` 事件 {step, done, total?}，无事时发注释行保持连接，最后恰有一个 `result`（同 JSON 形式）或 `problem`（同 problem+json）。断开连接会在两步之间停止；已完成的保留。除调用方给出的时限外不设时限。",
};

const ID_SCHEMA = { type: "string", minLength: 1, maxLength: MAX_ID_LENGTH, ...ID_KEYWORDS } as const;
/** What a header's value can be, without the blanks around it. */
const HEADER_TEXT = "^[!-~]([ -~]*[!-~])?$";
/** The whole of it in one pair of quotes, or whatever there is. */
const ENTITY_TAG = '^("[1-9][0-9]{0,14}"|\\*)$';

const PROBLEM = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } } as const;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** `#/$defs/X` of a single schema becomes `#/components/schemas/X` of the document. */
function hoist(value: unknown, components: JsonObject): unknown {
  if (Array.isArray(value)) return value.map((item) => hoist(item, components));
  if (!isObject(value)) return value;
  const { $defs, ...rest } = value;
  if (isObject($defs)) {
    for (const [name, schema] of Object.entries($defs)) components[name] = withoutId(hoist(schema, components));
  }
  return Object.fromEntries(
    Object.entries(rest).map(([key, part]) => [
      key,
      key === "$ref" && typeof part === "string"
        ? part.replace("#/$defs/", "#/components/schemas/")
        : hoist(part, components),
    ]),
  );
}

function withoutId(value: unknown): unknown {
  if (!isObject(value)) return value;
  const { id, ...rest } = value;
  return typeof id === "string" ? rest : value;
}

function without(schema: JsonObject, names: readonly string[]): JsonObject {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = (Array.isArray(schema.required) ? schema.required : []).filter(
    (name) => !names.includes(String(name)),
  );
  const { required: _required, ...rest } = schema;
  return {
    ...rest,
    properties: Object.fromEntries(Object.entries(properties).filter(([name]) => !names.includes(name))),
    ...(required.length === 0 ? {} : { required }),
  };
}

function parametersOf(operation: Operation, schema: JsonObject, language: Language): JsonObject[] {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required : []);
  const describe = (name: string, where: "path" | "query"): JsonObject => {
    const property = isObject(properties[name]) ? properties[name] : {};
    const { description, ...rest } = property;
    return { name, in: where, required: where === "path" || required.has(name), description, schema: rest };
  };
  const inPath = pathFields(operation);
  const inQuery =
    operation.http.method === "GET" ? Object.keys(properties).filter((name) => !inPath.includes(name)) : [];
  const user = {
    name: "user",
    in: "path",
    required: true,
    description: USER_ABOUT[language],
    schema: ID_SCHEMA,
  };
  const key = {
    name: "Idempotency-Key",
    in: "header",
    required: false,
    description: KEY_ABOUT[language],
    schema: { ...ID_SCHEMA, pattern: HEADER_TEXT },
  };
  const header = (name: string, about: Readonly<Record<Language, string>>, schema: JsonObject): JsonObject => ({
    ...{ name, in: "header", required: false, description: about[language], schema },
  });
  return [
    ...(operation.reach === undefined ? [user] : []),
    ...inPath.map((name) => describe(name, "path")),
    ...inQuery.map((name) => describe(name, "query")),
    ...("idempotencyKey" in properties ? [key] : []),
    ...("expectedRevision" in properties
      ? [header("If-Match", IF_MATCH_ABOUT, { type: "string", pattern: ENTITY_TAG })]
      : []),
    header("Keepsake-Timeout-Ms", TIMEOUT_ABOUT, { type: "integer", minimum: 1, maximum: 999_999_999_999_999 }),
  ];
}

/** Of a request that never became one, whatever it was to be. */
const UNREADABLE: Readonly<Record<string, Readonly<Record<Language, string>>>> = {
  "408": { en: "DEADLINE_EXCEEDED: the request did not arrive in time", zh: "DEADLINE_EXCEEDED：请求未能及时到达" },
  "431": { en: "TOO_LARGE: address and headers over 16 KiB", zh: "TOO_LARGE：地址与请求头超过 16 KiB" },
};

function unreadableResponses(language: Language): JsonObject {
  return Object.fromEntries(
    Object.entries(UNREADABLE).map(([status, about]) => [status, { description: about[language], content: PROBLEM }]),
  );
}

/** Besides the catalogue's: what HTTP itself has for revisions. */
function revisionResponses(operation: Operation): JsonObject {
  return {
    ...(operation.name === "get" ? { "304": { description: "Not modified" } } : {}),
    ...(takesField(operation, "expectedRevision")
      ? { "412": { description: "CONFLICT: If-Match", content: PROBLEM } }
      : {}),
  };
}

function errorResponses(operation: Operation, language: Language): JsonObject {
  const byStatus = new Map<number, ErrorCode[]>();
  const codes: readonly ErrorCode[] = [...operation.errors, "UNSUPPORTED_FORMAT", "RATE_LIMITED", "TOO_LARGE"];
  for (const code of new Set(codes)) {
    const { http } = ERROR_CATALOGUE[code];
    byStatus.set(http, [...(byStatus.get(http) ?? []), code]);
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, group]) => [
        String(status),
        {
          description: group.map((code) => `${code}: ${errorTitle(code)[language]}`).join("; "),
          content: PROBLEM,
        },
      ]),
  );
}

function problemSchema(): JsonObject {
  const text = { type: "string" };
  return {
    type: "object",
    properties: {
      type: text,
      title: text,
      status: { type: "integer" },
      detail: text,
      code: { type: "string", enum: Object.keys(ERROR_CATALOGUE) },
      field: text,
      remedy: text,
      retryable: { type: "boolean" },
      traceId: text,
      problems: {
        type: "array",
        items: { type: "object", properties: { field: text, message: text }, required: ["field", "message"] },
      },
    },
    required: ["type", "title", "status", "detail", "code", "remedy", "retryable", "traceId"],
  };
}

function operationObject(operation: Operation, language: Language, components: JsonObject): JsonObject {
  const schema = inputJsonSchema(operation, language, "exact");
  // the key has its header, which is the one way that is told: sent twice it is refused
  const body = without(schema, [...pathFields(operation), "idempotencyKey"]);
  const hasBody =
    (operation.http.method === "POST" || operation.http.method === "PUT") &&
    Object.keys(body.properties ?? {}).length > 0;
  return {
    operationId: operation.name.replace(/-(\w)/g, (_match, letter: string) => letter.toUpperCase()),
    summary: operation.title[language],
    description: operation.description[language],
    tags: [operation.name.split("-")[0] ?? operation.name],
    "x-permission": operation.permission,
    parameters: parametersOf(operation, schema, language),
    ...(hasBody
      ? {
          requestBody: {
            required: "required" in body || "oneOf" in body,
            content: { "application/json": { schema: hoist(body, components) } },
          },
        }
      : {}),
    responses: {
      "200": {
        description: "OK",
        content: {
          "application/json": { schema: hoist(outputJsonSchema(operation, language), components) },
          ...(operation.reportsProgress === true
            ? { "text/event-stream": { schema: { type: "string", description: EVENTS_ABOUT[language] } } }
            : {}),
        },
      },
      ...revisionResponses(operation),
      ...Object.fromEntries(
        Object.keys(UNREADABLE).map((status) => [status, { $ref: `#/components/responses/${status}` }]),
      ),
      ...errorResponses(operation, language),
    },
  };
}

/** OpenAPI 3.1 of the operations table. */
export function openApiDocument(language: Language = "en"): JsonObject {
  const schemas: JsonObject = {};
  const paths: Record<string, JsonObject> = {};
  for (const operation of REMOTE_OPERATIONS) {
    const path = paths[operation.http.path] ?? {};
    path[operation.http.method.toLowerCase()] = operationObject(operation, language, schemas);
    paths[operation.http.path] = path;
  }
  return {
    openapi: "3.1.0",
    info: {
      title: "Keepsake",
      version: packageVersion(),
      description: ABOUT[language],
      license: { name: "MIT", identifier: "MIT" },
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { apiKey: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        apiKey: { type: "apiKey", in: "header", name: "X-API-Key" },
      },
      schemas: { ...schemas, Problem: problemSchema() },
      responses: unreadableResponses(language),
    },
  };
}
