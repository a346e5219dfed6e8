import { parentPort, workerData } from "node:worker_threads";
import { toKeepsakeError } from "../../../domain/index.js";
import type { Inference } from "./graph.js";
import { loadInference } from "./inference.js";
import type { FromWorker, ToWorker, WorkerInput, WorkerSetup } from "./worker-protocol.js";
import { whileBusy } from "./worker-protocol.js";

/*
 * The worker thread: loads the model, then answers one text, or one pair of texts, at a time. The main thread keeps the queue, so
 * that what is urgent never waits behind more than the one that is being computed.
 */

const setup = workerData as WorkerSetup;

function send(message: FromWorker): void {
  parentPort?.postMessage(message);
}

async function answer(inference: Inference<WorkerInput>, id: number, input: WorkerInput): Promise<void> {
  try {
    send({ type: "values", id, values: await whileBusy(setup.busy, () => inference.infer(input)) });
  } catch (error) {
    send({ type: "error", id, message: error instanceof Error ? error.message : String(error) });
  }
}

async function serve(): Promise<void> {
  let inference: Inference<WorkerInput>;
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
    if (message.type === "infer") return void answer(inference, message.id, message.input);
    parentPort?.removeAllListeners("message");
    return void inference.close().finally(() => parentPort?.close());
  });
  send({ type: "ready", runtime, weightsDigest, dimension });
}

await serve();
