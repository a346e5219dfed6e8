import * as fc from "fast-check";

export type Schema = Readonly<Record<string, unknown>>;

const INSTANTS = [
  "2026-05-01T09:30:00Z",
  "2026-05-01T09:30:00+08:00",
  "1970-01-01T00:00:00Z",
  "2040-02-29T23:59:59.999Z",
];
const MOST_CHARACTERS = 24;
const KNOWN_TEXTS = [
  "0",
  "mem_0",
  "user",
  "我住在都灵。",
  "I live in Turin.",
  "%_*'\"",
  "🙂🙂🙂",
  "a".repeat(256),
  "字".repeat(2_000),
];

function schemasOf(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? (value as readonly Schema[]) : [];
}

function textsOf(schema: Schema): fc.Arbitrary<string> {
  if (schema.format === "date-time") return fc.constantFrom(...INSTANTS);
  const {
    minLength = 0,
    maxLength = Number.POSITIVE_INFINITY,
    pattern,
  } = schema as { minLength?: number; maxLength?: number; pattern?: string };
  const fits = (text: string): boolean =>
    text.length >= minLength &&
    text.length <= maxLength &&
    (pattern === undefined || new RegExp(pattern, "u").test(text));
  const known = KNOWN_TEXTS.filter(fits);
  const longest = Math.min(maxLength, Math.max(minLength, MOST_CHARACTERS));
  // what a pattern rules out as a rule is made from the pattern: a filter alone might wait for ever
  const free =
    pattern === undefined
      ? fc.string({ minLength, maxLength: longest, unit: "binary" })
      : fc.stringMatching(new RegExp(pattern, "u"), { size: "-1" }).filter(fits);
  return known.length === 0 ? free : fc.oneof(free, fc.constantFrom(...known));
}

function objectsOf(schema: Schema): fc.Arbitrary<unknown> {
  const properties = Object.entries((schema.properties ?? {}) as Record<string, Schema>);
  const required = (schema.required ?? []) as readonly string[];
  const { additionalProperties } = schema;
  if (properties.length === 0 && typeof additionalProperties === "object" && additionalProperties !== null) {
    return fc.dictionary(fc.string({ minLength: 1, maxLength: 8 }), valuesOf(additionalProperties as Schema), {
      maxKeys: 3,
    });
  }
  const model = Object.fromEntries(properties.map(([name, part]) => [name, valuesOf(part)]));
  const ways = schemasOf(schema.oneOf).flatMap(
    (way) => way.required ?? schemasOf(way.anyOf)[0]?.required ?? [],
  ) as string[];
  if (ways.length === 0) return fc.record(model, { requiredKeys: [...required] });
  return fc.constantFrom(...ways).chain((way) => {
    const kept = Object.fromEntries(Object.entries(model).filter(([name]) => name === way || !ways.includes(name)));
    return fc.record(kept, { requiredKeys: [...required, way] });
  });
}

/** Values that fit a schema of the OpenAPI document, as far as it uses the keywords. */
export function valuesOf(schema: Schema): fc.Arbitrary<unknown> {
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...(schema.enum as readonly unknown[]));
  const choices = [...schemasOf(schema.anyOf), ...(schema.type === undefined ? schemasOf(schema.oneOf) : [])];
  if (choices.length > 0) return fc.oneof(...choices.map(valuesOf));
  const { minimum = -1_000, maximum = 1_000_000 } = schema as { minimum?: number; maximum?: number };
  switch (schema.type) {
    case "string":
      return textsOf(schema);
    case "integer":
      return fc.integer({ min: minimum, max: maximum });
    case "number":
      return fc.double({ min: minimum, max: maximum, noNaN: true });
    case "boolean":
      return fc.boolean();
    case "array": {
      const least = Number(schema.minItems ?? 0);
      return fc.array(valuesOf((schema.items ?? {}) as Schema), { minLength: least, maxLength: least + 2 });
    }
    case "object":
      return objectsOf(schema);
    default:
      return fc.jsonValue({ maxDepth: 2 });
  }
}
