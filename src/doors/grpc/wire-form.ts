import {
  type DescMessage,
  fromJson,
  isMessage,
  type JsonObject,
  type JsonValue,
  type Message,
  toJson,
} from "@bufbuild/protobuf";
import { type Value, ValueSchema } from "@bufbuild/protobuf/wkt";
import { KeepsakeError } from "../../domain/index.js";
import type { FieldShape, MessageShape, ServiceShape } from "./schema/index.js";

type WireObject = Record<string, unknown>;

function refuseUnknown(message: Message, path: string): void {
  const [unknown] = message.$unknown ?? [];
  if (unknown === undefined) return;
  // As through every other door: what is not understood is refused, since leaving out a filter would answer another question.
  const field = path === "" ? "input" : path;
  throw new KeepsakeError("INVALID_INPUT", `${field}: there is no field of number ${unknown.no}`, {
    field,
    remedy: {
      en: "The caller was built for a newer server: upgrade the server, or leave that field out.",
      zh: "调用方是为更新的服务端构建的：请升级服务端，或不填该字段。",
    },
  });
}

function valueFromMessage(value: Value, path: string): JsonValue {
  try {
    return toJson(ValueSchema, value);
  } catch (error) {
    throw new KeepsakeError("INVALID_INPUT", `${path}: is no JSON value`, { field: path }, { cause: error });
  }
}

function oneFromMessage(shape: FieldShape, value: unknown, deps: ServiceShape, path: string): unknown {
  if (typeof value === "bigint") return Number(value);
  if (isMessage(value, ValueSchema)) return valueFromMessage(value, path);
  const message = shape.type.kind === "message" ? deps.messages.get(shape.type.message) : undefined;
  return message === undefined || !isMessage(value) ? value : wireFromMessage(message, value, deps, path);
}

/** Lists and maps cannot say that they were not given: empty, and not demanded, they were not. */
function manyFromMessage(field: FieldShape, value: unknown, deps: ServiceShape, path: string): unknown {
  if (Array.isArray(value)) {
    if (value.length === 0 && !field.required) return undefined;
    return value.map((item, index) => oneFromMessage(field, item, deps, `${path}[${index}]`));
  }
  const entries = Object.entries(value as WireObject);
  if (entries.length === 0 && !field.required) return undefined;
  return Object.fromEntries(entries.map(([key, item]) => [key, oneFromMessage(field, item, deps, `${path}.${key}`)]));
}

/**
 * A request's message in the wire form of the operations table; fields that were not given are absent.
 * @throws INVALID_INPUT for numbers of fields that the message has not, and for what is no JSON value
 */
export function wireFromMessage(shape: MessageShape, message: Message, deps: ServiceShape, path = ""): WireObject {
  refuseUnknown(message, path);
  const given = message as unknown as WireObject;
  const wire: WireObject = {};
  for (const field of shape.fields) {
    const value = given[field.name];
    if (value === undefined) continue;
    const at = path === "" ? field.name : `${path}.${field.name}`;
    const read =
      field.holds === "one" ? oneFromMessage(field, value, deps, at) : manyFromMessage(field, value, deps, at);
    if (read !== undefined) wire[field.name] = read;
  }
  return wire;
}

/** Protobuf takes no broken Unicode and no `undefined`; stored text may hold halves of letters that JSON let in. */
function clean(value: unknown): JsonValue {
  if (typeof value === "string") return value.toWellFormed();
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== "object" || value === null) return value as JsonValue;
  const kept = Object.entries(value).filter(([, part]) => part !== undefined);
  return Object.fromEntries(kept.map(([key, part]) => [key.toWellFormed(), clean(part)])) as JsonObject;
}

/** An answer in the wire form of the operations table as a message. */
export function messageFromWire(desc: DescMessage, wire: unknown): Message {
  return fromJson(desc, clean(wire), { ignoreUnknownFields: true });
}
