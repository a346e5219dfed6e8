import type { TextPair } from "../../../ports/index.js";
import { type Inference, loadGraph, probe } from "./graph.js";
import { READINGS, type ReaderFolder, refuseReader } from "./reader-folder.js";
import { createPartEncoder } from "./text-encoder.js";
import type { RuntimeSetup } from "./worker-protocol.js";

/** The first readings exclude each other; each of the others stands alone. */
const EXCLUSIVE = 3;

/**
 * A loaded reader: a pair of texts in, a probability for each of `READINGS` out.
 * Errors: CONFIG_INVALID for a folder whose files do not make a reader; MODEL_UNAVAILABLE when no runtime can be loaded.
 */
export async function loadReading(folder: ReaderFolder, setup: RuntimeSetup): Promise<Inference<TextPair>> {
  const refuse = refuseReader(folder.path);
  const { manifest, modelFile } = folder;
  const { output } = manifest;
  const graph = await loadGraph(modelFile, setup, refuse);
  const { openingIds, betweenIds, closingIds, firstTokens, secondTokens } = manifest;
  const encode = createPartEncoder(folder.tokenizer, new Set([...openingIds, ...betweenIds, ...closingIds]));
  const read = ({ first, second }: TextPair): Promise<Float32Array> => {
    const ids = [
      ...openingIds,
      ...encode(first, "tail", firstTokens),
      ...betweenIds,
      ...encode(second, "head", secondTokens),
      ...closingIds,
    ];
    return graph.run(ids, output, ({ data }) => toProbabilities(data));
  };

  if (!graph.outputNames.includes(output))
    throw refuse(`it has no output "${output}", only ${graph.outputNames.join(", ")}`);
  const { length: dimension } = await probe(() => read({ first: "", second: "" }), refuse);
  if (dimension !== READINGS.length) throw refuse(`it gives ${dimension} figures a pair, not ${READINGS.length}`);
  return { runtime: graph.runtime, weightsDigest: graph.weightsDigest, dimension, infer: read, close: graph.close };
}

function toProbabilities(logits: Float32Array): Float32Array {
  if (!logits.every(Number.isFinite)) throw new Error("the figures of a pair are no numbers");
  const highest = Math.max(...logits.subarray(0, EXCLUSIVE));
  const powers = logits.subarray(0, EXCLUSIVE).map((logit) => Math.exp(logit - highest));
  const sum = powers.reduce((total, power) => total + power, 0);
  return logits.map((logit, at) => (at < EXCLUSIVE ? (powers[at] ?? 0) / sum : 1 / (1 + Math.exp(-logit))));
}
