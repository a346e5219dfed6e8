import { AsyncLocalStorage } from "node:async_hooks";
import { KeepsakeError } from "../../../../domain/index.js";

const LONGEST_PAUSE_MS = 50;

const pause = () => new Promise<void>((wake) => setTimeout(wake, Math.random() * LONGEST_PAUSE_MS));

/** What a database has been asked to do, from its opening to its closing. */
export class Calls<Opened> {
  /** The write that the code at hand runs in. */
  readonly #current = new AsyncLocalStorage<{ running: boolean }>();
  readonly #pending = new Set<Promise<unknown>>();
  #opened: Opened | undefined;
  #opening: Promise<void> | undefined;

  /** Idempotent. */
  async open(make: () => Promise<Opened>): Promise<void> {
    if (this.#opened !== undefined) return;
    this.#opening ??= make()
      .then((opened) => {
        this.#opened = opened;
      })
      .finally(() => {
        this.#opening = undefined;
      });
    await this.#opening;
  }

  /** Refuses further calls, finishes what was accepted, then ends what was opened. Idempotent. */
  async close(end: (opened: Opened) => Promise<unknown>): Promise<void> {
    await this.#opening;
    const opened = this.#opened;
    if (opened === undefined) return;
    this.#opened = undefined;
    await Promise.allSettled(this.#pending);
    await end(opened);
  }

  /** Runs what `close` waits for. CLOSED before `open` and after `close`. */
  async track<Result>(run: (opened: Opened) => Promise<Result>): Promise<Result> {
    const opened = this.#opened;
    if (opened === undefined) throw new KeepsakeError("CLOSED", "the store is not open");
    const running = run(opened);
    this.#pending.add(running);
    try {
      return await running;
    } finally {
      this.#pending.delete(running);
    }
  }

  /** A write; INTERNAL inside another. */
  accept<Result>(run: (opened: Opened) => Promise<Result>): Promise<Result> {
    if (this.#current.getStore()?.running === true) {
      const message = "a write was begun inside another write, which it would wait for for ever";
      return Promise.reject(new KeepsakeError("INTERNAL", message));
    }
    return this.track(run);
  }

  /** Runs the work of a write. What it leaves behind, a timer say, may write once the work has ended. */
  async within<Result>(work: () => Promise<Result>): Promise<Result> {
    const job = { running: true };
    try {
      return await this.#current.run(job, work);
    } finally {
      job.running = false;
    }
  }
}

/** Tries again, until the instant (of `performance.now`), what the server gave up in favour of another transaction. */
export async function retrying<Result>(
  giveUpAt: number,
  isWorthRetrying: (cause: unknown) => boolean,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const cause = error instanceof KeepsakeError ? error.cause : undefined;
      if (!isWorthRetrying(cause) || performance.now() > giveUpAt) throw error;
      await pause();
    }
  }
}
