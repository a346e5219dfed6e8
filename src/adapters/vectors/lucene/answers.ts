import { KeepsakeError } from "../../../domain/index.js";
import type { Refusal } from "./engine-errors.js";
import type { ServerVersion } from "./server.js";

/** A value within an answer, by its path; undefined where the answer has no such. */
function at(answer: unknown, ...path: readonly string[]): unknown {
  let value = answer;
  for (const key of path) {
    if (typeof value !== "object" || value === null) return undefined;
    value = Object.hasOwn(value, key) ? Reflect.get(value, key) : undefined;
  }
  return value;
}

/** Something between here and the server answers in its place. */
function strange(what: string): KeepsakeError {
  return new KeepsakeError("UNAVAILABLE", `the server's answer has no ${what}`);
}

function list(value: unknown, what: string): readonly unknown[] {
  if (!Array.isArray(value)) throw strange(what);
  return value;
}

export function versionIn(answer: unknown): ServerVersion {
  const number = at(answer, "version", "number");
  const distribution = at(answer, "version", "distribution");
  if (typeof number !== "string") throw strange("version");
  return { number, distribution: typeof distribution === "string" ? distribution : undefined };
}

/** The dimension of each index in an answer of `_mapping`, by the index's name. */
export function dimensionsIn(answer: unknown): ReadonlyMap<string, number> {
  if (typeof answer !== "object" || answer === null) throw strange("mappings");
  const dimensions = new Map<string, number>();
  for (const index of Object.keys(answer)) {
    const dimension = at(answer, index, "mappings", "_meta", "dimension");
    if (typeof dimension === "number") dimensions.set(index, dimension);
  }
  return dimensions;
}

/** What each hit is sorted by. A search that shards took no part in is refused by the server; one cut short by its time is refused here. */
export function sortKeysIn(answer: unknown): readonly (readonly unknown[])[] {
  if (at(answer, "timed_out") === true) throw new KeepsakeError("UNAVAILABLE", "the search was cut short by its time");
  return list(at(answer, "hits", "hits"), "hits").map((hit) => list(at(hit, "sort"), "sort keys"));
}

export function countIn(answer: unknown): number {
  const count = at(answer, "count");
  if (typeof count !== "number") throw strange("count");
  return count;
}

/** The first line of a bulk that failed; undefined when all were taken. */
export function refusalIn(answer: unknown): Refusal | undefined {
  const errors = at(answer, "errors");
  if (typeof errors !== "boolean") throw strange("errors");
  if (!errors) return undefined;
  for (const item of list(at(answer, "items"), "items")) {
    const outcome = at(item, "index") ?? at(item, "delete");
    const [type, status] = [at(outcome, "error", "type"), at(outcome, "status")];
    if (typeof type === "string" && typeof status === "number") return { type, status };
  }
  throw strange("failed line");
}
