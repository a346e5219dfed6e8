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

/**
 * A language model that answers with an object.
 * Errors: MODEL_UNAVAILABLE (network, 429, 5xx: retryable), MODEL_INVALID_OUTPUT (no JSON in the answer, refusal, empty), DEADLINE_EXCEEDED.
 */
export interface ChatModel {
  readonly modelId: string;
  generateObject(request: ObjectRequest): Promise<ObjectAnswer>;
}
