import { type Memory, type Scope, SECOND_MS } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { embedTexts, type Relating, relatingOfPending, type Vectors } from "../remember/index.js";

/** As long as `remember` waits: what has no vector by then is decided by slots alone, and the vector follows. */
const EMBED_DEADLINE_MS = 2 * SECOND_MS;

export interface Compared {
  readonly vectors: Vectors;
  readonly relating: Relating | undefined;
}

/** Waiting rows' vectors, and how they stand to what is remembered: compared as they would have been when they were said. */
export async function comparePending(parts: EngineParts, scope: Scope, rows: readonly Memory[]): Promise<Compared> {
  const texts = rows.map((row) => row.content);
  const { vectors } = await embedTexts(parts, texts, AbortSignal.timeout(EMBED_DEADLINE_MS));
  return { vectors, relating: await relatingOfPending(parts, scope, rows, vectors) };
}
