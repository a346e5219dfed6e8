import type { Turn } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { type Extraction, extractByRules } from "./extract-rules.js";
import { faintCandidates } from "./rules/faint.js";
import { readTurn } from "./rules/read-turn.js";
import { isWorthAsking } from "./sift.js";
import { judgeWorth } from "./worth/judge-worth.js";

export type { Extraction } from "./extract-rules.js";

/** Whether the model is to be asked about a turn at all: where one is used, and the turn can hold anything (requirement 2.2). */
export function isForModel(parts: Pick<EngineParts, "policy">, turn: Turn, rules: Extraction): boolean {
  if (!parts.policy.extraction.useModel) return false;
  return !rules.offTheRecord && !rules.forgetsPrevious && !rules.withoutEpisode && isWorthAsking(turn);
}

/** What a turn yields without a language model: by rules, and by the policy's classifier where the rules do not decide. */
export async function extract(
  parts: Pick<EngineParts, "embedder" | "telemetry" | "policy" | "reader">,
  turn: Turn,
  before: readonly Turn[],
): Promise<Extraction> {
  const { policy } = parts;
  const sentences = readTurn(turn, policy);
  const worth = await judgeWorth(parts, turn, before, sentences);
  const context = { before, policy, sentences, ...(worth === undefined ? {} : { worth }) };
  const rules = extractByRules(turn, context);
  if (rules.offTheRecord || rules.forgetsPrevious || rules.withoutEpisode) {
    return rules;
  }
  const faint = faintCandidates(turn, context, sentences, rules.candidates);
  return faint.length === 0 ? rules : { ...rules, faint };
}
