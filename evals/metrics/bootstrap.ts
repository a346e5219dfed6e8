import type { BaseRow, Figure, Measure } from "./measure.js";
import { quantile } from "./measure.js";
import type { RandomSource } from "./random.js";
import { seededRandom } from "./random.js";

export interface BootstrapOptions {
  readonly resamples?: number;
  readonly seed?: number;
}

const DEFAULT_RESAMPLES = 1_000;
const DEFAULT_SEED = 20_261_130;
/** Below this many conversations the questions themselves are resampled: five clusters are the fewest that still vary. */
const FEWEST_CONVERSATIONS = 5;

/** Rows grouped into the units that are drawn together: conversations where there are at least five, else single rows. */
export function resamplingUnits<Row extends BaseRow>(rows: readonly Row[]): readonly (readonly Row[])[] {
  const byConversation = new Map<string, Row[]>();
  for (const row of rows) {
    const unit = byConversation.get(row.conversation);
    if (unit === undefined) byConversation.set(row.conversation, [row]);
    else unit.push(row);
  }
  if (byConversation.size >= FEWEST_CONVERSATIONS) return [...byConversation.values()];
  return rows.map((row) => [row]);
}

function draw<Unit>(units: readonly (readonly Unit[])[], random: RandomSource): Unit[] {
  const drawn: Unit[] = [];
  for (let index = 0; index < units.length; index++) {
    const unit = units[Math.floor(random() * units.length)];
    if (unit !== undefined) for (const row of unit) drawn.push(row);
  }
  return drawn;
}

function bounds(values: number[]): { low: number; high: number } | undefined {
  values.sort((a, b) => a - b);
  const low = quantile(values, 0.025);
  const high = quantile(values, 0.975);
  return low === undefined || high === undefined ? undefined : { low, high };
}

/**
 * A measure with its percentile bootstrap bounds (Efron & Tibshirani, An Introduction to the Bootstrap, 1993, ch. 13).
 * @returns `undefined` when no row applies or the measure has nothing to divide by
 */
export function bootstrap<Row extends BaseRow>(
  rows: readonly Row[],
  measure: Measure<Row>,
  options: BootstrapOptions = {},
): Figure | undefined {
  const applying = rows.filter(measure.applies);
  const value = measure.compute(applying);
  if (applying.length === 0 || value === undefined) return undefined;
  const units = resamplingUnits(applying);
  const random = seededRandom(options.seed ?? DEFAULT_SEED);
  const values: number[] = [];
  for (let index = 0; index < (options.resamples ?? DEFAULT_RESAMPLES); index++) {
    const resampled = measure.compute(draw(units, random));
    if (resampled !== undefined) values.push(resampled);
  }
  const range = bounds(values) ?? { low: value, high: value };
  return { value, ...range, n: applying.length };
}

/** What a second run changed, on the rows that both runs have. */
export interface Difference {
  readonly name: string;
  readonly first: number;
  readonly second: number;
  /** second − first */
  readonly change: number;
  readonly low: number;
  readonly high: number;
  readonly n: number;
  readonly verdict: "better" | "worse" | "noise";
}

interface Pair<Row extends BaseRow> extends BaseRow {
  readonly first: Row;
  readonly second: Row;
}

/** Pairs rows by id; what only one run has is left out and counted. */
export function pairRows<Row extends BaseRow>(
  first: readonly Row[],
  second: readonly Row[],
): { pairs: readonly Pair<Row>[]; unpaired: number } {
  const byId = new Map(second.map((row) => [row.id, row]));
  const pairs: Pair<Row>[] = [];
  for (const row of first) {
    const partner = byId.get(row.id);
    if (partner === undefined) continue;
    pairs.push({ id: row.id, conversation: row.conversation, category: row.category, first: row, second: partner });
  }
  return { pairs, unpaired: first.length + second.length - 2 * pairs.length };
}

/**
 * The paired bootstrap: the same units are drawn for both runs, so what both find equally hard cancels out.
 * The difference is more than noise when its 95 % bounds exclude zero.
 */
export function pairedBootstrap<Row extends BaseRow>(
  pairs: readonly Pair<Row>[],
  measure: Measure<Row>,
  options: BootstrapOptions = {},
): Difference | undefined {
  const applying = pairs.filter((pair) => measure.applies(pair.first) || measure.applies(pair.second));
  const side = (drawn: readonly Pair<Row>[], which: "first" | "second") =>
    measure.compute(drawn.map((pair) => pair[which]).filter(measure.applies));
  const first = side(applying, "first");
  const second = side(applying, "second");
  if (first === undefined || second === undefined) return undefined;
  const units = resamplingUnits(applying);
  const random = seededRandom(options.seed ?? DEFAULT_SEED);
  const changes: number[] = [];
  for (let index = 0; index < (options.resamples ?? DEFAULT_RESAMPLES); index++) {
    const drawn = draw(units, random);
    const a = side(drawn, "first");
    const b = side(drawn, "second");
    if (a !== undefined && b !== undefined) changes.push(b - a);
  }
  const change = second - first;
  const { low, high } = bounds(changes) ?? { low: change, high: change };
  const better = measure.better === "higher" ? low > 0 : high < 0;
  const worse = measure.better === "higher" ? high < 0 : low > 0;
  return {
    name: measure.name,
    first,
    second,
    change,
    low,
    high,
    n: applying.length,
    verdict: better ? "better" : worse ? "worse" : "noise",
  };
}
