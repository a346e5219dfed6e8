import type { BaseRow, Measure } from "./measure.js";

/** What is kept of one bundle of state updates. */
export interface SupersessionRow extends BaseRow {
  readonly expectedEdges: number;
  readonly foundEdges: number;
  readonly madeEdges: number;
  readonly wrongEdges: number;
  /** Nothing in the bundle may replace anything. */
  readonly mustNotSupersede: boolean;
  readonly goldUnits: number;
  readonly foundUnits: number;
  readonly memories: number;
}

/** An edge between what a memory says: `old` was replaced by `next`. Each side names the claims that the memory may stand for. */
export interface MadeEdge {
  readonly old: readonly string[];
  readonly next: readonly string[];
}

/**
 * Matches made edges with expected ones, one to one: a merged memory that stands for two claims earns one edge, not two.
 * Augmenting paths (Kuhn 1955), so that the order of the edges cannot cost a match.
 */
export function matchEdges(
  expected: readonly (readonly [string, string])[],
  made: readonly MadeEdge[],
): { found: number; wrong: number } {
  const found = maximumMatching(made.length, expected.length, (edge, goal) => {
    const wanted = expected[goal];
    const got = made[edge];
    if (wanted === undefined || got === undefined) return false;
    return got.old.includes(wanted[0]) && got.next.includes(wanted[1]);
  });
  return { found, wrong: made.length - found };
}

/** Size of a maximum one-to-one matching between `left` and `right` things. */
export function maximumMatching(left: number, right: number, fits: (left: number, right: number) => boolean): number {
  const partner: number[] = new Array<number>(right).fill(-1);
  const place = (candidate: number, seen: Set<number>): boolean => {
    for (let goal = 0; goal < right; goal++) {
      if (seen.has(goal) || !fits(candidate, goal)) continue;
      seen.add(goal);
      const holder = partner[goal] ?? -1;
      if (holder === -1 || place(holder, seen)) {
        partner[goal] = candidate;
        return true;
      }
    }
    return false;
  };
  let size = 0;
  for (let candidate = 0; candidate < left; candidate++) if (place(candidate, new Set())) size++;
  return size;
}

const total = (rows: readonly SupersessionRow[], pick: (row: SupersessionRow) => number) =>
  rows.reduce((sum, row) => sum + pick(row), 0);

function ratio(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

/** F1 of units: 2 × found / (units + memories). */
export const extractF1: Measure<SupersessionRow> = {
  name: "extract.f1",
  unit: "share",
  better: "higher",
  applies: (row) => row.goldUnits > 0,
  compute: (rows) =>
    ratio(
      2 * total(rows, (row) => row.foundUnits),
      total(rows, (row) => row.goldUnits) + total(rows, (row) => row.memories),
    ),
};

export const extractRecall: Measure<SupersessionRow> = {
  ...extractF1,
  name: "extract.recall",
  compute: (rows) =>
    ratio(
      total(rows, (row) => row.foundUnits),
      total(rows, (row) => row.goldUnits),
    ),
};

export const extractPrecision: Measure<SupersessionRow> = {
  ...extractF1,
  name: "extract.precision",
  compute: (rows) =>
    ratio(
      total(rows, (row) => row.foundUnits),
      total(rows, (row) => row.memories),
    ),
};

export const SUPERSESSION_MEASURES: readonly Measure<SupersessionRow>[] = [
  {
    name: "supersede.recall",
    unit: "share",
    better: "higher",
    applies: (row) => row.expectedEdges > 0,
    compute: (rows) =>
      ratio(
        total(rows, (row) => row.foundEdges),
        total(rows, (row) => row.expectedEdges),
      ),
  },
  {
    name: "supersede.wrong",
    unit: "share",
    better: "lower",
    applies: () => true,
    // No edge made at all is no wrong edge.
    compute: (rows) =>
      ratio(
        total(rows, (row) => row.wrongEdges),
        total(rows, (row) => row.madeEdges),
      ) ?? 0,
  },
  {
    name: "untouched",
    unit: "share",
    better: "higher",
    applies: (row) => row.mustNotSupersede,
    compute: (rows) => ratio(rows.filter((row) => row.madeEdges === 0).length, rows.length),
  },
  extractF1,
  extractRecall,
  extractPrecision,
];
