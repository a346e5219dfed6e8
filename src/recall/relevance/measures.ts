import { hasHan } from "../../language/index.js";
import type { EmbedderCalibration } from "../../ports/index.js";
import type { UnderstoodQuery } from "../analyse-query.js";
import { deviationsAboveUnrelated } from "../channels/index.js";
import type { ScoredCandidate } from "../fuse.js";
import type { TextForms } from "../run-texts.js";

/** Beyond this nearness more says nothing more. */
const MOST_DEVIATIONS = 5;

export function deviations(cosine: number, calibration: EmbedderCalibration): number {
  return Math.min(MOST_DEVIATIONS, Math.max(-MOST_DEVIATIONS, deviationsAboveUnrelated(cosine, calibration)));
}

/** What coverage says in the place of vectors while there are none: half of the rare words count as much as a typical answer's vector. */
export function deviationsFromCoverage(coverage: number): number {
  return 4 * coverage - 0.5;
}

/** Is everything that stands first written in the script that the query is not written in? */
export function isOtherScript(query: UnderstoodQuery, texts: readonly string[]): boolean {
  const queryHan = hasHan(query.text);
  return texts.length > 0 && texts.every((text) => hasHan(text) !== queryHan);
}

/** Words of the query that an item holds, as they are or in another form. 0–1 */
export function anyCoverage({ candidate, signals }: ScoredCandidate): number {
  return Math.min(1, (candidate.coverage ?? 0) + (signals.spelling ?? 0));
}

/** Share of the query's words in the text, as they are. */
export function shareOfTerms({ termSet }: TextForms, terms: readonly string[]): number {
  return terms.length === 0 ? 0 : terms.filter((term) => termSet.has(term)).length / terms.length;
}
