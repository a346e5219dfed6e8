import type { JsonObject } from "../../../operations/index.js";
import { type FieldShape, type FieldType, type MessageShape, pascal, typeCode } from "./shapes.js";

const INT32_MAX = 2_147_483_647;
const VALUE: FieldType = { kind: "value" };

type Typed = Pick<FieldShape, "type" | "holds" | "words">;

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asObject(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}

function one(type: FieldType, words?: readonly string[]): Typed {
  return { type, holds: "one", ...(words === undefined ? {} : { words }) };
}

function scalar(name: "string" | "bool" | "double" | "int32" | "int64", words?: readonly string[]): Typed {
  return one({ kind: "scalar", scalar: name }, words);
}

/** 64 bits wherever the contract does not promise that 32 are enough. */
function integer({ minimum, maximum }: JsonObject): Typed {
  const isSmall = typeof minimum === "number" && minimum >= -INT32_MAX && typeof maximum === "number";
  return scalar(isSmall && maximum <= INT32_MAX ? "int32" : "int64");
}

function text(schema: JsonObject): Typed {
  const words = schema.const === undefined ? schema.enum : [schema.const];
  return scalar("string", Array.isArray(words) ? words.map(String) : undefined);
}

/** `items` → `item`, `entries` → `entry`; for naming the message of one of them. */
function singular(name: string): string {
  if (name.endsWith("ies")) return `${name.slice(0, -3)}y`;
  return name.endsWith("s") && !name.endsWith("ss") ? name.slice(0, -1) : name;
}

function merge(name: string, into: FieldShape | undefined, field: FieldShape, isEverywhere: boolean): FieldShape {
  if (into !== undefined && typeCode(into) !== typeCode(field)) {
    throw new TypeError(`${name}.${field.name} is ${typeCode(into)} and ${typeCode(field)}`);
  }
  const words = [...new Set([...(into?.words ?? []), ...(field.words ?? [])])];
  const required = isEverywhere && field.required && (into?.required ?? true);
  return { ...field, required, explicit: field.explicit || !required, ...(words.length === 0 ? {} : { words }) };
}

/** Reads the JSON schemas of the operations table into messages; what protobuf has no form for becomes a JSON value. */
export class SchemaReader {
  readonly messages = new Map<string, MessageShape>();

  /**
   * Adds a message, and those within it.
   * @param side of a request every scalar says whether it was given: what is missing must be told from what is empty
   */
  readMessage(
    name: string,
    schema: JsonObject,
    side: "request" | "response",
    before: readonly FieldShape[] = [],
  ): void {
    const defs = asObject(schema.$defs);
    const about = typeof schema.description === "string" ? { about: schema.description } : {};
    this.#add({ name, ...about, fields: [...before, ...this.#fieldsOf(name, schema, { defs, side })] });
  }

  #add(message: MessageShape): void {
    const known = this.messages.get(message.name);
    if (known !== undefined && JSON.stringify(known) !== JSON.stringify(message)) {
      throw new TypeError(`two different messages are called ${message.name}`);
    }
    this.messages.set(message.name, message);
  }

  #fieldsOf(name: string, schema: JsonObject, context: ReadContext): FieldShape[] {
    const variants = schema.oneOf ?? schema.anyOf;
    if (Array.isArray(variants)) return this.#variantFields(name, variants, context);
    const required = new Set(Array.isArray(schema.required) ? schema.required : []);
    return Object.entries(asObject(schema.properties)).map(([key, part]) => {
      const property = asObject(part);
      const typed = this.#typeOf(property, `${name}${pascal(key)}`, context);
      const isScalar = typed.holds === "one" && typed.type.kind === "scalar";
      return {
        name: key,
        ...typed,
        required: required.has(key),
        explicit: isScalar && (context.side === "request" || !required.has(key)),
        ...(typeof property.description === "string" ? { about: property.description } : {}),
      };
    });
  }

  /** A choice of objects is one message with the fields of them all: which of them it is, a field of theirs says. */
  #variantFields(name: string, variants: readonly unknown[], context: ReadContext): FieldShape[] {
    const lists = variants.map((variant) => this.#fieldsOf(name, asObject(variant), context));
    const merged = new Map<string, FieldShape>();
    for (const field of lists.flat()) {
      const isEverywhere = lists.every((list) => list.some((other) => other.name === field.name));
      merged.set(field.name, merge(name, merged.get(field.name), field, isEverywhere));
    }
    return [...merged.values()].map((field) =>
      field.holds === "one" && field.type.kind === "scalar" ? field : { ...field, explicit: false },
    );
  }

  #typeOf(schema: JsonObject, name: string, context: ReadContext): Typed {
    if (typeof schema.$ref === "string") return this.#reference(schema.$ref.replace("#/$defs/", ""), context);
    if (Array.isArray(schema.oneOf)) return this.#nested(name, schema, context);
    switch (schema.type) {
      case "string":
        return text(schema);
      case "boolean":
        return scalar("bool");
      case "number":
        return scalar("double");
      case "integer":
        return integer(schema);
      case "array":
        return this.#list(asObject(schema.items), name, context);
      case "object":
        return schema.properties === undefined
          ? this.#record(asObject(schema.additionalProperties), name, context)
          : this.#nested(name, schema, context);
      default:
        return one(VALUE);
    }
  }

  #reference(name: string, context: ReadContext): Typed {
    const schema = asObject(context.defs[name]);
    return this.#nested(name, schema, context);
  }

  #nested(name: string, schema: JsonObject, context: ReadContext): Typed {
    const about = typeof schema.description === "string" ? { about: schema.description } : {};
    this.#add({ name, ...about, fields: this.#fieldsOf(name, schema, context) });
    return one({ kind: "message", message: name });
  }

  #list(items: JsonObject, name: string, context: ReadContext): Typed {
    const item = this.#typeOf(items, singular(name), context);
    return item.holds === "one" ? { ...item, holds: "list" } : one(VALUE);
  }

  #record(values: JsonObject, name: string, context: ReadContext): Typed {
    const value = this.#typeOf(values, singular(name), context);
    if (value.type.kind === "value" || value.holds !== "one") return one({ kind: "struct" });
    return { ...value, holds: "map" };
  }
}

interface ReadContext {
  readonly defs: JsonObject;
  readonly side: "request" | "response";
}
