import type { Labels, MeasurementSnapshot } from "../../ports/index.js";

/** More series than this come from a label that should not be one; further ones are counted together. */
const MAX_SERIES = 1_000;
/** Percentiles are of the latest observations, so that they follow the present and memory stays bounded. */
const WINDOW = 512;
export const OVERFLOW_SERIES = "keepsake_series_overflow";

interface Series {
  readonly name: string;
  readonly labels: Labels;
  count: number;
  sum: number;
  min: number;
  max: number;
  readonly window: number[];
}

/** Counters and observations kept in the process, readable at any time. */
export class Measurements {
  readonly #counters = new Map<string, Series>();
  readonly #observations = new Map<string, Series>();

  count(name: string, by: number, labels: Labels): void {
    seriesOf(this.#counters, name, labels).sum += by;
  }

  observe(name: string, value: number, labels: Labels): void {
    const series = seriesOf(this.#observations, name, labels);
    series.window[series.count % WINDOW] = value;
    series.count += 1;
    series.sum += value;
    series.min = Math.min(series.min, value);
    series.max = Math.max(series.max, value);
  }

  snapshot(): MeasurementSnapshot {
    return {
      counters: [...this.#counters.values()].map(({ name, labels, sum }) => ({ name, labels, value: sum })),
      observations: [...this.#observations.values()].map(({ window, ...series }) => {
        const sorted = [...window].sort((a, b) => a - b);
        return { ...series, p50: quantile(sorted, 0.5), p95: quantile(sorted, 0.95) };
      }),
    };
  }
}

function seriesOf(all: Map<string, Series>, name: string, labels: Labels): Series {
  const key = JSON.stringify([name, ...Object.entries(labels).sort(([a], [b]) => (a < b ? -1 : 1))]);
  const known = all.get(key);
  if (known !== undefined) return known;
  if (all.size >= MAX_SERIES && name !== OVERFLOW_SERIES) return seriesOf(all, OVERFLOW_SERIES, {});
  const made: Series = { name, labels, count: 0, sum: 0, min: Infinity, max: -Infinity, window: [] };
  all.set(key, made);
  return made;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
}
