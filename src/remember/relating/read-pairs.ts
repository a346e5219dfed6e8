import type { KeepsakeError } from "../../domain/index.js";
import type { EngineParts, RelationReading, TextPair } from "../../ports/index.js";
import { askReader, type ReadingTerms } from "../ask-reader.js";

/** What the reader of pairs made of two texts, by their words; undefined where it was not asked or did not answer. */
export interface Readings {
  of(first: string, second: string): RelationReading | undefined;
  /** Why not all were read that were asked for, where there is a reader. */
  readonly failure?: KeepsakeError;
}

/** So many pairs of one turn are read at most, the first of the list: it costs some milliseconds a pair. */
const MOST_PAIRS = 240;

function keyOf({ first, second }: TextPair): string {
  return JSON.stringify([first, second]);
}

/** Reads every pair once, in the order given, as far as the time goes. */
export async function readPairs(
  parts: Pick<EngineParts, "reader">,
  pairs: readonly TextPair[],
  terms: ReadingTerms,
): Promise<Readings> {
  const asked = [...new Map(pairs.map((pair) => [keyOf(pair), pair])).values()].slice(0, MOST_PAIRS);
  const { answers, failure } = await askReader(
    parts,
    asked,
    (reader, some, signal) => reader.readRelations(some, signal, terms.urgent),
    terms,
  );
  const known = new Map(asked.map((pair, index) => [keyOf(pair), answers[index]] as const));
  return {
    of: (first, second) => known.get(keyOf({ first, second })),
    ...(failure === undefined ? {} : { failure }),
  };
}
