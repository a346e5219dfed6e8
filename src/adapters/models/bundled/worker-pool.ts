import type { Worker } from "node:worker_threads";
import { KeepsakeError } from "../../../domain/index.js";
import type { FromWorker, ToWorker, WorkerReady } from "./worker-protocol.js";

/** Queries are waited for by someone; passages are indexed behind the scenes. */
export type Urgency = "query" | "passage";

interface Job {
  readonly text: string;
  readonly resolve: (vector: Float32Array) => void;
  readonly reject: (error: unknown) => void;
}

interface Seat {
  readonly worker: Worker;
  ready: boolean;
  job: Job | undefined;
}

/** Workers that fall over this often without finishing anything will not get better by themselves. */
const MAX_CRASHES_IN_A_ROW = 3;
const CLOSE_WAIT_MS = 2_000;

/**
 * Worker threads and the queue before them: queries first, then passages, each in order of arrival; one text a thread at a time.
 * A thread that dies rejects its text as MODEL_UNAVAILABLE (retryable) and is replaced; what waited is done by the replacement.
 */
export class WorkerPool {
  readonly #queues: Record<Urgency, Set<Job>> = { query: new Set(), passage: new Set() };
  readonly #seats = new Set<Seat>();
  #crashes = 0;
  #closed = false;

  constructor(
    private readonly spawn: () => Worker,
    private readonly size: number,
  ) {}

  /** Starts all threads; resolves when the first can answer, rejects with what kept it from loading. */
  open(): Promise<WorkerReady> {
    return new Promise((resolve, reject) => {
      for (let made = 0; made < this.size; made += 1) this.#takeSeat(resolve, reject);
    });
  }

  /**
   * Vectors in the order of the texts, or the first error.
   * Errors: MODEL_UNAVAILABLE, DEADLINE_EXCEEDED when `signal` aborts, CLOSED.
   */
  async submit(texts: readonly string[], urgency: Urgency, signal?: AbortSignal): Promise<Float32Array[]> {
    if (this.#closed) throw closed();
    if (signal?.aborted) throw aborted();
    const queue = this.#queues[urgency];
    const jobs: Job[] = [];
    const answers = texts.map(
      (text) => new Promise<Float32Array>((resolve, reject) => void jobs.push({ text, resolve, reject })),
    );
    const drop = (error: KeepsakeError): void => {
      for (const job of jobs) {
        queue.delete(job);
        job.reject(error); // one that is being computed already: the answer comes and nobody takes it
      }
    };
    // One listener for all texts: a signal warns at the eleventh.
    const abort = (): void => drop(aborted());
    signal?.addEventListener("abort", abort, { once: true });
    for (const job of jobs) queue.add(job);
    if (this.#seats.size === 0) this.#takeSeat();
    this.#dispatch();
    try {
      return await Promise.all(answers);
    } finally {
      signal?.removeEventListener("abort", abort);
      drop(aborted()); // after an error, what is left of the call must not be computed for nobody
    }
  }

  /** Waiting texts are rejected as CLOSED, those being computed are let finish. Idempotent. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#rejectWaiting(closed());
    await Promise.all([...this.#seats].map((seat) => leave(seat)));
    this.#seats.clear();
  }

  #takeSeat(onReady?: (ready: WorkerReady) => void, onFailed?: (error: unknown) => void): void {
    const seat: Seat = { worker: this.spawn(), ready: false, job: undefined };
    this.#seats.add(seat);
    const end = (error: KeepsakeError): void => {
      if (!this.#seats.delete(seat)) return; // "error" is followed by "exit"
      onFailed?.(error);
      this.#bury(seat, error);
    };
    seat.worker.on("message", (message: FromWorker) => {
      if (message.type === "failed") return end(new KeepsakeError(message.code, message.message));
      if (message.type === "ready") {
        seat.ready = true;
        onReady?.(message);
      } else {
        this.#finish(seat, message);
      }
      return this.#dispatch();
    });
    seat.worker.on("error", (cause: unknown) => end(crashed(cause)));
    seat.worker.on("exit", (exitCode) => end(crashed(`exit code ${exitCode}`)));
  }

  #finish(seat: Seat, message: Extract<FromWorker, { id: number }>): void {
    const { job } = seat;
    seat.job = undefined;
    this.#crashes = 0;
    if (message.type === "vector") job?.resolve(message.values);
    else
      job?.reject(new KeepsakeError("MODEL_UNAVAILABLE", `The embedding model failed on a text: ${message.message}`));
  }

  #bury(seat: Seat, error: KeepsakeError): void {
    seat.job?.reject(error);
    if (this.#closed) return;
    this.#crashes += 1;
    const hopeless = !seat.ready || this.#crashes >= MAX_CRASHES_IN_A_ROW;
    if (!hopeless) {
      this.#takeSeat();
      return;
    }
    // The next request tries again with a new thread.
    this.#crashes = 0;
    if (this.#seats.size === 0) this.#rejectWaiting(error);
  }

  #dispatch(): void {
    for (const seat of this.#seats) {
      if (!seat.ready || seat.job !== undefined) continue;
      const job = this.#takeJob();
      if (job === undefined) break;
      seat.job = job;
      post(seat, { type: "embed", id: 0, text: job.text });
    }
    this.#holdProcess();
  }

  #takeJob(): Job | undefined {
    for (const queue of [this.#queues.query, this.#queues.passage]) {
      const [job] = queue;
      if (job === undefined) continue;
      queue.delete(job);
      return job;
    }
    return undefined;
  }

  /** Threads that have nothing to do must not keep a process alive whose owner forgot to close. */
  #holdProcess(): void {
    for (const seat of this.#seats) {
      if (seat.job === undefined && seat.ready) seat.worker.unref();
      else seat.worker.ref();
    }
  }

  #rejectWaiting(error: KeepsakeError): void {
    for (const queue of Object.values(this.#queues)) {
      for (const job of queue) job.reject(error);
      queue.clear();
    }
  }
}

function post(seat: Seat, message: ToWorker): void {
  seat.worker.postMessage(message);
}

/** Asks the thread to end and waits; a thread that does not listen is ended. */
function leave(seat: Seat): Promise<void> {
  return new Promise((resolve) => {
    seat.worker.ref();
    const timer = setTimeout(() => void seat.worker.terminate(), CLOSE_WAIT_MS);
    seat.worker.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    post(seat, { type: "close" });
  });
}

function closed(): KeepsakeError {
  return new KeepsakeError("CLOSED", "The embedder is closed.");
}

function aborted(): KeepsakeError {
  return new KeepsakeError("DEADLINE_EXCEEDED", "Embedding was aborted before it was done.");
}

function crashed(cause: unknown): KeepsakeError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new KeepsakeError(
    "MODEL_UNAVAILABLE",
    `The embedding thread ended unexpectedly (${reason}); it is replaced.`,
    {},
    { cause },
  );
}
