/** How to read cosines of this model: they differ in range, so thresholds are stated in these units, never raw. */
export interface EmbedderCalibration {
  /** Mean and standard deviation of cosine between a query and a random stored text of the same user. */
  readonly unrelatedMean: number;
  readonly unrelatedDeviation: number;
  /** Mean cosine between a question and the text that answers it. */
  readonly relatedMean: number;
  /** 95th percentile of the best hit of a question about something never said. */
  readonly offTopicCeiling: number;
}

export interface EmbedderProfile {
  /** Names the vector space: another value is another space and never compared. Includes a digest of the weights. */
  readonly modelId: string;
  readonly dimension: number;
  /** Longer texts are cut by the model's tokenizer. */
  readonly maxTokens: number;
  readonly queryPrefix: string;
  readonly passagePrefix: string;
  readonly calibration: EmbedderCalibration;
  /** Which runtime answers, for start-up and `doctor`: `onnx-native`, `onnx-wasm`, `http`, `fake`. */
  readonly runtime: string;
}

/**
 * Text to vector.
 * - Order: the answer's order is the input's.
 * - Idempotent: the same text gives the same vector, whatever else is in the call (no dependence on batch mates).
 * - Vectors have length `dimension` and unit norm. Empty text embeds to a defined vector, not an error.
 * - Errors: MODEL_UNAVAILABLE (retryable), MODEL_INVALID_OUTPUT (e.g. wrong dimension), DEADLINE_EXCEEDED when `signal` aborts.
 */
export interface Embedder {
  readonly profile: EmbedderProfile;
  open(): Promise<void>;
  embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array>;
  embedPassages(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
}
