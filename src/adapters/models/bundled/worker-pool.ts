import type { Worker } from "node:worker_threads";
import { KeepsakeError } from "../../../domain/index.js";
import type { FromWorker, ToWorker, WorkerInput, WorkerReady } from "./worker-protocol.js";

/** What is urgent is waited for by someone; the rest is done behind the scenes. */
export type Urgency = "urgent" | "background";

/** What a pool's own errors say: which model it is that does not answer. */
export interface PoolErrors {
  readonly closed: () => KeepsakeError;
  readonly aborted: () => KeepsakeError;
  /** Of one input. */
  readonly failed: (reason: string) => KeepsakeError;
  /** A thread is gone. */
  readonly ended: (reason: string, cause: unknown) => KeepsakeError;
}

interface Job<Input> {
  readonly input: Input;
  readonly resolve: (values: Float32Array) => void;
  readonly reject: (error: unknown) => void;
}

interface Seat<Input> {
  readonly worker: Worker;
  ready: boolean;
  job: Job<Input> | undefined;
}

/** Workers that fall over this often without finishing anything will not get better by themselves. */
const MAX_CRASHES_IN_A_ROW = 3;
const CLOSE_WAIT_MS = 2_000;

/**
 * Worker threads and the queue before them: what is urgent first, each sort in order of arrival; one input a thread at a time.
 * A thread that dies rejects its input as MODEL_UNAVAILABLE (retryable) and is replaced; what waited is done by the replacement.
 */
export class WorkerPool<Input extends WorkerInput> {
  readonly #queues: Record<Urgency, Set<Job<Input>>> = { urgent: new Set(), background: new Set() };
  readonly #seats = new Set<Seat<Input>>();
  #crashes = 0;
  #closed = false;

  constructor(
    private readonly spawn: () => Worker,
    private readonly size: number,
    private readonly errors: PoolErrors,
  ) {}

  /** Starts all threads; resolves when the first can answer, rejects with what kept it from loading. */
  open(): Promise<WorkerReady> {
    return new Promise((resolve, reject) => {
      for (let made = 0; made < this.size; made += 1) this.#takeSeat(resolve, reject);
    });
  }

  /**
   * Answers in the order of the inputs, or the first error.
   * Errors: MODEL_UNAVAILABLE, DEADLINE_EXCEEDED when `signal` aborts, CLOSED.
   */
  async submit(inputs: readonly Input[], urgency: Urgency, signal?: AbortSignal): Promise<Float32Array[]> {
    const { closed, aborted } = this.errors;
    if (this.#closed) throw closed();
    if (signal?.aborted) throw aborted();
    const queue = this.#queues[urgency];
    const jobs: Job<Input>[] = [];
    const answers = inputs.map(
      (input) => new Promise<Float32Array>((resolve, reject) => void jobs.push({ input, resolve, reject })),
    );
    const drop = (error: KeepsakeError): void => {
      for (const job of jobs) {
        queue.delete(job);
        job.reject(error); // one that is being computed already: the answer comes and nobody takes it
      }
    };
    // One listener for all inputs: a signal warns at the eleventh.
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

  /** What waits is rejected as CLOSED, what is being computed is let finish. Idempotent. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#rejectWaiting(this.errors.closed());
    await Promise.all([...this.#seats].map(({ worker }) => leave(worker)));
    this.#seats.clear();
  }

  #takeSeat(onReady?: (ready: WorkerReady) => void, onFailed?: (error: unknown) => void): void {
    const seat: Seat<Input> = { worker: this.spawn(), ready: false, job: undefined };
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
    seat.worker.on("error", (cause: unknown) => end(this.#ended(cause)));
    seat.worker.on("exit", (exitCode) => end(this.#ended(`exit code ${exitCode}`)));
  }

  #ended(cause: unknown): KeepsakeError {
    return this.errors.ended(cause instanceof Error ? cause.message : String(cause), cause);
  }

  #finish(seat: Seat<Input>, message: Extract<FromWorker, { id: number }>): void {
    const { job } = seat;
    seat.job = undefined;
    this.#crashes = 0;
    if (message.type === "values") job?.resolve(message.values);
    else job?.reject(this.errors.failed(message.message));
  }

  #bury(seat: Seat<Input>, error: KeepsakeError): void {
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
      post(seat.worker, { type: "infer", id: 0, input: job.input });
    }
    this.#holdProcess();
  }

  #takeJob(): Job<Input> | undefined {
    for (const queue of [this.#queues.urgent, this.#queues.background]) {
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

function post(worker: Worker, message: ToWorker): void {
  worker.postMessage(message);
}

/** Asks the thread to end and waits; a thread that does not listen is ended. */
function leave(worker: Worker): Promise<void> {
  return new Promise((resolve) => {
    worker.ref();
    const timer = setTimeout(() => void worker.terminate(), CLOSE_WAIT_MS);
    worker.once("exit", () => {
      clearTimeout(timer);
      resolve();
    });
    post(worker, { type: "close" });
  });
}
