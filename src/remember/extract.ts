import type { Candidate, Turn } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { extractByModel } from "./extract-model.js";
import { type Extraction, extractByRules } from "./extract-rules.js";
import { isWorthAsking } from "./sift.js";

export type { Extraction } from "./extract-rules.js";

/** Whether a proposal of the model says what a rule already found in the same words. */
function overlaps(item: Candidate, found: readonly Candidate[]): boolean {
  return found.some(
    (candidate) =>
      candidate.evidence.includes(item.evidence) ||
      item.evidence.includes(candidate.evidence) ||
      (candidate.attribute !== undefined &&
        candidate.attribute === item.attribute &&
        candidate.subject === item.subject),
  );
}

/** The rules' findings come first: their slots are exact. The model adds what they did not see, and never what they gate. */
function merge(rules: Extraction, proposed: readonly Candidate[]): Extraction {
  const added = proposed.filter((item) => !overlaps(item, rules.candidates));
  return { ...rules, candidates: [...rules.candidates, ...added] };
}

/**
 * What a turn yields: the rule path, refined by the model where one is configured and the turn can hold anything at all
 * (requirements 2.2, 2.3). A failing model never loses the turn and never throws.
 */
export async function extract(
  parts: EngineParts,
  turn: Turn,
  before: readonly Turn[],
  signal?: AbortSignal,
): Promise<Extraction> {
  const rules = extractByRules(turn, { before, policy: parts.policy });
  const { chatModel, policy } = parts;
  if (chatModel === undefined || !policy.extraction.useModel) return rules;
  if (rules.offTheRecord || rules.forgetsPrevious || rules.withoutEpisode || !isWorthAsking(turn)) return rules;
  const proposed = await extractByModel(parts, chatModel, turn, before, signal);
  return proposed === undefined ? rules : merge(rules, proposed);
}
