/** Two texts that are read together, in the order in which they were said. */
export interface TextPair {
  readonly first: string;
  readonly second: string;
}

/** How the second text of a pair stands to the first: probabilities. What is left to 1 is that it stands beside it. */
export interface RelationReading {
  /** It takes the first one's place. */
  readonly update: number;
  /** It says the same. */
  readonly same: number;
}

export interface PairReaderProfile {
  /** Names what reads: `name:digest`. Another value judges otherwise. Includes a digest of the weights. */
  readonly readerId: string;
  readonly runtime: "onnx-native" | "onnx-wasm" | "fake";
}

/**
 * A model that reads two texts at once. It reads words, not vectors: it goes with any embedder.
 * - Order: the answer's order is that of the pairs. No pairs give [].
 * - Idempotent: the same pair gives the same figures, whatever else is in the call (no dependence on batch mates).
 * - Figures are 0–1. Each text may be empty. Of a long first text the end is read, of a long second one the beginning.
 * - Reading opens it; `open` does so ahead of time. `profile` can be read once it is open. `close` may be called twice; then only `open` opens it again.
 * - Errors: CONFIG_INVALID (its files are no reader), MODEL_UNAVAILABLE (retryable), DEADLINE_EXCEEDED when `signal` aborts, CLOSED.
 */
export interface PairReader {
  readonly profile: PairReaderProfile;
  open(): Promise<void>;
  /**
   * How the second, said later, stands to the first.
   * @param urgent somebody waits for it: it goes before the others
   */
  readRelations(pairs: readonly TextPair[], signal?: AbortSignal, urgent?: true): Promise<readonly RelationReading[]>;
  /** Whether the second, a clause, is worth keeping; the first is what was said just before it. */
  readWorth(pairs: readonly TextPair[], signal?: AbortSignal): Promise<readonly number[]>;
  /** Whether the second answers the first, a question. Somebody waits for it: it goes before the others. */
  readAnswers(pairs: readonly TextPair[], signal?: AbortSignal): Promise<readonly number[]>;
  close(): Promise<void>;
}
