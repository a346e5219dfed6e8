import type { Policy, Turn } from "../../domain/index.js";
import type { Worth } from "../worth/judge-worth.js";
import type { ReadSentence } from "./read-turn.js";
import type { Read } from "./subject.js";

/** What surrounds a turn when it is read. */
export interface ExtractionContext {
  /** Turns before it in the session, oldest first. */
  readonly before: readonly Turn[];
  readonly policy: Pick<Policy, "extraction" | "expiry">;
  /** The turn's own sentences, where they were read before. */
  readonly sentences?: readonly ReadSentence[];
  /** What the classifier thinks of their clauses, where it was asked. */
  readonly worth?: Worth;
}

/** One turn while its statements are read off it. */
export interface Reader extends Read {
  readonly turn: Turn;
  readonly context: ExtractionContext;
  /** Score from which a statement is kept. 0–1 */
  readonly threshold: number;
  /** Share of the latest talk that is company rather than matter. 0–1 */
  readonly company: number;
  /** What list the sentence is an item of, in the third person. */
  readonly head?: string;
  /** Probability from which the classifier alone has a clause kept, here; undefined without a classifier. */
  readonly worthFrom?: number;
}
