import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";
import type { ErasedFact } from "./erased-fact.js";

/** One erasure inside its transaction. */
export interface ErasureContext {
  readonly parts: Pick<EngineParts, "ids">;
  readonly transaction: TruthTransaction;
  readonly now: number;
  /** Collected here; the caller applies them once, in the same transaction. */
  readonly changes: IndexChange[];
  /** What the erased memories said, collected here where a proof is to look for it elsewhere. */
  readonly facts?: ErasedFact[];
}
