import type { EpochMs } from "../domain/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import { notBefore } from "./scope-clock.js";

/**
 * The instant that what this transaction writes is dated by, and the next ones not before: noted with the write, or not at all. Looked up
 * within the transaction, which is alone among the writers of its scope: in a scope the order of instants is that of commits.
 */
export async function dateWrite(
  { clock }: Pick<EngineParts, "clock">,
  { directory }: Pick<TruthTransaction, "directory">,
): Promise<EpochMs> {
  const at = notBefore(clock.now(), await directory.latestInstant());
  await directory.noteInstant(at);
  return at;
}
