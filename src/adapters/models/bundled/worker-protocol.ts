import type { ErrorCode } from "../../../domain/index.js";
import type { TextPair } from "../../../ports/index.js";
import type { ModelFolder } from "./model-folder.js";
import type { ReaderFolder } from "./reader-folder.js";

export type RuntimeChoice = "auto" | "native" | "wasm";

/** Which runtime runs a graph, and how. */
export interface RuntimeSetup {
  readonly runtime: RuntimeChoice;
  readonly threads: number;
}

/** What a worker thread is started with. */
export interface WorkerSetup extends RuntimeSetup {
  readonly model:
    | { readonly does: "embed"; readonly folder: ModelFolder }
    | { readonly does: "read"; readonly folder: ReaderFolder };
  /** One 32-bit number, shared: 1 while the thread is inside the runtime. See `waitUntilIdle`. */
  readonly busy: SharedArrayBuffer;
}

/** What a thread answers by numbers: a text by its vector, a pair by its reading. */
export type WorkerInput = string | TextPair;

export type ToWorker =
  | { readonly type: "infer"; readonly id: number; readonly input: WorkerInput }
  | { readonly type: "close" };

export interface WorkerReady {
  readonly type: "ready";
  readonly runtime: "onnx-native" | "onnx-wasm";
  /** SHA-256 of model.onnx, hexadecimal. */
  readonly weightsDigest: string;
  /** How many numbers each answer has. */
  readonly dimension: number;
}

export type FromWorker =
  | WorkerReady
  /** The model could not be loaded; the worker ends. */
  | { readonly type: "failed"; readonly code: ErrorCode; readonly message: string }
  | { readonly type: "values"; readonly id: number; readonly values: Float32Array }
  | { readonly type: "error"; readonly id: number; readonly message: string };

/** Marks the time that a thread spends inside the runtime. */
export async function whileBusy<Result>(busy: SharedArrayBuffer, work: () => Promise<Result>): Promise<Result> {
  const flag = new Int32Array(busy);
  Atomics.store(flag, 0, 1);
  try {
    return await work();
  } finally {
    Atomics.store(flag, 0, 0);
    Atomics.notify(flag, 0);
  }
}

/**
 * Blocks until the thread has left the runtime, at most `timeoutMs`. A process that exits while a thread is inside the
 * native library is aborted by it (exit code 134), so the exit waits for the text at hand.
 */
export function waitUntilIdle(busy: SharedArrayBuffer, timeoutMs: number): void {
  Atomics.wait(new Int32Array(busy), 0, 1, timeoutMs);
}
