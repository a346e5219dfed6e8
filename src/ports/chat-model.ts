/** JSON Schema (2020-12 subset that providers accept). */
export type JsonSchema = Readonly<Record<string, unknown>>;

export interface ObjectRequest {
  readonly system: string;
  readonly prompt: string;
  readonly schemaName: string;
  readonly schema: JsonSchema;
  readonly maxOutputTokens: number;
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

export interface ObjectAnswer {
  /** Parsed JSON, not yet trusted: the caller validates it against its own schema. */
  readonly object: unknown;
  readonly inputTokens: number;
  readonly outputTokens: number;
}

/** What the model costs and how much of it a tenant may use: configuration, the same for every call. */
export interface ModelTerms {
  /** Time limit of one call. */
  readonly timeoutMs: number;
  /** Money per million tokens, in the currency of the bill. */
  readonly inputPrice: number;
  readonly outputPrice: number;
  /** Of each tenant and UTC day; input and output together. Absent: no cap. */
  readonly maxTokensPerDay?: number;
  /** In the currency of the prices. */
  readonly maxCostPerDay?: number;
  /** Of each process. Absent: no limit. */
  readonly maxParallelCalls?: number;
  /** Of each process, in any 60 seconds. */
  readonly maxCallsPerMinute?: number;
  /** How long it is left alone after an outage. Default 30. */
  readonly pauseSeconds?: number;
}

/**
 * A language model that answers with an object.
 * Errors: MODEL_UNAVAILABLE (network, 429, 5xx: retryable; `retryAfterSeconds` in its details where the server said so),
 * MODEL_INVALID_OUTPUT (no JSON in the answer, cut off, refusal, empty; `inputTokens` and `outputTokens` in its details where known,
 * since such an answer is paid for too), DEADLINE_EXCEEDED.
 */
export interface ChatModel {
  readonly modelId: string;
  generateObject(request: ObjectRequest): Promise<ObjectAnswer>;
}
