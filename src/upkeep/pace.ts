import { setTimeout as sleep } from "node:timers/promises";

const LONGEST_PAUSE_MS = 5_000;

/** Keeps work in the background to a share of the time, so that callers find the machine and the store free for the rest of it. */
export class Pace {
  readonly #share: number;
  readonly #signal: AbortSignal;
  #startedAt = performance.now();

  /** @param share above 0, up to 1: no pauses */
  constructor(share: number, signal: AbortSignal) {
    this.#share = share;
    this.#signal = signal;
  }

  /** Called after each piece of work: pauses for as long as that piece makes it. A signal that falls ends the pause. */
  async pause(): Promise<void> {
    const workedMs = performance.now() - this.#startedAt;
    const pauseMs = Math.min(LONGEST_PAUSE_MS, workedMs * (1 / this.#share - 1));
    if (pauseMs >= 1 && !this.#signal.aborted) {
      await sleep(pauseMs, undefined, { signal: this.#signal }).catch((thrown: unknown) => {
        if (!this.#signal.aborted) throw thrown;
      });
    }
    this.#startedAt = performance.now();
  }
}
