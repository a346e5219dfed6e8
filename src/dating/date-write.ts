import type { EpochMs } from "../domain/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import { notBefore } from "./scope-clock.js";

/**
 * The instant that what this transaction writes is dated by, and the next ones not before: noted with the write, or not at all. Looked up
 * within the transaction, which is alone among the writers of its scope: in a scope the order of instants is that of commits.
 * @param said an instant that the server gave before the transaction: the clock may have been set back between the two
 */
export async function dateWrite(
  { clock }: Pick<EngineParts, "clock">,
  { directory }: Pick<TruthTransaction, "directory">,
  said?: EpochMs,
): Promise<EpochMs> {
  const now = Math.max(clock.now(), said ?? 0);
  const at = notBefore(now, await directory.latestInstant());
  await directory.noteInstant(at);
  return at;
}
