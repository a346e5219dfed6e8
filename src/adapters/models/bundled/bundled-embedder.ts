import { createHash } from "node:crypto";
import { KeepsakeError } from "../../../domain/index.js";
import type { Embedder, EmbedderProfile } from "../../../ports/index.js";
import type { ModelFolder } from "./model-folder.js";
import { readModelFolder } from "./model-folder.js";
import { RecentlyUsed } from "./recently-used.js";
import { startWorker } from "./start-worker.js";
import { type PoolErrors, WorkerPool } from "./worker-pool.js";
import type { RuntimeChoice, WorkerReady } from "./worker-protocol.js";

interface BundledEmbedderOptions {
  /** Holds model.onnx, tokenizer.json and, where it has one, keepsake-model.json. */
  readonly modelFolder: string;
  /** Default `auto`: the native runtime where it is installed, else WebAssembly. */
  readonly runtime?: RuntimeChoice;
  /** Threads that share the work on one text. Default 1: more makes a lone query faster and a busy machine slower. */
  readonly threads?: number;
  /** Texts at a time, each with a copy of the model of its own. Default 1. */
  readonly workers?: number;
  /** Query vectors kept. Default 512. */
  readonly cachedQueries?: number;
}

/**
 * The embedder that needs no server: an ONNX model in worker threads, so that the event loop never waits for arithmetic.
 * Each text runs through the graph alone: int8 activations are scaled over a whole batch, and a vector must not depend on
 * what else was in it. Nothing is fetched. `profile` can be read once it is open.
 * Errors of `open`: CONFIG_INVALID (the folder is no usable model), MODEL_UNAVAILABLE (no runtime).
 */
export function createBundledEmbedder(options: BundledEmbedderOptions): Embedder {
  return new BundledEmbedder(options);
}

interface Opened {
  readonly profile: EmbedderProfile;
  readonly pool: WorkerPool<string>;
}

class BundledEmbedder implements Embedder {
  readonly #cache: RecentlyUsed;
  #opened: Opened | undefined;

  constructor(private readonly options: BundledEmbedderOptions) {
    this.#cache = new RecentlyUsed(options.cachedQueries ?? 512);
  }

  get profile(): EmbedderProfile {
    return this.#whenOpen().profile;
  }

  async open(): Promise<void> {
    if (this.#opened !== undefined) return;
    const folder = readModelFolder(this.options.modelFolder);
    const { runtime = "auto", threads = 1, workers = 1 } = this.options;
    const pool = new WorkerPool<string>(
      () => startWorker({ model: { does: "embed", folder }, runtime, threads }),
      workers,
      ERRORS,
    );
    const ready = await pool.open();
    this.#opened = { pool, profile: makeProfile(folder, ready) };
  }

  async embedQuery(text: string, signal?: AbortSignal): Promise<Float32Array> {
    const { pool, profile } = this.#whenOpen();
    const known = this.#cache.find(text);
    if (known !== undefined) return known;
    const [vector] = await pool.submit([profile.queryPrefix + text], "urgent", signal);
    if (vector === undefined) throw new KeepsakeError("INTERNAL", "The embedding thread gave no vector for a text.");
    this.#cache.put(text, vector);
    return vector;
  }

  async embedPassages(texts: readonly string[], signal?: AbortSignal): Promise<readonly Float32Array[]> {
    const { pool, profile } = this.#whenOpen();
    return pool.submit(
      texts.map((text) => profile.passagePrefix + text),
      "background",
      signal,
    );
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.pool.close();
  }

  #whenOpen(): Opened {
    if (this.#opened === undefined) throw new KeepsakeError("CLOSED", "The embedder is not open.");
    return this.#opened;
  }
}

const ERRORS: PoolErrors = {
  closed: () => new KeepsakeError("CLOSED", "The embedder is closed."),
  aborted: () => new KeepsakeError("DEADLINE_EXCEEDED", "Embedding was aborted before it was done."),
  failed: (reason) => new KeepsakeError("MODEL_UNAVAILABLE", `The embedding model failed on a text: ${reason}`),
  ended: (reason, cause) =>
    new KeepsakeError(
      "MODEL_UNAVAILABLE",
      `The embedding thread ended unexpectedly (${reason}); it is replaced.`,
      {},
      { cause },
    ),
};

function makeProfile({ manifest }: ModelFolder, ready: WorkerReady): EmbedderProfile {
  const { maxTokens, queryPrefix, passagePrefix, calibration, output, pooling, name } = manifest;
  // The same weights read another way make another space.
  const reading = createHash("sha256")
    .update(JSON.stringify([maxTokens, queryPrefix, passagePrefix, output, pooling]))
    .digest("hex");
  return {
    modelId: `${name}:${ready.weightsDigest.slice(0, 12)}.${reading.slice(0, 4)}`,
    dimension: ready.dimension,
    maxTokens,
    queryPrefix,
    passagePrefix,
    calibration,
    runtime: ready.runtime,
  };
}
