import { KeepsakeError, toKeepsakeError } from "../../../domain/index.js";
import type { Telemetry, VectorEngine } from "../../../ports/index.js";

/** Codes that are no fault of what was asked: the engine is then left alone for a while, so that nobody else waits for its time-outs. */
const OUTAGES: ReadonlySet<string> = new Set(["UNAVAILABLE", "CONFIG_INVALID"]);

export function isOutage(thrown: unknown): boolean {
  return OUTAGES.has(toKeepsakeError(thrown).code);
}

/**
 * Whether the engine is worth asking. One call that gets no answer lets it rest; from then on only this asks it, now and then and with nobody
 * waiting, until it answers.
 */
export class EngineHealth {
  readonly #engine: VectorEngine;
  readonly #telemetry: Telemetry;
  readonly #restMs: number;
  readonly #onReady: () => void;
  #failure: KeepsakeError | undefined;
  #timer: NodeJS.Timeout | undefined;
  #probing: Promise<void> | undefined;
  #closed = false;

  /** @param onReady called whenever it answers for the first time, and after each rest */
  constructor(engine: VectorEngine, telemetry: Telemetry, restMs: number, onReady: () => void) {
    this.#engine = engine;
    this.#telemetry = telemetry;
    this.#restMs = restMs;
    this.#onReady = onReady;
  }

  /** Why it rests; undefined while it answers. */
  get failure(): KeepsakeError | undefined {
    return this.#failure;
  }

  /** Opens it. What does not open rests, and whoever opened goes on without it. */
  open(): Promise<void> {
    this.#closed = false;
    return this.#probe();
  }

  /** Asks it now where it rests. */
  async ask(): Promise<void> {
    if (this.#failure !== undefined && !this.#closed) await this.#probe();
  }

  /** The call itself, unless the engine rests. @throws what the call throws, UNAVAILABLE or CONFIG_INVALID at once while it rests */
  async call<Result>(work: () => Promise<Result>): Promise<Result> {
    const resting = this.#failure;
    if (resting !== undefined) {
      const { code, message } = resting;
      throw new KeepsakeError(code, `${this.#engine.name} rests after a failure: ${message}`, {}, { cause: resting });
    }
    try {
      return await work();
    } catch (thrown) {
      if (isOutage(thrown)) this.#rest(toKeepsakeError(thrown));
      throw thrown;
    }
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#probing;
  }

  #rest(failure: KeepsakeError): void {
    if (this.#failure === undefined) {
      const { code, message } = failure;
      this.#telemetry.log("warn", "vectors.engine_rests", { engine: this.#engine.name, code, message });
      this.#telemetry.count("keepsake_vector_engine_rests", 1, { engine: this.#engine.name });
    }
    this.#failure = failure;
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#probe(), this.#restMs);
    this.#timer.unref();
  }

  #probe(): Promise<void> {
    this.#probing ??= this.#open().finally(() => {
      this.#probing = undefined;
    });
    return this.#probing;
  }

  async #open(): Promise<void> {
    try {
      await this.#engine.open();
    } catch (thrown) {
      this.#rest(toKeepsakeError(thrown));
      return;
    }
    if (this.#closed) return;
    const isBack = this.#failure !== undefined;
    this.#failure = undefined;
    if (isBack) this.#telemetry.log("info", "vectors.engine_answers", { engine: this.#engine.name });
    this.#onReady();
  }
}
