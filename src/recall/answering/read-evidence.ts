import { KeepsakeError } from "../../domain/index.js";
import type { EngineParts } from "../../ports/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import { type AnswerReading, type Evidence, isInDoubt, readAnswers, withReading } from "../relevance/index.js";
import type { Judged } from "./judge.js";

/** Evidence after a reader was asked, or as it was where it could not say. */
export interface ReadEvidence {
  readonly evidence: Evidence;
  readonly reading?: AnswerReading;
  /** Why the signs decide alone although a reader is there. */
  readonly degraded?: string;
  readonly readMs?: number;
}

/** Whether a reader is to be asked before anything is left out. */
export function isToBeRead({ reader, policy }: EngineParts, { evidence }: Judged, query: UnderstoodQuery): boolean {
  return reader !== undefined && policy.recall.answerPairs > 0 && isInDoubt(evidence, query);
}

/** As good as the evidence can become: what is under the floor even then need not be read for. */
export function atBest(judged: Judged): Judged {
  return { ...judged, evidence: { ...judged.evidence, answerable: Number.POSITIVE_INFINITY } };
}

/** Asks the reader whether there is an answer. A reader that fails or is late leaves it to the signs, and the answer says so (requirement 3.6). */
export async function readEvidence(
  parts: EngineParts,
  { evidence, preferred, turns }: Judged,
  query: UnderstoodQuery,
): Promise<ReadEvidence> {
  const { reader, policy } = parts;
  if (reader === undefined) return { evidence };
  const startedAt = performance.now();
  const readMs = (): number => performance.now() - startedAt;
  try {
    const reading = await readAnswers(reader, preferred, { query, turns, most: policy.recall.answerPairs });
    return { evidence: withReading(evidence, reading), reading, readMs: readMs() };
  } catch (thrown) {
    if (!(thrown instanceof KeepsakeError) || thrown.code === "CLOSED") throw thrown;
    const degraded = `reader: ${thrown.code}`;
    parts.telemetry.count("keepsake_recall_degraded", 1, { reason: degraded });
    return { evidence, degraded, readMs: readMs() };
  } finally {
    parts.telemetry.observe("keepsake_recall_read_ms", readMs());
  }
}
