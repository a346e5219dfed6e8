import { KeepsakeError } from "../domain/index.js";
import type { TruthTransaction } from "../ports/index.js";
import type { Shown } from "./proposal.js";

const STALE_CONTEXT = "erased-context";

/** Whether a commit was refused because what it was made from is no longer there: trying the same again cannot help. */
export function isStale(thrown: unknown): boolean {
  return thrown instanceof KeepsakeError && thrown.details.reason === STALE_CONTEXT;
}

/**
 * A statement may carry words of what stood around its turn: none is committed once one of these was erased (P21).
 * @throws CONFLICT (`isStale`)
 */
export async function checkShown(transaction: TruthTransaction, shown: Shown): Promise<void> {
  const turns = await transaction.turns.findMany(shown.turnIds);
  const memories = await transaction.memories.findMany(shown.memoryIds);
  if (turns.length === shown.turnIds.length && memories.length === shown.memoryIds.length) return;
  throw new KeepsakeError("CONFLICT", "something that gave context was erased meanwhile", { reason: STALE_CONTEXT });
}
