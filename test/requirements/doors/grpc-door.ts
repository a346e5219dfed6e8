import { fileURLToPath } from "node:url";
import { findTrailerError } from "@connectrpc/connect/protocol-grpc";
import { type Client, credentials, loadPackageDefinition, Metadata, type ServiceError } from "@grpc/grpc-js";
import { loadSync } from "@grpc/proto-loader";
import { loadConfig } from "../../../src/config/index.js";
import { serveGrpc } from "../../../src/doors/grpc/index.js";
import { pascal } from "../../../src/doors/grpc/schema/shapes.js";
import { ErrorInfoSchema } from "../../../src/doors/grpc/standard/messages.js";
import { findOperation, type JsonObject, outputJsonSchema } from "../../../src/operations/index.js";
import type { DoorError, OpenDoor, Outcome } from "../door.js";

/*
 * The plain client of gRPC with the published proto file, as anybody would have it. What it reads is brought back to the wire form of the
 * other doors by the published JSON schema alone: zeros that protobuf does not send, and lists that were not there.
 */

const PROTO = fileURLToPath(new URL("../../../docs/reference/keepsake.proto", import.meta.url));

type Method = (...args: unknown[]) => void;
type ClientClass = new (address: string, secured: ReturnType<typeof credentials.createInsecure>) => Client;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A JSON value as google.protobuf.Value. */
function toValue(json: unknown): JsonObject {
  if (json === null) return { nullValue: 0 };
  if (typeof json === "string") return { stringValue: json };
  if (typeof json === "number") return { numberValue: json };
  if (typeof json === "boolean") return { boolValue: json };
  if (Array.isArray(json)) return { listValue: { values: json.map(toValue) } };
  const fields = Object.entries(json as JsonObject).map(([key, part]) => [key, toValue(part)]);
  return { structValue: { fields: Object.fromEntries(fields) } };
}

function fromFields(struct: unknown): JsonObject {
  const fields = isObject(struct) && isObject(struct.fields) ? struct.fields : {};
  return Object.fromEntries(Object.entries(fields).map(([key, part]) => [key, fromValue(part)]));
}

function fromValue(value: unknown): unknown {
  if (!isObject(value)) return null;
  if ("structValue" in value) return fromFields(value.structValue);
  if (isObject(value.listValue)) return ((value.listValue.values ?? []) as unknown[]).map(fromValue);
  return value.stringValue ?? value.numberValue ?? value.boolValue ?? null;
}

function zeroOf({ type }: JsonObject): unknown {
  return { string: "", boolean: false, number: 0, integer: 0, array: [], object: {} }[String(type)];
}

function variantOf(schema: JsonObject, value: JsonObject): JsonObject {
  const variants = Array.isArray(schema.oneOf) ? (schema.oneOf as JsonObject[]) : [schema];
  const constOf = (variant: JsonObject): unknown => ((variant.properties as JsonObject).type as JsonObject)?.const;
  return variants.find((variant) => variants.length === 1 || constOf(variant) === value.type) ?? schema;
}

function toWire(value: unknown, schema: JsonObject, defs: JsonObject): unknown {
  if (typeof schema.$ref === "string")
    return toWire(value, defs[schema.$ref.replace("#/$defs/", "")] as JsonObject, defs);
  if (Array.isArray(value)) return value.map((item) => toWire(item, (schema.items ?? {}) as JsonObject, defs));
  if (schema.type === undefined && schema.oneOf === undefined) return fromValue(value);
  if (!isObject(value)) return value;
  const { properties, required, additionalProperties } = variantOf(schema, value);
  if (!isObject(properties))
    return isObject(additionalProperties) && "type" in additionalProperties ? value : fromFields(value);
  const demanded = new Set(Array.isArray(required) ? required : []);
  const pairs = Object.entries(properties).flatMap(([key, part]): [string, unknown][] => {
    const property = part as JsonObject;
    const given = value[key];
    const isNothing = given === undefined || (Array.isArray(given) && given.length === 0) || given === null;
    if (isNothing && !demanded.has(key)) return [];
    return [[key, given === undefined || given === null ? zeroOf(property) : toWire(given, property, defs)]];
  });
  return Object.fromEntries(pairs.filter(([, part]) => part !== undefined));
}

/** google.rpc.ErrorInfo among the status's details, which the plain library leaves as bytes. */
function errorOf(error: ServiceError): DoorError {
  const [bytes] = error.metadata.get("grpc-status-details-bin");
  const headers = new Headers({ "grpc-status-details-bin": Buffer.from(bytes ?? "").toString("base64") });
  const info = findTrailerError(headers)?.findDetails(ErrorInfoSchema)[0] as
    | { readonly reason: string; readonly metadata: Readonly<Record<string, string>> }
    | undefined;
  if (info === undefined) throw error;
  const { field, remedy = "" } = info.metadata;
  return { code: info.reason, message: error.details, remedy, ...(field === undefined ? {} : { field }) };
}

function operationOf(name: string): NonNullable<ReturnType<typeof findOperation>> {
  const operation = findOperation(name);
  if (operation === undefined) throw new Error(`no operation ${name}`);
  return operation;
}

/** A real server on a free port. */
export const openGrpcDoor: OpenDoor = async (engine) => {
  const server = await serveGrpc(engine, loadConfig({ env: {}, file: false }), 0);
  const loaded = loadPackageDefinition(loadSync(PROTO, { longs: Number, arrays: true, objects: true }));
  const { KeepsakeService } = (loaded.keepsake as JsonObject).v1 as { readonly KeepsakeService: ClientClass };
  const client = new KeepsakeService(server.address, credentials.createInsecure());
  const call = (name: string, request: JsonObject, language: string): Promise<Outcome> =>
    new Promise((resolve, reject) => {
      const metadata = new Metadata();
      metadata.set("accept-language", language);
      const method = (client as unknown as Record<string, Method>)[pascal(name)];
      if (method === undefined) throw new Error(`no call ${name}`);
      const schema = outputJsonSchema(operationOf(name));
      method.call(client, request, metadata, (error: ServiceError | null, answer: JsonObject) => {
        if (error === null) resolve({ ok: true, output: toWire(answer, schema, (schema.$defs ?? {}) as JsonObject) });
        else {
          try {
            resolve({ ok: false, error: errorOf(error) });
          } catch (unread) {
            reject(unread);
          }
        }
      });
    });
  return {
    name: "grpc",
    call: async (name, user, input, options = {}) => {
      const request: JsonObject = operationOf(name).reach === undefined ? { user, ...input } : { ...input };
      if (name === "state-put" && "value" in input) request.value = toValue(input.value);
      return call(name, request, options.language === "zh" ? "zh-CN" : "en");
    },
    close: async () => {
      client.close();
      await server.close();
    },
  };
};
