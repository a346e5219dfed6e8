import { KeepsakeError, SECOND_MS, toKeepsakeError } from "../domain/index.js";
import type { EngineParts, PairReader, TextPair } from "../ports/index.js";

/** So many pairs are read in one go: what somebody waits for comes in between. */
const AT_ONCE = 16;
/** So long the pairs of one turn may take, behind the chat. A reader that takes longer (or hangs) leaves the rest to vectors and rules. */
const BEHIND_MS = 20 * SECOND_MS;

/** How long a reading may take, and who waits for it. */
export interface ReadingTerms {
  readonly mostMs: number;
  /** Somebody waits: it goes before what is read behind the chat. */
  readonly urgent?: true;
}

export const BEHIND_THE_CHAT: ReadingTerms = { mostMs: BEHIND_MS };

export interface Asked<Answer> {
  /** One for each pair, in their order; undefined: it was not read. */
  readonly answers: readonly (Answer | undefined)[];
  /** Why not all were read, where there is a reader. */
  readonly failure?: KeepsakeError;
}

/** What the adapter says of itself, and no fault of the program. */
const SPARED = new Set(["MODEL_UNAVAILABLE", "DEADLINE_EXCEEDED", "CONFIG_INVALID"]);

/**
 * What the reader of pairs says; nothing where there is none or it does not answer: then vectors and rules decide alone, as they do
 * without one. The reader counts what it could not read.
 * @throws what is no failure of reading: an engine that was closed, a fault of the program
 */
export async function askReader<Answer>(
  { reader }: Pick<EngineParts, "reader">,
  pairs: readonly TextPair[],
  ask: (reader: PairReader, pairs: readonly TextPair[], signal: AbortSignal) => Promise<readonly Answer[]>,
  { mostMs }: ReadingTerms,
): Promise<Asked<Answer>> {
  const answers: Answer[] = [];
  if (reader === undefined || pairs.length === 0) return { answers };
  const signal = AbortSignal.timeout(mostMs);
  try {
    for (let at = 0; at < pairs.length; at += AT_ONCE)
      answers.push(...(await ask(reader, pairs.slice(at, at + AT_ONCE), signal)));
    return { answers };
  } catch (thrown) {
    const failure = toKeepsakeError(thrown);
    if (!(thrown instanceof KeepsakeError) || !SPARED.has(failure.code)) throw thrown;
    return { answers, failure };
  }
}
