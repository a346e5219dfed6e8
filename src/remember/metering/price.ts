import type { ModelSpend, SpendCaps } from "../../domain/index.js";
import type { ModelTerms } from "../../ports/index.js";

const MICROS = 1_000_000;

/** Tokens with their price. A price per million tokens is the millionths that one token costs; rounded up, a call is never free. */
export function priced(inputTokens: number, outputTokens: number, terms: ModelTerms | undefined): ModelSpend {
  const cost = inputTokens * (terms?.inputPrice ?? 0) + outputTokens * (terms?.outputPrice ?? 0);
  return { inputTokens, outputTokens, costMicros: Math.ceil(cost) };
}

export function capsOf(terms: ModelTerms | undefined): SpendCaps {
  const { maxTokensPerDay, maxCostPerDay } = terms ?? {};
  return {
    ...(maxTokensPerDay === undefined ? {} : { maxTokens: maxTokensPerDay }),
    ...(maxCostPerDay === undefined ? {} : { maxCostMicros: Math.floor(maxCostPerDay * MICROS) }),
  };
}
