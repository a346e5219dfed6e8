import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { embedMany } from "ai";
import { KeepsakeError } from "../../../domain/index.js";
import type { Embedder, EmbedderCalibration, EmbedderProfile, ServiceTurns } from "../../../ports/index.js";
import { deadline, describeTarget, toModelError } from "./model-errors.js";
import { cutToTokens } from "./text-length.js";

interface OpenAiCompatibleEmbedderOptions {
  /** The API's base, e.g. `https://api.openai.com/v1` or `http://127.0.0.1:8080/v1`. */
  readonly url: string;
  readonly model: string;
  readonly dimension: number;
  readonly apiKey?: string;
  /** For one request. Default 30,000. */
  readonly timeoutMs?: number;
  /** Default 8,192. Longer texts are cut before they are sent, by an estimate that errs on the short side. */
  readonly maxTokens?: number;
  /** Texts in one request. Default 64. */
  readonly batchSize?: number;
  readonly queryPrefix?: string;
  readonly passagePrefix?: string;
  readonly calibration?: EmbedderCalibration;
  /** Requests wait for theirs. Default: none waits. */
  readonly turns?: ServiceTurns;
}

/** Between those of common hosted models; figures measured on one's own data do better. */
const DEFAULT_CALIBRATION: EmbedderCalibration = {
  unrelatedMean: 0.25,
  unrelatedDeviation: 0.1,
  relatedMean: 0.55,
  offTopicCeiling: 0.38,
};

/**
 * Any embedding model behind an OpenAI-compatible endpoint. Vectors are brought to unit norm. Text without anything to read
 * is not sent (servers refuse it); its vector is the first axis. One request a batch: the engine decides about retries.
 */
export function createOpenAiCompatibleEmbedder(options: OpenAiCompatibleEmbedderOptions): Embedder {
  return new OpenAiCompatibleEmbedder(options);
}

class OpenAiCompatibleEmbedder implements Embedder {
  readonly profile: EmbedderProfile;
  readonly #model;
  readonly #target;
  readonly #batchSize: number;
  readonly #turns: ServiceTurns | undefined;
  #closed = false;

  constructor(options: OpenAiCompatibleEmbedderOptions) {
    const { url, model, dimension, apiKey } = options;
    this.profile = {
      modelId: `http:${model}:${dimension}`,
      dimension,
      maxTokens: options.maxTokens ?? 8_192,
      queryPrefix: options.queryPrefix ?? "",
      passagePrefix: options.passagePrefix ?? "",
      calibration: options.calibration ?? DEFAULT_CALIBRATION,
      runtime: "http",
    };
    this.#batchSize = options.batchSize ?? 64;
    this.#turns = options.turns;
    this.#target = { name: describeTarget("embedding model", model, url), timeoutMs: options.timeoutMs ?? 30_000 };
    const key = apiKey === undefined ? {} : { apiKey };
    this.#model = createOpenAICompatible({ name: "keepsake", baseURL: url.replace(/\/+$/, ""), ...key }).embeddingModel(
      model,
    );
  }

  async open(): Promise<void> {
    this.#closed = false;
  }

  async embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const [vector] = await this.#embedAll([text], "query", signal);
    return vector ?? this.#emptyVector();
  }

  embedPassages(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    return this.#embedAll(texts, "passage", signal);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  async #embedAll(
    texts: readonly string[],
    kind: "query" | "passage",
    signal: AbortSignal | undefined,
  ): Promise<readonly Float32Array[]> {
    const prefix = kind === "query" ? this.profile.queryPrefix : this.profile.passagePrefix;
    if (this.#closed) throw new KeepsakeError("CLOSED", "The embedder is closed.");
    const readable = texts
      .map((text) => text.toWellFormed())
      .map((text) => (text.trim() === "" ? undefined : prefix + text));
    const sent = readable.filter((text) => text !== undefined).map((text) => cutToTokens(text, this.profile.maxTokens));
    const vectors: Float32Array[] = [];
    for (let from = 0; from < sent.length; from += this.#batchSize) {
      const batch = sent.slice(from, from + this.#batchSize);
      const request = () => this.#request(batch, signal);
      vectors.push(...(await (this.#turns?.take(kind, request, signal) ?? request())));
    }
    const answers = vectors.values();
    return readable.map((text) => (text === undefined ? undefined : answers.next().value) ?? this.#emptyVector());
  }

  async #request(values: string[], callerSignal: AbortSignal | undefined): Promise<readonly Float32Array[]> {
    const abortSignal = deadline(this.#target.timeoutMs, callerSignal);
    try {
      const { embeddings } = await embedMany({ model: this.#model, values, maxRetries: 0, abortSignal });
      if (embeddings.length !== values.length)
        throw this.#invalid(`${embeddings.length} vectors for ${values.length} texts`);
      return embeddings.map((embedding) => this.#checked(embedding));
    } catch (error) {
      throw toModelError(error, this.#target, abortSignal);
    }
  }

  #checked(embedding: readonly number[]): Float32Array {
    const { dimension } = this.profile;
    if (embedding.length !== dimension)
      throw this.#invalid(`vectors of ${embedding.length} dimensions where ${dimension} are configured`);
    const norm = Math.hypot(...embedding);
    if (!Number.isFinite(norm) || norm === 0) throw this.#invalid("a vector without a direction");
    return Float32Array.from(embedding, (value) => value / norm);
  }

  #invalid(what: string): KeepsakeError {
    return new KeepsakeError("MODEL_INVALID_OUTPUT", `The ${this.#target.name} answered with ${what}.`);
  }

  #emptyVector(): Float32Array {
    const vector = new Float32Array(this.profile.dimension);
    vector[0] = 1;
    return vector;
  }
}
