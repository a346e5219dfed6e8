import { loadEmbedding } from "./embedding.js";
import type { Inference } from "./graph.js";
import { loadReading } from "./reading.js";
import type { WorkerInput, WorkerSetup } from "./worker-protocol.js";

/** Errors: CONFIG_INVALID for a folder whose files do not make a model; MODEL_UNAVAILABLE when no runtime can be loaded. */
export async function loadInference(setup: WorkerSetup): Promise<Inference<WorkerInput>> {
  const { model } = setup;
  const inference = model.does === "embed" ? loadEmbedding(model.folder, setup) : loadReading(model.folder, setup);
  // A thread is only sent what the pool that started it takes.
  return inference as Promise<Inference<WorkerInput>>;
}
