import { type ErrorCode, KeepsakeError } from "../domain/index.js";
import type { Remedy } from "./remedies.js";

/** Where in the source something was found: a line, a path of fields, or both. */
export interface Place {
  /** From 1. */
  readonly line?: number;
  /** Path of the value, e.g. `messages[3].role`. */
  readonly field?: string;
}

export function describePlace(place: Place): string {
  const parts = [place.line === undefined ? "" : `line ${place.line}`, place.field ?? ""].filter((part) => part !== "");
  return parts.length === 0 ? "the source" : parts.join(", ");
}

/**
 * An error about the source: its message says where and what is wrong, `details.remedy` what to do, in both languages.
 * @example throw importFault("INVALID_INPUT", { line: 3, field: "role" }, 'unknown role "boss"', REMEDIES.roleNames)
 */
export function importFault(
  code: Extract<ErrorCode, "INVALID_INPUT" | "UNSUPPORTED_FORMAT" | "TOO_LARGE">,
  place: Place,
  problem: string,
  remedy: Remedy,
  cause?: unknown,
): KeepsakeError {
  const details = {
    ...(place.field === undefined ? {} : { field: place.field }),
    ...(place.line === undefined ? {} : { line: place.line }),
    remedy,
  };
  return new KeepsakeError(
    code,
    `${describePlace(place)}: ${problem}.`,
    details,
    cause === undefined ? undefined : { cause },
  );
}

/** A value as it can stand in a message: one line, cut, broken characters shown as such. */
export function quoteForMessage(value: unknown): string {
  const text = typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
  const folded = text.toWellFormed().replace(/\s+/gu, " ");
  return JSON.stringify(folded.length > 60 ? `${folded.slice(0, 60).toWellFormed()}…` : folded);
}
