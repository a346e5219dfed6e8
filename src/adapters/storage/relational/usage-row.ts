import type { ModelUsage } from "../../../domain/index.js";

export interface UsageRow {
  readonly day: string;
  readonly calls: number;
  readonly refusals: number;
  readonly input_tokens: number;
  readonly output_tokens: number;
  readonly cost_micros: number;
  readonly reserved_tokens: number;
  readonly reserved_micros: number;
}

export function toUsage(row: UsageRow): ModelUsage {
  return {
    day: row.day,
    calls: row.calls,
    refusals: row.refusals,
    inputTokens: row.input_tokens,
    outputTokens: row.output_tokens,
    costMicros: row.cost_micros,
    reservedTokens: row.reserved_tokens,
    reservedCostMicros: row.reserved_micros,
  };
}
