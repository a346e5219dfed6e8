import { importFault, type Place } from "./import-fault.js";
import { REMEDIES } from "./remedies.js";

export type JsonObject = { readonly [key: string]: unknown };

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The first of the named properties that is there and not null. */
export function firstOf(
  object: JsonObject,
  names: readonly string[],
): { readonly name: string; readonly value: unknown } | undefined {
  for (const name of names) {
    const value = Object.hasOwn(object, name) ? object[name] : undefined;
    if (value !== undefined && value !== null) return { name, value };
  }
  return undefined;
}

/** A name given as text or as a whole number; undefined when absent or neither. */
export function findName(object: JsonObject, names: readonly string[]): string | undefined {
  const value = firstOf(object, names)?.value;
  if (typeof value === "string" && value.trim() !== "") return value;
  return typeof value === "number" && Number.isSafeInteger(value) ? String(value) : undefined;
}

const ENDS_EARLY = /unexpected end|unterminated|after (?:property value|array element)/iu;

function lineOf(text: string, message: string, firstLine: number): number {
  const offset = /position (\d+)/u.exec(message)?.[1];
  if (offset === undefined) return firstLine + text.trimEnd().split("\n").length - 1;
  return firstLine + text.slice(0, Number(offset)).split("\n").length - 1;
}

/**
 * @param firstLine number of the line on which `text` begins
 * @throws INVALID_INPUT naming the line, and saying so when the text was cut short
 */
export function parseJson(text: string, firstLine = 1): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : "";
    const line = lineOf(text, message, firstLine);
    const lastLine = firstLine + text.trimEnd().split("\n").length - 1;
    if (ENDS_EARLY.test(message) && line >= lastLine && !/[}\]]\s*$/u.test(text.slice(-200))) {
      throw importFault("INVALID_INPUT", { line }, "the JSON ends in the middle", REMEDIES.cutShort, cause);
    }
    throw importFault("INVALID_INPUT", { line }, "this is not valid JSON", REMEDIES.correctLine, cause);
  }
}

export function expectObject(value: unknown, place: Place, what: string): JsonObject {
  if (isObject(value)) return value;
  throw importFault("INVALID_INPUT", place, `${what} is not an object`, REMEDIES.checkFormat);
}

export function expectList(value: unknown, place: Place, what: string): readonly unknown[] {
  if (Array.isArray(value)) return value as readonly unknown[];
  throw importFault("INVALID_INPUT", place, `${what} is not a list`, REMEDIES.checkFormat);
}
