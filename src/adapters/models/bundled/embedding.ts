import { KeepsakeError } from "../../../domain/index.js";
import type { Refuse } from "./folder-files.js";
import { type Graph, type Inference, loadGraph, type OutputTensor, probe } from "./graph.js";
import type { ModelFolder, Pooling } from "./model-folder.js";
import { createTextEncoder } from "./text-encoder.js";
import type { RuntimeSetup } from "./worker-protocol.js";

/**
 * A loaded embedding model: one text in, one unit vector out.
 * Errors: CONFIG_INVALID for a folder whose files do not make a model; MODEL_UNAVAILABLE when no runtime can be loaded.
 */
export async function loadEmbedding(folder: ModelFolder, setup: RuntimeSetup): Promise<Inference<string>> {
  const refuse = refuseModel(folder);
  const { manifest, modelFile } = folder;
  const graph = await loadGraph(modelFile, setup, refuse);
  const encode = createTextEncoder(folder, manifest.maxTokens);
  const output = chooseOutput(graph, manifest.output, refuse);
  const embed = async (text: string): Promise<Float32Array> =>
    unitNorm(await graph.run(encode(text), output, (tensor) => pool(tensor, manifest.pooling)));

  const { length: dimension } = await probe(() => embed(""), refuse);
  const { dimension: expected } = manifest;
  if (expected !== undefined && expected !== dimension) {
    throw refuse(`its vectors have ${dimension} dimensions and the manifest says ${expected}`);
  }
  return { runtime: graph.runtime, weightsDigest: graph.weightsDigest, dimension, infer: embed, close: graph.close };
}

function chooseOutput({ outputNames }: Graph, wanted: string | undefined, refuse: Refuse): string {
  const output = [wanted ?? "sentence_embedding", "last_hidden_state"].find((name) => outputNames.includes(name));
  if (wanted !== undefined && output !== wanted)
    throw refuse(`it has no output "${wanted}", only ${outputNames.join(", ")}`);
  const chosen = output ?? outputNames[0];
  if (chosen === undefined) throw refuse("it has no output");
  return chosen;
}

/** Shape [1, dimension], or [1, tokens, dimension] to be pooled. All tokens count: one text has no padding. */
function pool({ data, dims }: OutputTensor, pooling: Pooling | undefined): Float32Array {
  const dimension = dims.at(-1) ?? 0;
  if (dims.length < 3 || pooling === "graph") return data.slice(0, dimension);
  const tokens = dims[1] ?? 1;
  if (pooling === "cls") return data.slice(0, dimension);
  if (pooling === "last") return data.slice((tokens - 1) * dimension, tokens * dimension);
  const sum = new Float32Array(dimension);
  for (let at = 0; at < tokens * dimension; at += 1) sum[at % dimension] = (sum[at % dimension] ?? 0) + (data[at] ?? 0);
  return sum;
}

function unitNorm(vector: Float32Array): Float32Array {
  let squares = 0;
  for (const value of vector) squares += value * value;
  const norm = Math.sqrt(squares);
  return norm > 0 ? vector.map((value) => value / norm) : vector;
}

function refuseModel({ path }: ModelFolder): Refuse {
  return (reason, cause) => {
    const message = `The model in ${path} cannot be used: ${reason}. Restore its files, install the package again, or name another folder.`;
    return new KeepsakeError(
      "CONFIG_INVALID",
      message,
      { field: "embedder" },
      cause === undefined ? undefined : { cause },
    );
  };
}
