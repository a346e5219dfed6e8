import type { Memory } from "../domain/index.js";
import type { TruthTransaction } from "../ports/index.js";
import { reconcileSlot } from "./reconcile.js";
import { heldWhenSaid } from "./said-order.js";
import type { Statement, Verdict } from "./statement.js";

/**
 * Decides what becomes of a statement that was finished elsewhere: by the same words and by its slot, so that no single-valued slot holds two
 * values. What resembles it is left alone. A slot's value comes from a request that names it, or from words that can mean nothing else.
 * @param sameWords active rows in the same words
 */
export async function reconcileLoaded(
  transaction: TruthTransaction,
  statement: Statement,
  sameWords: readonly Memory[],
): Promise<Verdict> {
  const known = sameWords.find((memory) => heldWhenSaid(memory, statement));
  if (known !== undefined) return { type: "reinforce", target: known, reason: "there already, in the same words" };
  const bySlot = statement.attribute === undefined ? undefined : await reconcileSlot(transaction, statement, undefined);
  return bySlot ?? { type: "insert", outcome: "new", reason: "loaded" };
}
