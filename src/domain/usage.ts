import type { EpochMs } from "./time.js";

/** What a call to a model takes: tokens, and money in millionths of the unit that the prices are in. */
export interface ModelSpend {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly costMicros: number;
}

/** Most that a tenant may spend on models within one day (UTC). Absent: no bound. */
export interface SpendCaps {
  /** Input and output tokens together. */
  readonly maxTokens?: number;
  readonly maxCostMicros?: number;
}

/** What one tenant spent on models on one day. */
export interface ModelUsage extends ModelSpend {
  /** UTC, `YYYY-MM-DD`. */
  readonly day: string;
  /** Calls that were made and have ended, well or badly. */
  readonly calls: number;
  /** Calls that were not made because they could have gone over a cap. */
  readonly refusals: number;
  /** Set aside for calls that have not ended, or whose process died in them. Counts towards the caps. */
  readonly reservedTokens: number;
  readonly reservedCostMicros: number;
}

export interface UsageResult {
  /** The model in use; absent where none is configured. */
  readonly modelId?: string;
  readonly today: ModelUsage;
  /** Newest first, at most 30 days. */
  readonly earlier: readonly ModelUsage[];
  readonly caps: SpendCaps;
}

/** The day that a spend belongs to, whatever the user's zone: caps are a matter of billing. */
export function usageDay(at: EpochMs): string {
  return new Date(at).toISOString().slice(0, "YYYY-MM-DD".length);
}

export function noUsage(day: string): ModelUsage {
  return {
    day,
    calls: 0,
    refusals: 0,
    inputTokens: 0,
    outputTokens: 0,
    costMicros: 0,
    reservedTokens: 0,
    reservedCostMicros: 0,
  };
}

/** Whether a day's figures leave room for one more spend. */
export function fitsCaps(usage: ModelUsage, spend: ModelSpend, caps: SpendCaps): boolean {
  const tokens = usage.inputTokens + usage.outputTokens + usage.reservedTokens + spend.inputTokens + spend.outputTokens;
  const cost = usage.costMicros + usage.reservedCostMicros + spend.costMicros;
  return (
    tokens <= (caps.maxTokens ?? Number.POSITIVE_INFINITY) && cost <= (caps.maxCostMicros ?? Number.POSITIVE_INFINITY)
  );
}
