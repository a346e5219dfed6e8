import type { KeepsakeError, RelationClassifier } from "../../domain/index.js";
import type { EngineParts } from "../../ports/index.js";
import type { ReadingTerms } from "../ask-reader.js";
import { isOpen, type Relation, settlePair, type Voiced, type Weighed, weighPair } from "./judge-pair.js";
import { readPairs } from "./read-pairs.js";

/** The earlier and the later of two texts. */
export type VoicedPair = readonly [Voiced, Voiced];

/** How the later of two texts stands to the earlier; undefined where they are too far apart. */
export type JudgePair = (...pair: VoicedPair) => Relation | undefined;

export interface Judged {
  readonly judge: JudgePair;
  /** Why the reader did not read all, where there is one. */
  readonly failure?: KeepsakeError;
}

/**
 * Has the reader read those of the pairs whose judgement it could change, in their order, and judges by it. A pair that is not among them
 * is judged by vectors and words alone.
 */
export async function judgePairs(
  parts: Pick<EngineParts, "reader">,
  classifier: RelationClassifier | undefined,
  pairs: readonly VoicedPair[],
  terms: ReadingTerms,
): Promise<Judged> {
  const known = new Map<string, Weighed | undefined>();
  const numbers = new Map<Float32Array, number>();
  const numberOf = (vector: Float32Array): number => {
    const number = numbers.get(vector) ?? numbers.size;
    numbers.set(vector, number);
    return number;
  };
  // one pair is asked for several times: by itself, for the choice among its turn's statements, when it is decided
  const weigh = (...[earlier, later]: VoicedPair): Weighed | undefined => {
    // one text can have two vectors, by its own wording and by that of what was said around it
    const key = `${numberOf(earlier.vector)} ${numberOf(later.vector)} ${earlier.text}\n${later.text}`;
    if (!known.has(key)) known.set(key, weighPair(classifier, earlier, later));
    return known.get(key);
  };
  const isWorthReading = (pair: VoicedPair): boolean => {
    const weighed = weigh(...pair);
    return weighed !== undefined && isOpen(weighed);
  };
  const open = parts.reader === undefined ? [] : pairs.filter(isWorthReading);
  const readings = await readPairs(
    parts,
    open.map(([earlier, later]) => ({ first: earlier.text, second: later.text })),
    terms,
  );
  const judge: JudgePair = (earlier, later) => {
    const weighed = weigh(earlier, later);
    return weighed === undefined ? undefined : settlePair(weighed, readings.of(earlier.text, later.text));
  };
  return { judge, ...(readings.failure === undefined ? {} : { failure: readings.failure }) };
}
