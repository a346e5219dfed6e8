import { parentPort, workerData } from "node:worker_threads";
import { toKeepsakeError } from "../../../domain/index.js";
import type { Inference } from "./inference.js";
import { loadInference } from "./inference.js";
import type { FromWorker, ToWorker, WorkerSetup } from "./worker-protocol.js";
import { whileBusy } from "./worker-protocol.js";

/*
 * The worker thread: loads the model, then answers one text at a time. The main thread keeps the queue, so that a query
 * never waits behind more than the one text that is being computed.
 */

const setup = workerData as WorkerSetup;

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

async function answer(inference: Inference, id: number, text: string): Promise<void> {
  try {
    send({ type: "vector", id, values: await whileBusy(setup.busy, () => inference.embed(text)) });
  } catch (error) {
    send({ type: "error", id, message: error instanceof Error ? error.message : String(error) });
  }
}

async function serve(): Promise<void> {
  let inference: Inference;
  try {
    inference = await whileBusy(setup.busy, () => loadInference(setup));
  } catch (error) {
    const known = toKeepsakeError(error);
    const cause = known.code === "INTERNAL" && error instanceof Error ? ` ${error.message}` : "";
    send({ type: "failed", code: known.code, message: `${known.message}${cause}` });
    return;
  }
  const { runtime, weightsDigest, dimension } = inference;
  parentPort?.on("message", (message: ToWorker) => {
    if (message.type === "embed") return void answer(inference, message.id, message.text);
    parentPort?.removeAllListeners("message");
    return void inference.close().finally(() => parentPort?.close());
  });
  send({ type: "ready", runtime, weightsDigest, dimension });
}

await serve();
