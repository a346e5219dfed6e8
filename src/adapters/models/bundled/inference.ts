import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import type { InferenceSession, Tensor, TypedTensor } from "onnxruntime-web";
import { KeepsakeError } from "../../../domain/index.js";
import type { ModelFolder, Pooling } from "./model-folder.js";
import { createTextEncoder } from "./text-encoder.js";
import type { WorkerReady, WorkerSetup } from "./worker-protocol.js";

interface Runtime {
  readonly name: WorkerReady["runtime"];
  readonly provider: string;
  readonly InferenceSession: typeof InferenceSession;
  readonly Tensor: typeof Tensor;
}

/** A loaded model: one text in, one unit vector out. Not re-entrant: one text at a time. */
export interface Inference {
  readonly runtime: WorkerReady["runtime"];
  readonly weightsDigest: string;
  readonly dimension: number;
  embed(text: string): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Errors: CONFIG_INVALID for a folder whose files do not make a model; MODEL_UNAVAILABLE when no runtime can be loaded. */
export async function loadInference(setup: WorkerSetup): Promise<Inference> {
  const { folder } = setup;
  const runtime = await loadRuntime(setup);
  const weightsDigest = digestOf(folder.modelFile);
  const encode = createTextEncoder(folder);
  const session = await createSession(runtime, setup);
  const output = chooseOutput(session, folder);

  async function embed(text: string): Promise<Float32Array> {
    const ids = encode(text);
    const feeds = makeFeeds(runtime, session.inputNames, ids);
    const answers = await session.run(feeds, [output]);
    const tensor = answers[output];
    if (tensor === undefined || tensor.type !== "float32")
      throw unusable(folder, `its output "${output}" holds no 32-bit numbers`);
    const vector = pool(tensor as TypedTensor<"float32">, folder.manifest.pooling);
    tensor.dispose();
    return unitNorm(vector);
  }

  const { length: dimension } = await probe(embed, folder);
  const { dimension: expected } = folder.manifest;
  if (expected !== undefined && expected !== dimension) {
    throw unusable(folder, `its vectors have ${dimension} dimensions and the manifest says ${expected}`);
  }
  return { runtime: runtime.name, weightsDigest, dimension, embed, close: () => session.release() };
}

/** The first run allocates what later runs need, and shows whether the graph and the tokenizer belong together. */
async function probe(embed: Inference["embed"], folder: ModelFolder): Promise<Float32Array> {
  try {
    return await embed("");
  } catch (cause) {
    if (cause instanceof KeepsakeError) throw cause;
    throw unusable(folder, reasonOf(cause), cause);
  }
}

const CHUNK_BYTES = 1 << 20;

/** Read in pieces: the file is larger than anything else here, and no copy of it needs to stay. */
function digestOf(file: string): string {
  const hash = createHash("sha256");
  const chunk = Buffer.alloc(CHUNK_BYTES);
  const handle = openSync(file, "r");
  try {
    for (let read = readSync(handle, chunk); read > 0; read = readSync(handle, chunk))
      hash.update(chunk.subarray(0, read));
  } finally {
    closeSync(handle);
  }
  return hash.digest("hex");
}

async function loadRuntime({ runtime, threads }: WorkerSetup): Promise<Runtime> {
  const problems: string[] = [];
  if (runtime !== "wasm") {
    try {
      const module = await import("onnxruntime-node");
      return { name: "onnx-native", provider: "cpu", InferenceSession: module.InferenceSession, Tensor: module.Tensor };
    } catch (cause) {
      problems.push(`onnxruntime-node: ${reasonOf(cause)}`);
    }
  }
  if (runtime !== "native") {
    try {
      const module = await import("onnxruntime-web");
      module.env.wasm.numThreads = threads;
      return { name: "onnx-wasm", provider: "wasm", InferenceSession: module.InferenceSession, Tensor: module.Tensor };
    } catch (cause) {
      problems.push(`onnxruntime-web: ${reasonOf(cause)}`);
    }
  }
  throw new KeepsakeError(
    "MODEL_UNAVAILABLE",
    `No ONNX runtime could be loaded (${problems.join("; ")}). Install onnxruntime-node or onnxruntime-web, or choose runtime "auto".`,
  );
}

async function createSession(runtime: Runtime, setup: WorkerSetup): Promise<InferenceSession> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: [runtime.provider],
    intraOpNumThreads: setup.threads,
    interOpNumThreads: 1,
    executionMode: "sequential",
    graphOptimizationLevel: "all",
    // With texts of all lengths the native arena settles at 270 MB for the whole process; without it the C library's heap
    // wanders between 250 and 360 MB. In WebAssembly, whose memory never shrinks, the arena only adds to it.
    enableCpuMemArena: runtime.name === "onnx-native",
    enableMemPattern: false,
    logSeverityLevel: 4,
    // Threads that spin while they wait take the other threads' processor: on two cores a text took twice as long.
    extra: { session: { intra_op: { allow_spinning: "0" } } },
  };
  const { modelFile } = setup.folder;
  try {
    // The native runtime reads the file itself, which saves a copy of the weights in this process.
    return runtime.name === "onnx-native"
      ? await runtime.InferenceSession.create(modelFile, options)
      : await runtime.InferenceSession.create(readFileSync(modelFile), options);
  } catch (cause) {
    throw unusable(setup.folder, reasonOf(cause), cause);
  }
}

function chooseOutput(session: InferenceSession, folder: ModelFolder): string {
  const wanted = folder.manifest.output;
  const output = [wanted ?? "sentence_embedding", "last_hidden_state"].find((name) =>
    session.outputNames.includes(name),
  );
  if (wanted !== undefined && output !== wanted)
    throw unusable(folder, `it has no output "${wanted}", only ${session.outputNames.join(", ")}`);
  const chosen = output ?? session.outputNames[0];
  if (chosen === undefined) throw unusable(folder, "it has no output");
  return chosen;
}

function makeFeeds(runtime: Runtime, inputNames: readonly string[], ids: readonly number[]): Record<string, Tensor> {
  const shape = [1, ids.length];
  const whole = (values: BigInt64Array): Tensor => new runtime.Tensor("int64", values, shape);
  const feeds: Record<string, Tensor> = {};
  for (const name of inputNames) {
    if (name === "input_ids") feeds[name] = whole(BigInt64Array.from(ids, BigInt));
    else if (name === "attention_mask") feeds[name] = whole(new BigInt64Array(ids.length).fill(1n));
    else feeds[name] = whole(new BigInt64Array(ids.length)); // token_type_ids: all of the first segment
  }
  return feeds;
}

/** Shape [1, dimension], or [1, tokens, dimension] to be pooled. All tokens count: one text has no padding. */
function pool(tensor: TypedTensor<"float32">, pooling: Pooling | undefined): Float32Array {
  const { data, dims } = tensor;
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

function unusable(folder: ModelFolder, reason: string, cause?: unknown): KeepsakeError {
  const message = `The model in ${folder.path} cannot be used: ${reason}. Restore its files, install the package again, or name another folder.`;
  return new KeepsakeError(
    "CONFIG_INVALID",
    message,
    { field: "embedder" },
    cause === undefined ? undefined : { cause },
  );
}

function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.split("\n")[0]?.slice(0, 300) ?? "unknown";
}
