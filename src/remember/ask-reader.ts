import { KeepsakeError } from "../domain/index.js";
import type { EngineParts, PairReader } from "../ports/index.js";

/**
 * What the reader of pairs says, or undefined where there is none or it does not answer: then vectors and rules decide alone, as they
 * do without one. The reader counts what it could not read. An engine that is closed is no answer.
 */
export async function askReader<Answer>(
  { reader }: Pick<EngineParts, "reader">,
  ask: (reader: PairReader) => Promise<readonly Answer[]>,
): Promise<readonly Answer[] | undefined> {
  if (reader === undefined) return undefined;
  try {
    return await ask(reader);
  } catch (thrown) {
    if (!(thrown instanceof KeepsakeError) || thrown.code === "CLOSED") throw thrown;
    return undefined;
  }
}
