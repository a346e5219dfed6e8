import { Worker } from "node:worker_threads";
import type { WorkerSetup } from "./worker-protocol.js";
import { waitUntilIdle } from "./worker-protocol.js";

const EXIT_WAIT_MS = 2_000;

/** A thread that loads the model and then answers. */
export function startWorker(setup: Omit<WorkerSetup, "busy">): Worker {
  // The native library reads this from the environment of the process, when it is loaded: it must not report anything.
  process.env.ORT_DISABLE_TELEMETRY = "1";
  const busy = new SharedArrayBuffer(4);
  const workerData: WorkerSetup = { ...setup, busy };
  const file = import.meta.url.endsWith(".ts") ? "./worker-from-source.mjs" : "./worker.js";
  const worker = new Worker(new URL(file, import.meta.url), { workerData, execArgv: [] });
  const beforeExit = (): void => waitUntilIdle(busy, EXIT_WAIT_MS);
  process.on("exit", beforeExit);
  worker.once("exit", () => process.off("exit", beforeExit));
  return worker;
}
