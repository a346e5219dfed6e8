import { AsyncLocalStorage } from "node:async_hooks";
import { KeepsakeError } from "../../../domain/index.js";
import type { Connection } from "./connection.js";
import { isBusy, toStoreError, translateSqliteError } from "./sqlite-errors.js";

/** Jobs that share one commit at most: bounds how long the lock is held and how much one failed commit takes down. */
const MAX_BATCH = 128;
/** After holding the lock this long without a pause, the writer lets other processes in. */
const FAIR_SHARE_MS = 50;
const FAIR_PAUSE_MS = 4;
const LONGEST_RETRY_MS = 12;

interface Job {
  readonly run: () => Promise<void>;
  readonly resolve: () => void;
  readonly reject: (error: unknown) => void;
  readonly giveUpAt: number;
}

export interface WriterOptions {
  readonly connection: Connection;
  readonly busyTimeoutMs: number;
  /** Called after each commit; throws nothing. */
  readonly afterCommit: () => void;
}

const sleep = (ms: number) => new Promise<void>((wake) => setTimeout(wake, ms));

/**
 * The one way to write. Jobs run one after the other, each in a savepoint, and whatever has gathered by then shares one
 * BEGIN IMMEDIATE … COMMIT, hence one fsync. A job resolves only after the commit; a job that fails takes back only itself.
 * Waiting for another process's lock never blocks the event loop for more than a few milliseconds at a time.
 */
export class Writer {
  readonly #options: WriterOptions;
  readonly #queue: Job[] = [];
  #running: Promise<void> | undefined;
  #heldSince = 0;
  /** The job that the code at hand runs in. */
  readonly #current = new AsyncLocalStorage<{ running: boolean }>();

  constructor(options: WriterOptions) {
    this.#options = options;
  }

  /**
   * @throws whatever `work` throws; STORE_BUSY, STORE_FULL… when the commit fails: then nothing of it was kept.
   * INTERNAL inside another job, which it would wait for for ever.
   */
  async write<Result>(work: (connection: Connection) => Result | Promise<Result>): Promise<Result> {
    if (this.#current.getStore()?.running === true) {
      throw new KeepsakeError("INTERNAL", "a write was begun inside another write, which it would wait for for ever");
    }
    let outcome: { readonly result: Result } | undefined;
    await new Promise<void>((resolve, reject) => {
      const run = async () => {
        outcome = { result: await this.#within(work) };
      };
      this.#queue.push({ run, resolve, reject, giveUpAt: performance.now() + this.#options.busyTimeoutMs });
      this.#running ??= this.#drain();
    });
    if (outcome === undefined) throw new KeepsakeError("INTERNAL", "a write ended without a result");
    return outcome.result;
  }

  /** Waits until everything that was asked for has been committed or refused. */
  async settle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  /** What the work leaves behind, a timer say, may write once the work has ended. */
  async #within<Result>(work: (connection: Connection) => Result | Promise<Result>): Promise<Result> {
    const job = { running: true };
    try {
      return await this.#current.run(job, () => work(this.#options.connection));
    } finally {
      job.running = false;
    }
  }

  async #drain(): Promise<void> {
    await Promise.resolve(); // lets the writes of this turn of the event loop gather
    while (this.#queue.length > 0) {
      if (await this.#begin()) await this.#runBatch();
      await this.#letOthersIn();
    }
    this.#running = undefined;
  }

  /** Takes the lock, in short tries; false when every waiting job has given up. */
  async #begin(): Promise<boolean> {
    for (let attempt = 0; this.#queue.length > 0; attempt++) {
      try {
        this.#options.connection.script("BEGIN IMMEDIATE");
        if (this.#heldSince === 0) this.#heldSince = performance.now();
        return true;
      } catch (error) {
        if (!isBusy(error)) {
          this.#refuse(this.#queue.splice(0), toStoreError(error));
          return false;
        }
        this.#refuseOverdue(error);
        this.#heldSince = 0;
        await sleep(1 + Math.random() * Math.min(LONGEST_RETRY_MS, 2 + attempt));
      }
    }
    return false;
  }

  #refuseOverdue(cause: unknown): void {
    const now = performance.now();
    while (this.#queue[0] !== undefined && this.#queue[0].giveUpAt <= now)
      this.#refuse(this.#queue.splice(0, 1), toStoreError(cause));
  }

  #refuse(jobs: readonly Job[], error: KeepsakeError): void {
    for (const job of jobs) job.reject(error);
  }

  async #runBatch(): Promise<void> {
    const { connection, afterCommit } = this.#options;
    const done: Job[] = [];
    try {
      for (let count = 0; count < MAX_BATCH; count++) {
        const job = this.#queue.shift();
        if (job === undefined) break;
        if (await this.#runJob(job)) done.push(job);
      }
      connection.script("COMMIT");
    } catch (error) {
      if (connection.inTransaction) connection.script("ROLLBACK");
      this.#refuse(done, toStoreError(error));
      return;
    }
    afterCommit();
    for (const job of done) job.resolve();
  }

  /** True when the job's changes are in the open transaction. Throws when SQLite has undone the whole transaction. */
  async #runJob(job: Job): Promise<boolean> {
    const { connection } = this.#options;
    try {
      connection.script("SAVEPOINT job");
      await job.run();
      connection.script("RELEASE job");
      return true;
    } catch (error) {
      const failure = translateSqliteError(error);
      job.reject(failure); // first: if taking back fails too, nobody else would answer this caller
      if (connection.inTransaction) connection.script("ROLLBACK TO job; RELEASE job");
      // A full disk or a failed read can end the transaction under us: those before this job are lost with it.
      if (!connection.inTransaction) throw failure;
      return false;
    }
  }

  /** Between two batches other processes need a moment in which the lock is free. */
  async #letOthersIn(): Promise<void> {
    if (this.#queue.length === 0 || performance.now() - this.#heldSince < FAIR_SHARE_MS) return;
    this.#heldSince = 0;
    await sleep(FAIR_PAUSE_MS);
  }
}
