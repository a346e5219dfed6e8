import type { ErrorCode } from "../../../domain/index.js";
import type { ModelFolder } from "./model-folder.js";

export type RuntimeChoice = "auto" | "native" | "wasm";

/** What a worker thread is started with. */
export interface WorkerSetup {
  readonly folder: ModelFolder;
  readonly runtime: RuntimeChoice;
  readonly threads: number;
  /** One 32-bit number, shared: 1 while the thread is inside the runtime. See `waitUntilIdle`. */
  readonly busy: SharedArrayBuffer;
}

export type ToWorker =
  | { readonly type: "embed"; readonly id: number; readonly text: string }
  | { readonly type: "close" };

export interface WorkerReady {
  readonly type: "ready";
  readonly runtime: "onnx-native" | "onnx-wasm";
  /** SHA-256 of model.onnx, hexadecimal. */
  readonly weightsDigest: string;
  readonly dimension: number;
}

export type FromWorker =
  | WorkerReady
  /** The model could not be loaded; the worker ends. */
  | { readonly type: "failed"; readonly code: ErrorCode; readonly message: string }
  | { readonly type: "vector"; readonly id: number; readonly values: Float32Array }
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
