import type { EpochMs } from "../domain/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import { notBefore } from "./scope-clock.js";

/**
 * What "now" means to this transaction, which only reads: not before the latest instant that what it sees is dated by. An instant that was
 * taken before it began would lie before whatever was written between the two: what that replaced would be over, and what it says not begun.
 * @param taken an instant that the call took earlier
 */
export async function readDate(
  { clock }: Pick<EngineParts, "clock">,
  { directory }: Pick<TruthTransaction, "directory">,
  taken: EpochMs = clock.now(),
): Promise<EpochMs> {
  return notBefore(taken, await directory.latestInstant());
}
