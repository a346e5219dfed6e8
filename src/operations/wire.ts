import { z } from "zod";
import { checkId, isValidTimeZone, KeepsakeError, MAX_ID_LENGTH, toIso } from "../domain/index.js";

/*
 * Building blocks of the wire form: ISO 8601 instants, plain strings, strict objects.
 * Every field is described in both languages; `x-zh` travels in the schema's metadata.
 */

/**
 * What JSON Schema can say of a value beside its type, for who checks or makes requests by machine; models read shorter schemas without it.
 * It has to say no more than the operation refuses: the two are held together by tests.
 */
export function exactly<Schema extends z.ZodType>(schema: Schema, keywords: Readonly<Record<string, unknown>>): Schema {
  return schema.meta({ ...schema.meta(), "x-exact": keywords }) as Schema;
}

/** Of these ways exactly one is taken: each by its field, or by any of several fields. */
export function oneOfWays(...ways: readonly (string | readonly string[])[]): Readonly<Record<string, unknown>> {
  const named = (field: string) => ({ required: [field] });
  return { oneOf: ways.map((way) => (typeof way === "string" ? named(way) : { anyOf: way.map(named) })) };
}

/** As `checkId` has it; well-formed is what JSON texts are anyway. */
export const ID_KEYWORDS = { pattern: "^[^\\u0000-\\u001f\\u007f]+$" } as const;

/** Describes a field in both languages. */
export function described<Schema extends z.ZodType>(schema: Schema, en: string, zh: string): Schema {
  return schema.meta({ description: en, "x-zh": zh }) as Schema;
}

/** An exact key: 1–256 characters, no control characters, well-formed. */
export function id(en: string, zh: string) {
  const schema = z
    .string()
    .min(1)
    .max(MAX_ID_LENGTH)
    .superRefine((value, context) => {
      try {
        checkId(value, "it");
      } catch (error) {
        if (!(error instanceof KeepsakeError)) throw error;
        context.addIssue({ code: "custom", message: error.message });
      }
    });
  return exactly(described(schema, en, zh), ID_KEYWORDS);
}

/** ISO 8601 with `Z` or an offset, read into epoch ms. Local times are refused: they mean nothing without a zone. */
export function instant(en: string, zh: string) {
  return described(
    z.iso
      .datetime({
        offset: true,
        error: "must be an ISO 8601 instant with Z or an offset, such as 2026-05-01T09:30:00+08:00",
      })
      .transform((text) => Date.parse(text)),
    en,
    zh,
  );
}

export function timeZone() {
  return described(
    z.string().refine(isValidTimeZone, { error: "must be an IANA time zone such as Asia/Shanghai" }),
    "IANA time zone in which relative dates are read; the configured one where absent.",
    "理解“昨天”等相对日期所用的 IANA 时区；不填则用配置的时区。",
  );
}

export function unit(en: string, zh: string) {
  return described(z.number().min(0).max(1), en, zh);
}

/** Which page of a listing, in the one form that all listings take. */
export const pageFields = {
  limit: described(z.int().min(1).max(1_000), "Page size, 1–1000.", "每页条数，1–1000。").exactOptional(),
  cursor: exactly(
    described(z.string().min(1).max(4_096), "nextCursor of the page before.", "上一页给出的 nextCursor。"),
    { pattern: "^[A-Za-z0-9_-]+$" },
  ).exactOptional(),
};

/** A page of a listing, as it goes out. */
export function pageWire<Item extends z.ZodType>(item: Item) {
  return z.object({ items: z.array(item), nextCursor: z.string().exactOptional() });
}

/** Any JSON value. Doors parse JSON, so nothing else can arrive; what is looked for is that it is there at all. */
export const jsonValue = z.unknown().refine((value) => value !== undefined, { error: "is required" });

/** An instant as it goes out. */
export const isoText = z.string().meta({ format: "date-time" });

/** `{ key: iso }` where the instant is there, else nothing: for spreading into an answer. */
export function isoField<Key extends string>(key: Key, at: number | undefined): { readonly [name in Key]?: string } {
  return (at === undefined ? {} : { [key]: toIso(at) }) as { readonly [name in Key]?: string };
}

/** `{ key: value }` where the value is there, else nothing. */
export function field<Key extends string, Value>(
  key: Key,
  value: Value | undefined,
): { readonly [name in Key]?: Value } {
  return (value === undefined ? {} : { [key]: value }) as { readonly [name in Key]?: Value };
}
