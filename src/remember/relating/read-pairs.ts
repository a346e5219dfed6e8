import type { EngineParts, RelationReading, TextPair } from "../../ports/index.js";
import { askReader } from "../ask-reader.js";

/** What the reader of pairs made of two texts, by their words; undefined where it was not asked or did not answer. */
export type Readings = (first: string, second: string) => RelationReading | undefined;

/** So many pairs of one turn are read at most, the nearest of each statement first: it costs some milliseconds a pair. */
const MOST_PAIRS = 240;

function keyOf({ first, second }: TextPair): string {
  return `${first}\n${second}`;
}

/** Reads every pair once. */
export async function readPairs(
  parts: Pick<EngineParts, "reader">,
  pairs: readonly TextPair[],
  signal?: AbortSignal,
): Promise<Readings> {
  const asked = [...new Map(pairs.map((pair) => [keyOf(pair), pair])).values()].slice(0, MOST_PAIRS);
  const read = asked.length === 0 ? undefined : await askReader(parts, (reader) => reader.readRelations(asked, signal));
  const known = new Map(asked.map((pair, index) => [keyOf(pair), read?.[index]] as const));
  return (first, second) => known.get(keyOf({ first, second }));
}
