import { KeepsakeError } from "../../domain/index.js";
import type { EngineParts, RelationReading, TextPair } from "../../ports/index.js";

/** What the reader of pairs made of texts, by their words. */
export type Readings = (first: string, second: string) => RelationReading | undefined;

const NONE: Readings = () => undefined;

function keyOf(first: string, second: string): string {
  return `${first}\n${second}`;
}

/**
 * Reads every pair once. Without a reader, or with one that does not answer, there are no readings and the regressions decide alone;
 * the latter is counted.
 */
export async function readPairs(
  parts: Pick<EngineParts, "reader" | "telemetry">,
  pairs: readonly TextPair[],
  signal?: AbortSignal,
): Promise<Readings> {
  const { reader, telemetry } = parts;
  if (reader === undefined || pairs.length === 0) return NONE;
  const asked = [...new Map(pairs.map((pair) => [keyOf(pair.first, pair.second), pair])).entries()];
  try {
    const read = await reader.readRelations(
      asked.map(([, pair]) => pair),
      signal,
    );
    const known = new Map(asked.map(([key], index) => [key, read[index]] as const));
    return (first, second) => known.get(keyOf(first, second));
  } catch (thrown) {
    if (
      !(thrown instanceof KeepsakeError) ||
      (!thrown.code.startsWith("MODEL_") && thrown.code !== "DEADLINE_EXCEEDED")
    )
      throw thrown;
    telemetry.count("keepsake_pairs_unread", asked.length, { reason: thrown.code });
    return NONE;
  }
}
