import { KeepsakeError } from "../../../domain/index.js";
import type { TruthTransaction } from "../../../ports/index.js";

/** The transactions that a store opened, so that the projection finds its own and refuses another's. */
export type Transactions<Transaction extends object> = WeakMap<TruthTransaction, Transaction>;

/** The transaction behind the stores that the caller holds; INTERNAL when another storage opened it. */
export function transactionOf<Transaction extends object>(
  transactions: Transactions<Transaction>,
  stores: TruthTransaction,
): Transaction {
  const transaction = transactions.get(stores);
  if (transaction === undefined) throw new KeepsakeError("INTERNAL", "the transaction belongs to another store");
  return transaction;
}
