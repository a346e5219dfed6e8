import { KeepsakeError } from "../domain/index.js";

/** What the client needs of the world around it; injected, so that tests own the time and the chance. */
export interface ClientEnvironment {
  readonly fetch: typeof fetch;
  /** Epoch ms. */
  readonly now: () => number;
  /**
   * Runs once after so many ms; the answer cancels it. Somebody waits for it, so it must keep the process alive; in the `background` nobody
   * does, and it must not.
   */
  readonly schedule: (delayMs: number, run: () => void, where?: "background") => () => void;
  /** 0 ≤ x < 1 */
  readonly random: () => number;
  /** A text that nobody else makes. */
  readonly newId: () => string;
}

/** Browsers have numbers for timers, which keep nothing alive. */
function schedule(delayMs: number, run: () => void, where?: "background"): () => void {
  const timer: unknown = setTimeout(run, delayMs);
  const isAwaited = where !== "background";
  if (
    !isAwaited &&
    typeof timer === "object" &&
    timer !== null &&
    "unref" in timer &&
    typeof timer.unref === "function"
  ) {
    timer.unref();
  }
  return () => clearTimeout(timer as ReturnType<typeof setTimeout>);
}

/** `randomUUID` is there in secure contexts only; random bytes are everywhere. */
function newId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

export const PLATFORM: ClientEnvironment = {
  // not bound, browsers refuse it; read at the call, a fetch that was replaced later is used
  fetch: (input, init) => globalThis.fetch(input, init),
  now: () => Date.now(),
  schedule,
  random: () => Math.random(),
  newId,
};

/** Resolves after so many ms. @throws what the signal was aborted with, as soon as it is */
export function pause(environment: ClientEnvironment, delayMs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted === true) {
      reject(abortError(signal));
      return;
    }
    const onAbort = (): void => {
      cancel();
      if (signal !== undefined) reject(abortError(signal));
    };
    const cancel = environment.schedule(delayMs, () => {
      signal?.removeEventListener("abort", onAbort);
      resolve();
    });
    signal?.addEventListener("abort", onAbort, { once: true });
  });
}

/** The caller gave up: as an error of the catalogue, whatever the signal carries. */
export function abortError(signal: AbortSignal): KeepsakeError {
  if (signal.reason instanceof KeepsakeError) return signal.reason;
  return new KeepsakeError("DEADLINE_EXCEEDED", "The caller gave the call up.", {}, { cause: signal.reason });
}

/**
 * One signal for several, let go of after use: `AbortSignal.any` over a signal that lives as long as the client would keep every call
 * that ever was.
 */
export function linkSignals(signals: readonly (AbortSignal | undefined)[]): {
  readonly controller: AbortController;
  readonly release: () => void;
} {
  const controller = new AbortController();
  const releases = signals.map((signal) => {
    if (signal === undefined) return () => undefined;
    const onAbort = (): void => controller.abort(signal.reason);
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    return () => signal.removeEventListener("abort", onAbort);
  });
  return { controller, release: () => releases.forEach((release) => void release()) };
}

/** The work's end, or the signal's, whichever comes first. */
export async function within<Result>(work: Promise<Result>, signal: AbortSignal): Promise<Result> {
  let release = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    const onAbort = (): void => reject(abortError(signal));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    release = () => signal.removeEventListener("abort", onAbort);
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    release();
  }
}
