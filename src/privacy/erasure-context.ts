import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";
import type { ErasedFact } from "./erased-fact.js";

/** One erasure inside its transaction. */
export interface ErasureContext {
  /** Without `blobs` nothing is told to what lies beside the store. */
  readonly parts: Pick<EngineParts, "ids" | "blobs">;
  readonly transaction: TruthTransaction;
  readonly now: number;
  /** Collected here; the caller applies them once, in the same transaction. */
  readonly changes: IndexChange[];
  /** What the erased memories said, collected here where a proof is to look for it elsewhere. */
  readonly facts?: ErasedFact[];
}
