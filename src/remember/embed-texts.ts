import { KeepsakeError, toKeepsakeError } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";

export interface EmbeddedTexts {
  /** By text; empty when the embedder failed. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly error?: KeepsakeError;
}

/** Refuses what would poison an index: a vector of another length, or one that holds no number. */
function checkVector(vector: Float32Array, dimension: number): Float32Array {
  if (vector.length !== dimension || !vector.every(Number.isFinite)) {
    throw new KeepsakeError("MODEL_INVALID_OUTPUT", `the embedder answered a vector that is not ${dimension} numbers`);
  }
  return vector;
}

/**
 * Passage vectors of the texts, each once. A failing embedder is no reason to lose words: the answer is then empty, with the
 * error beside it, and the caller commits without vectors (P05).
 */
export async function embedTexts(
  parts: EngineParts,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<EmbeddedTexts> {
  const wanted = [...new Set(texts)];
  if (wanted.length === 0) return { vectors: new Map() };
  const { embedder, telemetry } = parts;
  try {
    const answered = await raceAbort(embedder.embedPassages(wanted, signal), signal);
    if (answered.length !== wanted.length) {
      throw new KeepsakeError(
        "MODEL_INVALID_OUTPUT",
        `the embedder answered ${answered.length} vectors for ${wanted.length} texts`,
      );
    }
    const vectors = new Map<string, Float32Array>();
    wanted.forEach((text, index) => {
      const vector = answered[index];
      if (vector !== undefined) vectors.set(text, checkVector(vector, embedder.profile.dimension));
    });
    return { vectors };
  } catch (thrown) {
    const error = toKeepsakeError(thrown);
    telemetry.count("keepsake_embed_failures", 1, { code: error.code });
    telemetry.log("warn", "embed.failed", { code: error.code, texts: wanted.length });
    return { vectors: new Map(), error };
  }
}

/** Bounds an embedder that does not heed its signal. */
async function raceAbort<Answer>(work: Promise<Answer>, signal: AbortSignal): Promise<Answer> {
  const deadline = () => new KeepsakeError("DEADLINE_EXCEEDED", "the embedder did not answer in time");
  if (signal.aborted) throw deadline();
  let stop: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => reject(deadline());
    signal.addEventListener("abort", stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    if (stop !== undefined) signal.removeEventListener("abort", stop);
  }
}
