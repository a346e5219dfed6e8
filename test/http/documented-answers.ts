import * as fc from "fast-check";
import { type Schema, valuesOf } from "./schema-values.js";

interface Parameter {
  readonly name: string;
  readonly in: "path" | "query" | "header";
  readonly required: boolean;
  readonly schema: Schema;
}

interface Content {
  readonly content?: Readonly<Record<string, { readonly schema: Schema }>>;
}

/** One operation of the OpenAPI document. */
export interface Documented {
  readonly operationId: string;
  readonly parameters: readonly Parameter[];
  readonly requestBody?: Content & { readonly required: boolean };
  readonly responses: Readonly<Record<string, Content & { readonly $ref?: string }>>;
}

export interface Sent {
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
}

export interface Answered {
  readonly status: number;
  readonly type: string;
}

/** How a request is spoilt. */
type Fault = "none" | "body" | "field" | "extra" | "missing" | "query" | "header" | "type";

const FAULTS: readonly Fault[] = [
  "none",
  "none",
  "none",
  "body",
  "field",
  "extra",
  "missing",
  "query",
  "header",
  "type",
];
const GARBAGE = ["", "{", "null", "[]", '"text"', "0", '{"a":', "\u0000", '{"__proto__":{"a":1}}', "[".repeat(200)];

function queryOf(pairs: readonly (readonly [string, unknown])[]): string {
  const texts = pairs.flatMap(([name, value]) =>
    (Array.isArray(value) ? (value as readonly unknown[]) : [value]).map((one): [string, string] => [
      name,
      typeof one === "object" ? JSON.stringify(one) : String(one),
    ]),
  );
  return texts.length === 0 ? "" : `?${new URLSearchParams(texts).toString()}`;
}

function spoilt(body: unknown, fault: Fault, odd: unknown): unknown {
  if (typeof body !== "object" || body === null) return body;
  const [first] = Object.keys(body);
  if (fault === "extra") return { ...body, usr: odd };
  if (first === undefined) return body;
  if (fault === "field") return { ...body, [first]: odd };
  if (fault === "missing") return Object.fromEntries(Object.entries(body).filter(([name]) => name !== first));
  return body;
}

/** Requests of an operation, half of them as its document wants them, half spoilt in one way. */
export function requestsOf(path: string, operation: Documented): fc.Arbitrary<Sent> {
  const at = (where: Parameter["in"]): fc.Arbitrary<Record<string, unknown>> => {
    const parameters = operation.parameters.filter((parameter) => parameter.in === where);
    return fc.record(Object.fromEntries(parameters.map(({ name, schema }) => [name, valuesOf(schema)])), {
      requiredKeys: parameters.filter(({ required }) => required).map(({ name }) => name),
    });
  };
  const schema = operation.requestBody?.content?.["application/json"]?.schema;
  return fc
    .record({
      inPath: at("path"),
      inQuery: at("query"),
      inHeader: at("header"),
      body: schema === undefined ? fc.constant(undefined) : valuesOf(schema),
      fault: fc.constantFrom(...FAULTS),
      odd: fc.jsonValue({ maxDepth: 1 }),
      garbage: fc.constantFrom(...GARBAGE),
    })
    .map(({ inPath, inQuery, inHeader, body, fault, odd, garbage }) => {
      const filled = path.replace(/\{(\w+)\}/g, (_match, name: string) => encodeURIComponent(String(inPath[name])));
      const query = Object.entries(inQuery);
      const headers = Object.fromEntries(
        // a deadline of chance is mostly one that has passed
        Object.entries(inHeader).map(([name, value]) => [
          name,
          name === "Keepsake-Timeout-Ms" ? "30000" : String(value),
        ]),
      );
      const text = fault === "body" ? garbage : JSON.stringify(spoilt(body, fault, odd));
      return {
        target: `${filled}${queryOf(fault === "query" ? [...query, ["limit", "many"], ["usr", odd]] : query)}`,
        headers: {
          ...headers,
          ...(fault === "header" ? { "keepsake-timeout-ms": "soon", "if-match": "3" } : {}),
          ...(body === undefined ? {} : { "content-type": fault === "type" ? "text/csv" : "application/json" }),
        },
        ...(body === undefined || text === undefined ? {} : { body: text }),
      };
    });
}

/** What is wrong with an answer, by the document; undefined when nothing is. */
export function breachOf({ status, type }: Answered, { responses }: Documented): string | undefined {
  if (status === 500) return "500 is a fault, documented or not";
  const response = responses[String(status)];
  if (response === undefined) return `${status} is not among ${Object.keys(responses).join(", ")}`;
  if (response.content === undefined) return undefined;
  const told = type.split(";")[0] ?? "";
  return Object.hasOwn(response.content, told) ? undefined : `${status} comes as ${told}`;
}
