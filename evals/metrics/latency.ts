import type { BaseRow, Measure } from "./measure.js";
import { quantile } from "./measure.js";

/** One timed call. */
export interface LatencyRow extends BaseRow {
  /** `recall`, `context`, `record`… */
  readonly operation: string;
  readonly milliseconds: number;
}

const STATISTICS = { min: 0, p50: 0.5, p95: 0.95 } as const;

/** `latency.<operation>.min`, `.p50` and `.p95` for every operation that was timed. */
export function latencyMeasures(rows: readonly LatencyRow[]): readonly Measure<LatencyRow>[] {
  const operations = [...new Set(rows.map((row) => row.operation))];
  return operations.flatMap((operation) =>
    Object.entries(STATISTICS).map(
      ([statistic, share]): Measure<LatencyRow> => ({
        name: `latency.${operation}.${statistic}`,
        unit: "milliseconds",
        better: "lower",
        applies: (row) => row.operation === operation,
        compute: (timed) =>
          quantile(
            timed.map((row) => row.milliseconds).sort((a, b) => a - b),
            share,
          ),
      }),
    ),
  );
}
