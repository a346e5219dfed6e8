import { type Scope, type UsageResult, usageDay } from "../../domain/index.js";
import type { EngineParts } from "../../ports/index.js";
import { capsOf } from "./price.js";

const DAYS = 31;

/** What the scope's tenant spent on the language model: today (UTC), the days before, and the caps in force. */
export async function usage(parts: EngineParts, scope: Scope): Promise<UsageResult> {
  const today = await parts.storage.usage.find(scope.tenant, usageDay(parts.clock.now()));
  const days = await parts.storage.usage.list(scope.tenant, DAYS);
  return {
    today,
    earlier: days.filter((each) => each.day !== today.day),
    caps: capsOf(parts.modelTerms),
    ...(parts.chatModel === undefined ? {} : { modelId: parts.chatModel.modelId }),
  };
}
