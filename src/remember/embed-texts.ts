import { KeepsakeError, toKeepsakeError } from "../domain/index.js";
import { setTwin } from "../embedding/index.js";
import type { Embedder, EngineParts } from "../ports/index.js";

export interface EmbeddedTexts {
  /** By text; empty when the embedder failed. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
  readonly error?: KeepsakeError;
}

/** What became of many texts, each by itself. A text with neither vector nor failure was not tried to the end: the signal fell. */
export interface EmbeddedEach {
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** By text: these fail while the embedder answers for others. */
  readonly failures: ReadonlyMap<string, KeepsakeError>;
  /** The embedder answers for nothing: no text is to blame. */
  readonly outage?: KeepsakeError;
}

/** Nobody's words; an embedder that cannot take these takes none. */
const PROBE = "probe";

/** Refuses what would poison an index: a vector of another length, or one that holds no number. */
function checkVector(vector: Float32Array, dimension: number): Float32Array {
  if (vector.length !== dimension || !vector.every(Number.isFinite)) {
    throw new KeepsakeError("MODEL_INVALID_OUTPUT", `the embedder answered a vector that is not ${dimension} numbers`);
  }
  return vector;
}

async function embedBy(
  embedder: Embedder,
  telemetry: EngineParts["telemetry"],
  texts: readonly string[],
  signal: AbortSignal,
): Promise<EmbeddedTexts> {
  try {
    const answered = await raceAbort(embedder.embedPassages(texts, signal), signal);
    if (answered.length !== texts.length) {
      throw new KeepsakeError(
        "MODEL_INVALID_OUTPUT",
        `the embedder answered ${answered.length} vectors for ${texts.length} texts`,
      );
    }
    const vectors = new Map<string, Float32Array>();
    texts.forEach((text, index) => {
      const vector = answered[index];
      if (vector !== undefined) vectors.set(text, checkVector(vector, embedder.profile.dimension));
    });
    return { vectors };
  } catch (thrown) {
    const error = toKeepsakeError(thrown);
    telemetry.count("keepsake_embed_failures", 1, { code: error.code });
    const { modelId } = embedder.profile;
    telemetry.log("warn", "embed.failed", {
      code: error.code,
      texts: texts.length,
      model: modelId,
      reason: error.message,
    });
    return { vectors: new Map(), error };
  }
}

/** By the model that does not serve. One text that it cannot take costs the others nothing. */
async function embedByOther(
  other: Embedder,
  telemetry: EngineParts["telemetry"],
  texts: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Float32Array>> {
  const joint = await embedBy(other, telemetry, texts, signal);
  if (joint.error === undefined || texts.length === 1) return joint.vectors;
  const vectors = new Map<string, Float32Array>();
  if ((await embedBy(other, telemetry, [PROBE], signal)).error !== undefined) return vectors;
  for (const text of texts) {
    const vector = (await embedBy(other, telemetry, [text], signal)).vectors.get(text);
    if (vector !== undefined) vectors.set(text, vector);
  }
  return vectors;
}

/**
 * Passage vectors of the texts, each once. A failing embedder is no reason to lose words: the answer is then empty, with the
 * error beside it, and the caller commits without vectors (P05). Where two models stand side by side, each vector has its twin by the other
 * one, which the index is given with it.
 */
export async function embedTexts(
  parts: Pick<EngineParts, "embedder" | "otherEmbedder" | "telemetry">,
  texts: readonly string[],
  signal: AbortSignal,
): Promise<EmbeddedTexts> {
  const wanted = [...new Set(texts)];
  if (wanted.length === 0) return { vectors: new Map() };
  const { embedder, otherEmbedder, telemetry } = parts;
  if (otherEmbedder === undefined) return embedBy(embedder, telemetry, wanted, signal);
  const [embedded, others] = await Promise.all([
    embedBy(embedder, telemetry, wanted, signal),
    embedByOther(otherEmbedder, telemetry, wanted, signal),
  ]);
  const { modelId } = otherEmbedder.profile;
  for (const [text, vector] of embedded.vectors) {
    const values = others.get(text);
    setTwin(vector, values === undefined ? "late" : { modelId, values });
  }
  return embedded;
}

/**
 * Passage vectors of texts that have nothing to do with each other. Where they fail together, a text of no one's tells an outage
 * from a text that cannot be embedded; in the second case each is tried alone, and only the culprits fail.
 * @param limits how long the joint call and each single one may take, in ms
 */
export async function embedEach(
  parts: Pick<EngineParts, "embedder" | "otherEmbedder" | "telemetry">,
  texts: readonly string[],
  signal: AbortSignal,
  limits: { readonly jointMs: number; readonly singleMs: number },
): Promise<EmbeddedEach> {
  const within = (ms: number): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(ms)]);
  const none: ReadonlyMap<string, KeepsakeError> = new Map();
  const joint = await embedTexts(parts, texts, within(limits.jointMs));
  if (joint.error === undefined || signal.aborted) return { vectors: joint.vectors, failures: none };
  const probe = await embedTexts(parts, [PROBE], within(limits.singleMs));
  if (signal.aborted) return { vectors: joint.vectors, failures: none };
  if (probe.error !== undefined) return { vectors: joint.vectors, failures: none, outage: joint.error };
  const vectors = new Map<string, Float32Array>();
  const failures = new Map<string, KeepsakeError>();
  for (const text of new Set(texts)) {
    const alone = await embedTexts(parts, [text], within(limits.singleMs));
    if (signal.aborted) break;
    const vector = alone.vectors.get(text);
    if (vector !== undefined) vectors.set(text, vector);
    else if (alone.error !== undefined) failures.set(text, alone.error);
  }
  return { vectors, failures };
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
