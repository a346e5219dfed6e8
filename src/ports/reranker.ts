export interface RerankRequest {
  readonly query: string;
  readonly documents: readonly string[];
  /** Aborts the call. */
  readonly signal?: AbortSignal;
}

/** How far a reranker may go: configuration, the same for every call. */
export interface RerankTerms {
  /** Time limit of one call; a recall with a deadline of its own gives less. */
  readonly timeoutMs: number;
  /** So many of the best candidates are read again. */
  readonly maxDocuments: number;
  /** Ask the chat model where there is no reranker of its own. */
  readonly useChatModel: boolean;
}

/**
 * A model that reads query and text together and says how well the one answers the other.
 * - Order: the answer's order is that of `documents`, one score each; 0–1, higher is better. No documents give [].
 * - Idempotent. Nothing is kept of query or documents.
 * - Errors: MODEL_UNAVAILABLE (retryable), MODEL_INVALID_OUTPUT (a score is missing or no number), DEADLINE_EXCEEDED when `signal` aborts.
 */
export interface Reranker {
  readonly modelId: string;
  rerank(request: RerankRequest): Promise<readonly number[]>;
}
