import { createHash } from "node:crypto";
import { KeepsakeError } from "../../../domain/index.js";
import type { Embedder, EmbedderCalibration } from "../../../ports/index.js";

interface FakeEmbedderOptions {
  /** Default 256. */
  readonly dimension?: number;
  /** Default `fake-<dimension>`. */
  readonly modelId?: string;
  readonly calibration?: EmbedderCalibration;
  /** Thrown instead of an answer while it returns an error: tests of degraded paths. Called once per text. */
  readonly failure?: (text: string) => Error | undefined;
}

/** Measured on short statements of a few words: shared words raise the cosine, nothing else does. */
const CALIBRATION: EmbedderCalibration = {
  unrelatedMean: 0.05,
  unrelatedDeviation: 0.08,
  relatedMean: 0.45,
  offTopicCeiling: 0.2,
};

/**
 * A deterministic embedder without a model, for tests: each word (and each pair of neighbouring Han characters) is hashed to
 * a direction, a text is their normalised sum. Texts that share words are near each other; synonyms are not.
 */
export function createFakeEmbedder(options: FakeEmbedderOptions = {}): Embedder {
  const dimension = options.dimension ?? 256;
  let closed = false;

  function embed(text: string, signal: AbortSignal | undefined): Float32Array {
    if (closed) throw new KeepsakeError("CLOSED", "The fake embedder was closed.");
    if (signal?.aborted) throw new KeepsakeError("DEADLINE_EXCEEDED", "Embedding was aborted.");
    const failure = options.failure?.(text);
    if (failure !== undefined) throw failure;
    return bagOfWords(text, dimension);
  }

  return {
    profile: {
      modelId: options.modelId ?? `fake-${dimension}`,
      dimension,
      maxTokens: 8_192,
      queryPrefix: "",
      passagePrefix: "",
      calibration: options.calibration ?? CALIBRATION,
      runtime: "fake",
    },
    async open() {
      closed = false;
    },
    async embedQuery(text, signal) {
      return embed(text, signal);
    },
    async embedPassages(texts, signal) {
      return texts.map((text) => embed(text, signal));
    },
    async close() {
      closed = true;
    },
  };
}

const HAN = /\p{Script=Han}/u;

function words(text: string): readonly string[] {
  const runs =
    text
      .normalize("NFKC")
      .toLowerCase()
      .match(/\p{Script=Han}+|[\p{L}\p{N}]+/gu) ?? [];
  return runs.flatMap((run) => (HAN.test(run) ? bigrams(run) : [run]));
}

function bigrams(run: string): readonly string[] {
  const characters = [...run];
  return characters.length === 1
    ? characters
    : characters.slice(1).map((character, at) => `${characters[at]}${character}`);
}

/** Each word moves four of the dimensions, by hash; the text's first dimension carries a trace so that no text has norm 0. */
function bagOfWords(text: string, dimension: number): Float32Array {
  const vector = new Float32Array(dimension);
  vector[0] = 1e-3;
  const counts = new Map<string, number>();
  for (const word of words(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  for (const [word, count] of counts) {
    const digest = createHash("md5").update(word).digest();
    for (let part = 0; part < 4; part += 1) {
      const at = digest.readUInt16LE(part * 3) % dimension;
      vector[at] = (vector[at] ?? 0) + ((digest[part * 3 + 2] ?? 0) % 2 === 0 ? count : -count);
    }
  }
  const norm = Math.hypot(...vector) || 1;
  return vector.map((value) => value / norm);
}
