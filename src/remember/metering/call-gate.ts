import { KeepsakeError, SECOND_MS, toKeepsakeError } from "../../domain/index.js";
import type { ChatModel, EngineParts, ModelTerms } from "../../ports/index.js";

const BUSY = "model-busy";
const MINUTE_MS = 60 * SECOND_MS;
/** What a server asks for beyond this is not waited for in a call. */
const LONGEST_HOLD_MS = 300 * SECOND_MS;
const TIMEOUT_MS = 30 * SECOND_MS;
/** Of a call's time limit; the rest is the model's to answer in. */
export const WAITING_SHARE = 0.5;

/** Instants and timers, so that tests need not wait. Milliseconds of any origin that never go back. */
export interface GateTime {
  now(): number;
  after(milliseconds: number, work: () => void): () => void;
}

export const realTime: GateTime = {
  now: () => performance.now(),
  // whoever waits is awaited, so it holds the process; where nobody waits no timer stands
  after(milliseconds, work) {
    const timer = setTimeout(work, milliseconds);
    return () => clearTimeout(timer);
  },
};

export interface GateLimits {
  readonly maxParallelCalls?: number;
  readonly maxCallsPerMinute?: number;
}

interface Waiting {
  readonly enter: () => void;
}

/**
 * Lets calls of one model through: so many at a time, so many in any minute, none before the instant that its server named. Tenants take
 * turns, and within a tenant who came first, so that one with very much to read holds up no other.
 */
export class CallGate {
  readonly #limits: GateLimits;
  readonly #time: GateTime;
  /** By tenant, in the order of their turns: whose turn it was goes to the end. */
  readonly #queues = new Map<string, Waiting[]>();
  /** When the calls of the last minute began, oldest first. */
  readonly #begun: number[] = [];
  #running = 0;
  #heldUntil = Number.NEGATIVE_INFINITY;
  #stopTimer: (() => void) | undefined;

  constructor(limits: GateLimits, time: GateTime = realTime) {
    this.#limits = limits;
    this.#time = time;
  }

  /** Resolves when the call may begin, with how long it waited; each must be followed by `leave`. RATE_LIMITED after `waitMs`, or by the signal. */
  async enter(tenant: string, waitMs: number, signal?: AbortSignal): Promise<number> {
    const since = this.#time.now();
    if (signal?.aborted === true) throw busy();
    await new Promise<void>((resolve, reject) => {
      const waiting: Waiting = {
        enter: () => {
          end();
          resolve();
        },
      };
      const giveUp = (): void => {
        end();
        this.#drop(tenant, waiting);
        reject(busy());
      };
      const stop = this.#time.after(waitMs, giveUp);
      const end = (): void => {
        stop();
        signal?.removeEventListener("abort", giveUp);
      };
      signal?.addEventListener("abort", giveUp, { once: true });
      this.#queues.set(tenant, [...(this.#queues.get(tenant) ?? []), waiting]);
      this.#admit();
    });
    return this.#time.now() - since;
  }

  leave(): void {
    this.#running -= 1;
    this.#admit();
  }

  /** The server asked to be left alone for so long. */
  hold(milliseconds: number): void {
    this.#heldUntil = Math.max(this.#heldUntil, this.#time.now() + Math.min(milliseconds, LONGEST_HOLD_MS));
  }

  #drop(tenant: string, waiting: Waiting): void {
    const rest = (this.#queues.get(tenant) ?? []).filter((each) => each !== waiting);
    if (rest.length === 0) this.#queues.delete(tenant);
    else this.#queues.set(tenant, rest);
    if (this.#queues.size > 0) return;
    this.#stopTimer?.();
    this.#stopTimer = undefined;
  }

  #admit(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
    while (this.#queues.size > 0 && this.#running < (this.#limits.maxParallelCalls ?? Number.POSITIVE_INFINITY)) {
      const waitMs = this.#untilRoom();
      if (waitMs > 0) {
        this.#stopTimer = this.#time.after(waitMs, () => this.#admit());
        return;
      }
      this.#next()?.enter();
    }
  }

  #next(): Waiting | undefined {
    const [turn] = this.#queues;
    if (turn === undefined) return undefined;
    const [tenant, [waiting, ...rest]] = turn;
    this.#queues.delete(tenant);
    if (rest.length > 0) this.#queues.set(tenant, rest);
    this.#running += 1;
    if (this.#limits.maxCallsPerMinute !== undefined) this.#begun.push(this.#time.now());
    return waiting;
  }

  /** How long until the minute, and the server, have room for one more call. */
  #untilRoom(): number {
    const now = this.#time.now();
    const { maxCallsPerMinute } = this.#limits;
    while ((this.#begun[0] ?? now) <= now - MINUTE_MS) this.#begun.shift();
    const oldest = this.#begun[0];
    const isFull = maxCallsPerMinute !== undefined && this.#begun.length >= maxCallsPerMinute;
    const inMinute = isFull && oldest !== undefined ? oldest + MINUTE_MS - now : 0;
    return Math.max(inMinute, this.#heldUntil - now, 0);
  }
}

function busy(): KeepsakeError {
  return new KeepsakeError("RATE_LIMITED", "the language model has no free place for this call in time", {
    reason: BUSY,
  });
}

/** Whether a call was not made because the model had no free place for it in time: nothing about what it was to be asked. */
export function isBusy(thrown: KeepsakeError): boolean {
  return thrown.details.reason === BUSY;
}

/** Of this process: others have their own, so that the limits count for each. */
const gates = new WeakMap<ChatModel, CallGate>();

function gateOf(model: ChatModel, { maxParallelCalls, maxCallsPerMinute }: Partial<ModelTerms>): CallGate {
  const known = gates.get(model);
  if (known !== undefined) return known;
  const made = new CallGate({
    ...(maxParallelCalls === undefined ? {} : { maxParallelCalls }),
    ...(maxCallsPerMinute === undefined ? {} : { maxCallsPerMinute }),
  });
  gates.set(model, made);
  return made;
}

/** 429 and its like: the details that adapters give. */
export function askedToWaitMs(thrown: unknown): number | undefined {
  const { code, details } = toKeepsakeError(thrown);
  const seconds = details.retryAfterSeconds;
  if (code !== "MODEL_UNAVAILABLE" || typeof seconds !== "number" || seconds <= 0) return undefined;
  return Math.min(seconds * SECOND_MS, LONGEST_HOLD_MS);
}

/**
 * Does the work when the model has a place for it. What its server asks for by Retry-After holds for everyone, whatever they ask it for.
 * @throws RATE_LIMITED (no place within half of the call's time limit), and whatever the work throws
 */
export async function inTurn<Result>(
  parts: Pick<EngineParts, "modelTerms" | "telemetry">,
  call: { readonly model: ChatModel; readonly tenant: string; readonly purpose: string; readonly signal?: AbortSignal },
  work: () => Promise<Result>,
): Promise<Result> {
  const { telemetry, modelTerms } = parts;
  const { model, tenant, purpose, signal } = call;
  const gate = gateOf(model, modelTerms ?? {});
  const waitMs = (modelTerms?.timeoutMs ?? TIMEOUT_MS) * WAITING_SHARE;
  try {
    telemetry.observe("keepsake_model_wait_ms", await gate.enter(tenant, waitMs, signal), { purpose });
  } catch (thrown) {
    telemetry.count("keepsake_model_turned_away", 1, { purpose });
    throw thrown;
  }
  try {
    return await work();
  } catch (thrown) {
    const heldMs = askedToWaitMs(thrown);
    if (heldMs !== undefined) gate.hold(heldMs);
    throw thrown;
  } finally {
    gate.leave();
  }
}
