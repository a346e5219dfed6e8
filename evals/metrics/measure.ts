/** What every suite keeps of one question, check or bundle, so that two runs can be paired afterwards. */
export interface BaseRow {
  /** Unique within a report and equal between two runs on the same data. */
  readonly id: string;
  /** The conversation (or scenario, or bundle) it belongs to: the unit that is resampled. */
  readonly conversation: string;
  readonly category: string;
}

/** A figure with its 95 % bootstrap bounds and the number of rows that it was computed over. */
export interface Figure {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
}

/** One named figure: which rows count, and what is computed over them. */
export interface Measure<Row extends BaseRow> {
  readonly name: string;
  /** `share` is printed as a percentage, `score` as a decimal, `milliseconds` as a time. */
  readonly unit: "share" | "score" | "milliseconds";
  /** Latency, compression and wrong edges are better when lower. */
  readonly better: "higher" | "lower";
  readonly applies: (row: Row) => boolean;
  /** Receives applying rows only; `undefined` when there is nothing to divide by. */
  readonly compute: (rows: readonly Row[]) => number | undefined;
}

/** The arithmetic mean; `undefined` for no numbers. */
function mean(numbers: readonly number[]): number | undefined {
  if (numbers.length === 0) return undefined;
  let sum = 0;
  for (const number of numbers) sum += number;
  return sum / numbers.length;
}

/** A measure that is the mean of one number per row. */
export function meanMeasure<Row extends BaseRow>(
  name: string,
  applies: (row: Row) => boolean,
  score: (row: Row) => number,
  style: { unit?: Measure<Row>["unit"]; better?: Measure<Row>["better"] } = {},
): Measure<Row> {
  return {
    name,
    unit: style.unit ?? "share",
    better: style.better ?? "higher",
    applies,
    compute: (rows) => mean(rows.map(score)),
  };
}

/**
 * A quantile with linear interpolation between neighbours (type 7 of Hyndman & Fan, 1996).
 * @param sorted ascending
 * @param share 0–1
 */
export function quantile(sorted: readonly number[], share: number): number | undefined {
  if (sorted.length === 0) return undefined;
  const position = (sorted.length - 1) * share;
  const below = sorted[Math.floor(position)];
  const above = sorted[Math.ceil(position)];
  if (below === undefined || above === undefined) return undefined;
  return below + (above - below) * (position - Math.floor(position));
}
