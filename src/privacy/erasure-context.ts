import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";

/** One erasure inside its transaction. */
export interface ErasureContext {
  readonly parts: Pick<EngineParts, "ids">;
  readonly transaction: TruthTransaction;
  readonly now: number;
  /** Collected here; the caller applies them once, in the same transaction. */
  readonly changes: IndexChange[];
}
