import { createHash } from "node:crypto";
import { KeepsakeError, toKeepsakeError } from "../../../domain/index.js";
import type { PairReader, PairReaderProfile, RelationReading, Telemetry, TextPair } from "../../../ports/index.js";
import { READINGS, type ReaderFolder } from "./reader-folder.js";
import { RecentlyUsed } from "./recently-used.js";
import { startWorker } from "./start-worker.js";
import { type PoolErrors, type Urgency, WorkerPool } from "./worker-pool.js";
import type { RuntimeChoice, WorkerReady } from "./worker-protocol.js";

interface BundledReaderOptions {
  readonly folder: ReaderFolder;
  /** Default `auto`: the native runtime where it is installed, else WebAssembly. */
  readonly runtime?: RuntimeChoice;
  /** Threads that share the work on one pair. Default 1. */
  readonly threads?: number;
  /** Readings kept, by digests of their pairs. Default 4,096, which takes about 1 MB. */
  readonly cachedPairs?: number;
  /** Counts the pairs that could not be read. */
  readonly telemetry?: Telemetry;
}

/**
 * The reader that comes with the package: an ONNX model in a worker thread of its own, which the first reading starts, so that a
 * process which never reads a pair pays nothing. Each pair runs through the graph alone, as the embedder's texts do.
 */
export function createBundledReader(options: BundledReaderOptions): PairReader {
  return new BundledReader(options);
}

type Reading = (typeof READINGS)[number];
const placeOf = (reading: Reading): number => READINGS.indexOf(reading);

interface Started {
  readonly pool: WorkerPool<TextPair>;
  readonly opened: Promise<unknown>;
}

class BundledReader implements PairReader {
  readonly #cache: RecentlyUsed;
  #started: Started | undefined;
  #profile: PairReaderProfile | undefined;
  /** Files do not mend themselves: what is wrong with them is said again without loading them again. */
  #damage: KeepsakeError | undefined;
  #closed = false;

  constructor(private readonly options: BundledReaderOptions) {
    this.#cache = new RecentlyUsed(options.cachedPairs ?? 4_096);
  }

  get profile(): PairReaderProfile {
    if (this.#profile === undefined) throw new KeepsakeError("CLOSED", "The reader is not open.");
    return this.#profile;
  }

  async open(): Promise<void> {
    this.#closed = false;
    this.#damage = undefined;
    await this.#start().opened;
  }

  async readRelations(
    pairs: readonly TextPair[],
    signal?: AbortSignal,
    urgent?: true,
  ): Promise<readonly RelationReading[]> {
    const readings = await this.#read("relations", pairs, urgent === true ? "urgent" : "background", signal);
    return readings.map((values) => ({ update: figureOf(values, "update"), same: figureOf(values, "same") }));
  }

  async readWorth(pairs: readonly TextPair[], signal?: AbortSignal): Promise<readonly number[]> {
    const readings = await this.#read("worth", pairs, "background", signal);
    return readings.map((values) => figureOf(values, "worth"));
  }

  async readAnswers(pairs: readonly TextPair[], signal?: AbortSignal): Promise<readonly number[]> {
    const readings = await this.#read("answers", pairs, "urgent", signal);
    return readings.map((values) => figureOf(values, "answers"));
  }

  async close(): Promise<void> {
    const started = this.#started;
    this.#closed = true;
    this.#started = undefined;
    this.#profile = undefined;
    await started?.pool.close();
  }

  /** What is asked while the model loads waits in the pool's queue, where a signal can take it out. */
  #start(): Started {
    if (this.#started !== undefined) return this.#started;
    const { folder, runtime = "auto", threads = 1 } = this.options;
    const pool = new WorkerPool<TextPair>(
      () => startWorker({ model: { does: "read", folder }, runtime, threads }),
      1,
      ERRORS,
    );
    const opened = pool.open();
    const started: Started = { pool, opened };
    this.#started = started;
    opened.then(
      (ready) => {
        if (this.#started === started) this.#profile = profileOf(folder, ready);
      },
      (thrown: unknown) => {
        if (this.#started !== started) return;
        this.#started = undefined; // the next reading tries again
        const error = toKeepsakeError(thrown);
        if (error.code === "CONFIG_INVALID") this.#damage = error;
      },
    );
    return started;
  }

  async #read(
    reading: string,
    pairs: readonly TextPair[],
    urgency: Urgency,
    signal: AbortSignal | undefined,
  ): Promise<readonly Float32Array[]> {
    const keys = pairs.map(keyOf);
    const known = new Map<string, Float32Array>();
    const unread = new Map<string, TextPair>();
    for (const [at, pair] of pairs.entries()) {
      const key = keys[at] ?? "";
      const values = this.#cache.find(key);
      if (values === undefined) unread.set(key, { first: pair.first, second: pair.second });
      else known.set(key, values);
    }
    try {
      if (this.#closed) throw ERRORS.closed();
      if (signal?.aborted) throw ERRORS.aborted();
      if (unread.size > 0) {
        if (this.#damage !== undefined) throw this.#damage;
        const answers = await this.#start().pool.submit([...unread.values()], urgency, signal);
        for (const [at, key] of [...unread.keys()].entries()) {
          const values = answers[at] ?? new Float32Array();
          known.set(key, values);
          this.#cache.put(key, values);
        }
      }
    } catch (thrown) {
      const { code } = toKeepsakeError(thrown);
      this.options.telemetry?.count("keepsake_pairs_unread", unread.size, { reading, reason: code });
      throw thrown;
    }
    return keys.map((key) => known.get(key) ?? new Float32Array());
  }
}

function figureOf(values: Float32Array, reading: Reading): number {
  const figure = values[placeOf(reading)];
  if (figure === undefined) throw new KeepsakeError("INTERNAL", "The reading thread gave no figures for a pair.");
  return figure;
}

/** A digest: the cache holds no text that somebody may want erased. */
function keyOf({ first, second }: TextPair): string {
  return createHash("sha256").update(`${first.length} ${first}${second}`).digest("base64");
}

function profileOf({ manifest }: ReaderFolder, { weightsDigest, runtime }: WorkerReady): PairReaderProfile {
  return { readerId: `${manifest.name}:${weightsDigest.slice(0, 12)}`, runtime };
}

const ERRORS: PoolErrors = {
  closed: () => new KeepsakeError("CLOSED", "The reader is closed."),
  aborted: () => new KeepsakeError("DEADLINE_EXCEEDED", "Reading a pair of texts was aborted before it was done."),
  failed: (reason) => new KeepsakeError("MODEL_UNAVAILABLE", `The reader failed on a pair of texts: ${reason}`),
  ended: (reason, cause) =>
    new KeepsakeError(
      "MODEL_UNAVAILABLE",
      `The reading thread ended unexpectedly (${reason}); it is replaced.`,
      {},
      { cause },
    ),
};
