import { createHash } from "node:crypto";
import { closeSync, openSync, readFileSync, readSync } from "node:fs";
import type { InferenceSession, Tensor, TypedTensor } from "onnxruntime-web";
import { KeepsakeError } from "../../../domain/index.js";
import type { Refuse } from "./folder-files.js";
import type { RuntimeSetup, WorkerReady } from "./worker-protocol.js";

interface Runtime {
  readonly name: WorkerReady["runtime"];
  readonly provider: string;
  readonly InferenceSession: typeof InferenceSession;
  readonly Tensor: typeof Tensor;
}

/** The numbers of an output and its shape; they are gone when the call that was given them returns. */
export type OutputTensor = Pick<TypedTensor<"float32">, "data" | "dims">;

/** A loaded graph: the ids of one text in, one of its outputs out. Not re-entrant: one text at a time. */
export interface Graph {
  readonly runtime: WorkerReady["runtime"];
  readonly weightsDigest: string;
  readonly outputNames: readonly string[];
  run(ids: readonly number[], output: string, take: (tensor: OutputTensor) => Float32Array): Promise<Float32Array>;
  close(): Promise<void>;
}

/** A model at work: what a pool sends in, numbers out. Not re-entrant. */
export interface Inference<Input> {
  readonly runtime: WorkerReady["runtime"];
  readonly weightsDigest: string;
  /** How many numbers each answer has. */
  readonly dimension: number;
  infer(input: Input): Promise<Float32Array>;
  close(): Promise<void>;
}

/** Errors: what `refuse` makes for a file that is no graph; MODEL_UNAVAILABLE when no runtime can be loaded. */
export async function loadGraph(modelFile: string, setup: RuntimeSetup, refuse: Refuse): Promise<Graph> {
  const runtime = await loadRuntime(setup);
  const weightsDigest = digestOf(modelFile);
  const session = await createSession(runtime, modelFile, setup, refuse);
  return {
    runtime: runtime.name,
    weightsDigest,
    outputNames: session.outputNames,
    async run(ids, output, take) {
      const answers = await session.run(makeFeeds(runtime, session.inputNames, ids), [output]);
      const tensor = answers[output];
      if (tensor === undefined || tensor.type !== "float32")
        throw refuse(`its output "${output}" holds no 32-bit numbers`);
      const values = take(tensor as TypedTensor<"float32">);
      tensor.dispose();
      return values;
    },
    close: () => session.release(),
  };
}

/** The first run allocates what later runs need, and shows whether the graph and the tokenizer belong together. */
export async function probe(infer: () => Promise<Float32Array>, refuse: Refuse): Promise<Float32Array> {
  try {
    return await infer();
  } catch (cause) {
    if (cause instanceof KeepsakeError) throw cause;
    throw refuse(reasonOf(cause), cause);
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

async function loadRuntime({ runtime, threads }: RuntimeSetup): Promise<Runtime> {
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

async function createSession(
  runtime: Runtime,
  modelFile: string,
  { threads }: RuntimeSetup,
  refuse: Refuse,
): Promise<InferenceSession> {
  const options: InferenceSession.SessionOptions = {
    executionProviders: [runtime.provider],
    intraOpNumThreads: threads,
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
  try {
    // The native runtime reads the file itself, which saves a copy of the weights in this process.
    return runtime.name === "onnx-native"
      ? await runtime.InferenceSession.create(modelFile, options)
      : await runtime.InferenceSession.create(readFileSync(modelFile), options);
  } catch (cause) {
    throw refuse(reasonOf(cause), cause);
  }
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

function reasonOf(cause: unknown): string {
  const text = cause instanceof Error ? cause.message : String(cause);
  return text.split("\n")[0]?.slice(0, 300) ?? "unknown";
}
