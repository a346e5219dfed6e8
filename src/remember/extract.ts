import type { Turn } from "../domain/index.js";
import type { EngineParts } from "../ports/index.js";
import { type Extraction, extractByRules } from "./extract-rules.js";

export type { Extraction } from "./extract-rules.js";

/** What a turn yields: the rule path, refined by the model where one is configured (requirements 2.2, 2.3). Never throws for the model's sake. */
export async function extract(parts: EngineParts, turn: Turn, before: readonly Turn[], _signal?: AbortSignal): Promise<Extraction> {
  return extractByRules(turn, { before, policy: parts.policy });
}
