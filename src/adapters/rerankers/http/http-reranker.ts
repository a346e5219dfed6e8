import { KeepsakeError } from "../../../domain/index.js";
import type { Reranker, RerankRequest, ServiceTurns } from "../../../ports/index.js";

/**
 * Which of the two dialects a server speaks: `cohere` sends `documents` and reads `results[].relevance_score` (Cohere, Jina, vLLM,
 * Voyage-like servers, LocalAI); `tei` sends `texts` and reads `[].score` (Hugging Face Text Embeddings Inference).
 */
type RerankProtocol = "cohere" | "tei";

export interface HttpRerankerOptions {
  /** The endpoint, or the API's base: `/rerank` is added where the path does not end in it. */
  readonly url: string;
  readonly protocol: RerankProtocol;
  /** Absent for servers that serve one model. */
  readonly model?: string;
  readonly apiKey?: string;
  readonly timeoutMs: number;
  /** Calls wait for theirs. Default: none waits. */
  readonly turns?: ServiceTurns;
}

interface Target {
  readonly endpoint: string;
  /** For messages: never the key, never the text. */
  readonly name: string;
}

function targetOf({ url, model }: HttpRerankerOptions): Target {
  const address = new URL(url);
  const path = address.pathname.replace(/\/+$/u, "");
  if (!path.endsWith("/rerank")) address.pathname = `${path}/rerank`;
  const named = model === undefined ? "reranker" : `reranker ${model}`;
  return { endpoint: address.toString(), name: `${named} at ${address.origin}${address.pathname}` };
}

function bodyOf(options: HttpRerankerOptions, query: string, documents: readonly string[]): Record<string, unknown> {
  const model = options.model === undefined ? {} : { model: options.model };
  return options.protocol === "tei"
    ? { ...model, query, texts: documents, raw_scores: false, truncate: true }
    : { ...model, query, documents, top_n: documents.length, return_documents: false };
}

function entriesOf(answer: unknown): readonly unknown[] | undefined {
  if (Array.isArray(answer)) return answer;
  if (typeof answer !== "object" || answer === null) return undefined;
  if ("results" in answer && Array.isArray(answer.results)) return answer.results;
  return "data" in answer && Array.isArray(answer.data) ? answer.data : undefined;
}

function readEntry(entry: unknown): { readonly index: number; readonly score: number } | undefined {
  if (typeof entry !== "object" || entry === null || !("index" in entry)) return undefined;
  const score = "relevance_score" in entry ? entry.relevance_score : "score" in entry ? entry.score : undefined;
  if (typeof entry.index !== "number" || typeof score !== "number" || !Number.isFinite(score)) return undefined;
  return { index: entry.index, score };
}

/** Some servers give logits: anything outside 0–1 says that all are, and the logistic function takes them there in the same order. */
function toShares(scores: readonly number[]): readonly number[] {
  const isShare = scores.every((score) => score >= 0 && score <= 1);
  return isShare ? scores : scores.map((score) => 1 / (1 + Math.exp(-score)));
}

/** One score for each document, in their order. */
function readScores(answer: unknown, count: number, { name }: Target): readonly number[] {
  const scores = new Map<number, number>();
  for (const entry of entriesOf(answer) ?? []) {
    const read = readEntry(entry);
    if (read !== undefined && !scores.has(read.index)) scores.set(read.index, read.score);
  }
  const inOrder = Array.from({ length: count }, (_, index) => scores.get(index));
  const given = inOrder.filter((score) => score !== undefined);
  if (given.length === count) return toShares(given);
  const message = `The ${name} gave ${given.length} scores for ${count} documents.`;
  throw new KeepsakeError("MODEL_INVALID_OUTPUT", message);
}

const HINTS: Readonly<Record<number, string>> = {
  401: " (check the API key)",
  403: " (check what the API key may do)",
  404: " (check the URL and the model's name)",
  422: " (check reranker.protocol)",
  429: " (too many requests or no quota left)",
};

function refused(response: Response, { name }: Target): KeepsakeError {
  const { status } = response;
  const retryAfter = Number(response.headers.get("retry-after") ?? Number.NaN);
  const details = { status, ...(Number.isFinite(retryAfter) ? { retryAfterSeconds: retryAfter } : {}) };
  return new KeepsakeError(
    "MODEL_UNAVAILABLE",
    `The ${name} refused with HTTP ${status}${HINTS[status] ?? ""}.`,
    details,
  );
}

/** Whatever `fetch` throws, in the terms of the catalogue; a body is never quoted, as servers repeat parts of the request in it. */
function toModelError(thrown: unknown, options: HttpRerankerOptions, target: Target, signal: AbortSignal) {
  if (thrown instanceof KeepsakeError) return thrown;
  if (signal.aborted) {
    const message = `The ${target.name} did not answer within ${options.timeoutMs} ms, or its call was aborted.`;
    return new KeepsakeError("DEADLINE_EXCEEDED", message, {}, { cause: thrown });
  }
  if (thrown instanceof SyntaxError) {
    return new KeepsakeError("MODEL_INVALID_OUTPUT", `The ${target.name} answered with something else than JSON.`);
  }
  return new KeepsakeError("MODEL_UNAVAILABLE", `The ${target.name} could not be reached.`, {}, { cause: thrown });
}

async function ask(
  options: HttpRerankerOptions,
  target: Target,
  { query, documents, signal }: RerankRequest,
): Promise<readonly number[]> {
  const timeout = AbortSignal.timeout(options.timeoutMs);
  const bounded = signal === undefined ? timeout : AbortSignal.any([timeout, signal]);
  try {
    const response = await fetch(target.endpoint, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        ...(options.apiKey === undefined ? {} : { authorization: `Bearer ${options.apiKey}` }),
      },
      body: JSON.stringify(bodyOf(options, query, documents)),
      signal: bounded,
    });
    if (!response.ok) throw refused(response, target);
    return readScores(await response.json(), documents.length, target);
  } catch (thrown) {
    throw toModelError(thrown, options, target, bounded);
  }
}

/**
 * A reranker behind the protocol that Cohere, Jina, vLLM and Text Embeddings Inference speak. One request a call; nothing is retried:
 * the fused order is ready to stand in.
 * @example createHttpReranker({ url: "http://127.0.0.1:8080", protocol: "tei", timeoutMs: 1_500 })
 */
export function createHttpReranker(options: HttpRerankerOptions): Reranker {
  const target = targetOf(options);
  const { turns } = options;
  return {
    modelId: options.model ?? new URL(options.url).host,
    async rerank(request) {
      if (request.documents.length === 0) return [];
      const work = () => ask(options, target, request);
      return turns?.take("rerank", work, request.signal) ?? work();
    },
  };
}
