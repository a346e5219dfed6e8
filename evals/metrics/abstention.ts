import type { Measure } from "./measure.js";
import type { RetrievalRow } from "./retrieval.js";

type AbstentionRow = Pick<RetrievalRow, "id" | "conversation" | "category" | "unanswerable" | "returned" | "best">;

interface Counts {
  /** Unanswerable and answered with nothing. */
  readonly right: number;
  readonly unanswerable: number;
  readonly empty: number;
}

function count(rows: readonly AbstentionRow[]): Counts {
  let right = 0;
  let unanswerable = 0;
  let empty = 0;
  for (const row of rows) {
    const isEmpty = row.returned === 0;
    if (row.unanswerable) unanswerable++;
    if (isEmpty) empty++;
    if (row.unanswerable && isEmpty) right++;
  }
  return { right, unanswerable, empty };
}

/** Share of unanswerable questions that were answered with nothing. */
export function abstainRecall(rows: readonly AbstentionRow[]): number | undefined {
  const { right, unanswerable } = count(rows);
  return unanswerable === 0 ? undefined : right / unanswerable;
}

/** Share of empty answers that were right to be empty; nothing to say when no answer was empty. */
export function abstainPrecision(rows: readonly AbstentionRow[]): number | undefined {
  const { right, empty } = count(rows);
  return empty === 0 ? undefined : right / empty;
}

/** Harmonic mean of the two; 0 when there were unanswerable questions and none was recognised. */
export function abstainF1(rows: readonly AbstentionRow[]): number | undefined {
  const { right, unanswerable, empty } = count(rows);
  return unanswerable === 0 ? undefined : (2 * right) / (unanswerable + empty);
}

/**
 * Area under the ROC curve of "the best probability of relevance is low" against "has no answer": the chance that an
 * answerable question scores above an unanswerable one, ties half (Mann–Whitney U, by ranks).
 */
export function abstainAuc(rows: readonly AbstentionRow[]): number | undefined {
  const scored = rows.flatMap((row) =>
    row.best === undefined ? [] : [{ best: row.best, answerable: !row.unanswerable }],
  );
  const answerable = scored.filter((row) => row.answerable).length;
  const unanswerable = scored.length - answerable;
  if (answerable === 0 || unanswerable === 0) return undefined;
  scored.sort((a, b) => a.best - b.best);
  let rankSum = 0;
  for (let start = 0; start < scored.length; ) {
    let end = start;
    let answerableHere = 0;
    while (end < scored.length && scored[end]?.best === scored[start]?.best) {
      if (scored[end]?.answerable) answerableHere++;
      end++;
    }
    rankSum += answerableHere * ((start + 1 + end) / 2); // ties share their mean rank
    start = end;
  }
  return (rankSum - (answerable * (answerable + 1)) / 2) / (answerable * unanswerable);
}

/** The four figures of abstention; they say nothing on data without unanswerable questions. */
export function abstentionMeasures(rows: readonly RetrievalRow[]): readonly Measure<RetrievalRow>[] {
  if (!rows.some((row) => row.unanswerable)) return [];
  // Questions with neither gold nor "unanswerable" (answered by reasoning only) are on neither side.
  const applies = (row: RetrievalRow) => row.unanswerable || row.goldRanks.length > 0;
  const measure = (
    name: string,
    compute: Measure<RetrievalRow>["compute"],
    unit: Measure<RetrievalRow>["unit"] = "share",
  ): Measure<RetrievalRow> => ({ name, unit, better: "higher", applies, compute });
  return [
    measure("abstain.recall", abstainRecall),
    measure("abstain.precision", abstainPrecision),
    measure("abstain.f1", abstainF1),
    measure("abstain.auc", abstainAuc, "score"),
  ];
}
