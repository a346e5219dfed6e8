import type { z } from "zod";
import type { StoreOptions, System } from "../engine/system.js";
import type { BaseRow, Difference, Figure, Measure } from "../metrics/index.js";
import { bootstrap, pairedBootstrap, pairRows } from "../metrics/index.js";

/** What a suite needs to run. */
export interface RunContext extends StoreOptions {
  readonly system: System;
  /** Absent only for suites that make their own data. */
  readonly dataPath: string | undefined;
  /** At most this many conversations. */
  readonly limit: number | undefined;
  /** At most this many questions of each conversation. */
  readonly questionLimit: number | undefined;
  /** Overrides the policy's floor. 0–1 */
  readonly floor: number | undefined;
  readonly sizes: readonly number[];
  readonly onProgress: (done: number, total: number, label: string) => void;
  /** One line about a failed check or question, for the analysis of failures. */
  readonly onFailure: (line: string) => void;
}

interface SuiteOutcome<Row extends BaseRow> {
  readonly rows: readonly Row[];
  readonly data: { readonly path: string; readonly sha256: string };
  readonly policy: string;
  readonly model: string;
  /** Further totals over other choices of rows, e.g. without the questions that an audit excluded. */
  readonly views: Readonly<Record<string, readonly Row[]>>;
}

export interface SuiteDefinition<Row extends BaseRow> {
  readonly name: string;
  readonly summary: string;
  readonly needsData: boolean;
  readonly rowSchema: z.ZodType<Row>;
  run(context: RunContext): Promise<SuiteOutcome<Row>>;
  /** Which figures these rows give. */
  measures(rows: readonly Row[]): readonly Measure<Row>[];
}

export type Figures = Readonly<Record<string, Figure>>;

interface MeasuredRun {
  readonly data: { readonly path: string; readonly sha256: string };
  readonly policy: string;
  readonly model: string;
  readonly metrics: Figures;
  readonly byCategory: Readonly<Record<string, Figures>>;
  readonly rows: readonly unknown[];
}

interface Comparison {
  readonly differences: readonly Difference[];
  readonly paired: number;
  readonly unpaired: number;
}

/** A suite with its row type sealed in, so that different suites fit in one list. */
export interface Suite {
  readonly name: string;
  readonly summary: string;
  readonly needsData: boolean;
  execute(context: RunContext): Promise<MeasuredRun>;
  /** Pairs the rows of two reports. Throws a ZodError when rows have another shape. */
  compare(first: readonly unknown[], second: readonly unknown[]): Comparison;
  /** How a figure of this suite is printed; figures that are not known here are shares. */
  unitOf(metric: string, rows: readonly unknown[]): Measure<BaseRow>["unit"];
}

function figures<Row extends BaseRow>(rows: readonly Row[], measures: readonly Measure<Row>[]): Figures {
  const result: Record<string, Figure> = {};
  for (const measure of measures) {
    const figure = bootstrap(rows, measure);
    if (figure !== undefined) result[measure.name] = figure;
  }
  return result;
}

function figuresByCategory<Row extends BaseRow>(
  rows: readonly Row[],
  measures: readonly Measure<Row>[],
  views: SuiteOutcome<Row>["views"],
): Record<string, Figures> {
  const result: Record<string, Figures> = {};
  for (const [name, chosen] of Object.entries(views)) result[name] = figures(chosen, measures);
  for (const category of [...new Set(rows.map((row) => row.category))].sort()) {
    result[category] = figures(
      rows.filter((row) => row.category === category),
      measures,
    );
  }
  return result;
}

/** Seals a definition. */
export function defineSuite<Row extends BaseRow>(definition: SuiteDefinition<Row>): Suite {
  const parse = (rows: readonly unknown[]) => definition.rowSchema.array().parse(rows);
  return {
    name: definition.name,
    summary: definition.summary,
    needsData: definition.needsData,
    execute: async (context) => {
      const { rows, views, ...outcome } = await definition.run(context);
      const measures = definition.measures(rows);
      return {
        ...outcome,
        metrics: figures(rows, measures),
        byCategory: figuresByCategory(rows, measures, views),
        rows,
      };
    },
    compare: (first, second) => {
      const a = parse(first);
      const b = parse(second);
      const { pairs, unpaired } = pairRows(a, b);
      const differences = definition.measures([...a, ...b]).flatMap((measure) => pairedBootstrap(pairs, measure) ?? []);
      return { differences, paired: pairs.length, unpaired };
    },
    unitOf: (metric, rows) =>
      definition.measures(parse(rows)).find((measure) => measure.name === metric)?.unit ?? "share",
  };
}
