import { KeepsakeError, SECOND_MS, toKeepsakeError } from "../../domain/index.js";
import type { ServiceTurns, Telemetry } from "../../ports/index.js";
import {
  askedToWaitMs,
  CallGate,
  type GateLimits,
  type GateTime,
  isBusy,
  realTime,
  WAITING_SHARE,
} from "./call-gate.js";
import { PAUSE_SECONDS } from "./model-pause.js";

export interface ServiceLimits extends GateLimits {
  /** Time limit of one call; a call waits for its place for half of it at most. */
  readonly timeoutMs: number;
  /** The longest pause after calls that failed one after the other. Default 30. */
  readonly pauseSeconds?: number;
}

interface ServiceSurroundings {
  /** As operators know it: `embedder`, `nextEmbedder`, `reranker`. */
  readonly service: string;
  readonly telemetry: Telemetry;
  readonly time?: GateTime;
}

/** What is answered to every call: a wrong key or address, no quota left. */
const REFUSES_ALL: ReadonlySet<number> = new Set([401, 403, 404, 408, 429]);

/** Whether the service is in trouble, and not only this call: it did not answer, not in time, or with a failure of its own, or lets nobody in. */
function isOutage({ code, details }: KeepsakeError): boolean {
  if (code === "DEADLINE_EXCEEDED") return true;
  const { status } = details;
  return code === "MODEL_UNAVAILABLE" && (typeof status !== "number" || status >= 500 || REFUSES_ALL.has(status));
}

/**
 * Turns at an embedding or rerank service. One failure alone stops nothing; from the second in a row on, calls are refused at once for 1, 2, 4…
 * seconds, up to the longest pause: whoever asks goes on without the service sooner than it could time out. The call after a pause tries again.
 */
class LimitedTurns implements ServiceTurns {
  readonly #limits: ServiceLimits;
  readonly #surroundings: ServiceSurroundings;
  readonly #time: GateTime;
  readonly #gate: CallGate;
  #failures = 0;
  #lastFailure = "";
  /** How many calls began, and how many had begun at the last failure that counted. */
  #begun = 0;
  #begunAtFailure = 0;
  #pausedUntil = Number.NEGATIVE_INFINITY;
  /** The server named an instant before which it wants no call. */
  #askedUntil = Number.NEGATIVE_INFINITY;

  constructor(limits: ServiceLimits, surroundings: ServiceSurroundings) {
    this.#limits = limits;
    this.#surroundings = surroundings;
    this.#time = surroundings.time ?? realTime;
    this.#gate = new CallGate(limits, this.#time);
  }

  async take<Result>(line: string, work: () => Promise<Result>, signal?: AbortSignal): Promise<Result> {
    await this.#enter(line, signal);
    const call = ++this.#begun;
    try {
      const result = await work();
      this.#failures = 0;
      return result;
    } catch (thrown) {
      // a call that its caller ended says nothing about the service
      if (signal?.aborted !== true) this.#note(thrown, call);
      throw thrown;
    } finally {
      this.#gate.leave();
    }
  }

  async #enter(line: string, signal: AbortSignal | undefined): Promise<void> {
    const { service, telemetry } = this.#surroundings;
    const waitMs = this.#limits.timeoutMs * WAITING_SHARE;
    try {
      const now = this.#time.now();
      const pauseMs = Math.max(this.#pausedUntil - now, this.#askedUntil - now > waitMs ? this.#askedUntil - now : 0);
      if (pauseMs > 0) throw this.#paused(pauseMs);
      const waited = await this.#gate.enter(line, waitMs, signal);
      telemetry.observe("keepsake_service_wait_ms", waited, { service });
    } catch (thrown) {
      telemetry.count("keepsake_service_turned_away", 1, { service });
      const refused = toKeepsakeError(thrown);
      if (!isBusy(refused)) throw refused;
      if (signal?.aborted === true)
        throw new KeepsakeError("DEADLINE_EXCEEDED", `the ${service} had no free place for this call in time`);
      throw new KeepsakeError("MODEL_UNAVAILABLE", `the ${service} has no free place for this call in time`);
    }
  }

  #paused(milliseconds: number): KeepsakeError {
    const { service } = this.#surroundings;
    const message = `the ${service} is left alone for a while: ${this.#lastFailure}`;
    return new KeepsakeError("MODEL_UNAVAILABLE", message, {
      retryAfterSeconds: Math.ceil(milliseconds / SECOND_MS),
    });
  }

  /** Calls that ran side by side fail together: they are one failure. */
  #note(thrown: unknown, call: number): void {
    const failure = toKeepsakeError(thrown);
    this.#lastFailure = failure.message;
    const now = this.#time.now();
    const askedMs = askedToWaitMs(failure);
    if (askedMs !== undefined) {
      this.#gate.hold(askedMs);
      this.#askedUntil = Math.max(this.#askedUntil, now + askedMs);
    } else if (isOutage(failure) && call > this.#begunAtFailure) {
      this.#begunAtFailure = this.#begun;
      this.#failures += 1;
      if (this.#failures < 2) return;
      const seconds = Math.min(2 ** (this.#failures - 2), this.#limits.pauseSeconds ?? PAUSE_SECONDS);
      this.#pausedUntil = now + seconds * SECOND_MS;
      const { service, telemetry } = this.#surroundings;
      telemetry.log("warn", "service.paused", { service, seconds, code: failure.code, reason: failure.message });
    }
  }
}

export function createServiceTurns(limits: ServiceLimits, surroundings: ServiceSurroundings): ServiceTurns {
  return new LimitedTurns(limits, surroundings);
}
