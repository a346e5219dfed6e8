import { type BaseRow, type Measure, meanMeasure } from "./measure.js";

/** What became of two statements of one user. */
export interface ChangeRow extends BaseRow {
  readonly kind: "update" | "beside";
  /** Was the first statement ever held? */
  readonly held: boolean;
  /** Is the first statement still active? */
  readonly firstActive: boolean;
  readonly secondActive: boolean;
}

const isUpdate = (row: ChangeRow) => row.kind === "update";
const isBeside = (row: ChangeRow) => row.kind === "beside";
const share = (flag: boolean) => (flag ? 1 : 0);

export const CHANGE_MEASURES: readonly Measure<ChangeRow>[] = [
  meanMeasure<ChangeRow>("update.found", isUpdate, (row) => share(row.secondActive && !row.firstActive)),
  meanMeasure<ChangeRow>("update.remembered", isUpdate, (row) => share(row.secondActive)),
  meanMeasure<ChangeRow>("beside.wrong", isBeside, (row) => share(row.held && !row.firstActive), { better: "lower" }),
  meanMeasure<ChangeRow>("beside.both", isBeside, (row) => share(row.firstActive && row.secondActive)),
];

/** What became of two statements that a user asked to be remembered. */
export interface MergeRow extends BaseRow {
  readonly kind: "duplicate" | "different";
  readonly merged: boolean;
  /** The second statement closed the first. */
  readonly replaced: boolean;
}

export const MERGE_MEASURES: readonly Measure<MergeRow>[] = [
  meanMeasure<MergeRow>(
    "duplicate.found",
    (row) => row.kind === "duplicate",
    (row) => share(row.merged || row.replaced),
  ),
  meanMeasure<MergeRow>(
    "different.merged",
    (row) => row.kind === "different",
    (row) => share(row.merged),
    { better: "lower" },
  ),
  meanMeasure<MergeRow>(
    "different.replaced",
    (row) => row.kind === "different",
    (row) => share(row.replaced),
    { better: "lower" },
  ),
];

/** What redaction did to one text. */
export interface RedactionRow extends BaseRow {
  readonly isSecret: boolean;
  /** Was anything of it cut out? */
  readonly cut: boolean;
}

function ratio(part: number, whole: number): number | undefined {
  return whole === 0 ? undefined : part / whole;
}

export const REDACTION_MEASURES: readonly Measure<RedactionRow>[] = [
  meanMeasure<RedactionRow>(
    "redaction.recall",
    (row) => row.isSecret,
    (row) => share(row.cut),
  ),
  {
    name: "redaction.precision",
    unit: "share",
    better: "higher",
    applies: () => true,
    compute: (rows) => {
      const cut = rows.filter((row) => row.cut);
      return ratio(cut.filter((row) => row.isSecret).length, cut.length);
    },
  },
];

/** A memory of a long talk, or a statement of which it is known whether it must still hold. */
export interface ClosingRow extends BaseRow {
  readonly kind: "kept" | "stays" | "goes";
  /** Not closed; still held; held no more. */
  readonly good: boolean;
}

export const CLOSING_MEASURES: readonly Measure<ClosingRow>[] = [
  meanMeasure<ClosingRow>(
    "closed",
    (row) => row.kind === "kept",
    (row) => share(!row.good),
    { better: "lower" },
  ),
  meanMeasure<ClosingRow>(
    "stays.held",
    (row) => row.kind === "stays",
    (row) => share(row.good),
  ),
  meanMeasure<ClosingRow>(
    "goes.closed",
    (row) => row.kind === "goes",
    (row) => share(row.good),
  ),
];
