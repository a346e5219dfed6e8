/** Ridge-penalised logistic regression, full batches, Adam (Kingma and Ba 2015). Deterministic. */

export interface Row {
  readonly input: Float64Array;
  readonly target: 0 | 1;
  /** Rows of one group are left out together. */
  readonly group: string;
}
export interface Weights {
  readonly bias: number;
  readonly weights: Float64Array;
}
export interface Choices {
  /** By input: Infinity leaves it out. */
  readonly ridge: Float64Array;
  readonly steps: number;
}

const LEARNING_RATE = 0.03;

function probability(model: Weights, input: Float64Array): number {
  let logit = model.bias;
  for (let index = 0; index < input.length; index++) logit += (model.weights[index] ?? 0) * (input[index] ?? 0);
  return 1 / (1 + Math.exp(-logit));
}

export function train(rows: readonly Row[], { ridge, steps }: Choices): Weights {
  const size = ridge.length;
  const weights = new Float64Array(size);
  const first = new Float64Array(size + 1);
  const second = new Float64Array(size + 1);
  let bias = 0;
  for (let step = 1; step <= steps; step++) {
    const gradient = new Float64Array(size + 1);
    for (const { input, target } of rows) {
      const error = (probability({ bias, weights }, input) - target) / rows.length;
      for (let index = 0; index < size; index++) gradient[index] = (gradient[index] ?? 0) + error * (input[index] ?? 0);
      gradient[size] = (gradient[size] ?? 0) + error;
    }
    for (let index = 0; index <= size; index++) {
      const penalty = index === size ? 0 : (ridge[index] ?? 0);
      if (penalty === Number.POSITIVE_INFINITY) continue;
      const slope = (gradient[index] ?? 0) + penalty * (weights[index] ?? 0);
      first[index] = 0.9 * (first[index] ?? 0) + 0.1 * slope;
      second[index] = 0.999 * (second[index] ?? 0) + 0.001 * slope * slope;
      const moved =
        (LEARNING_RATE * ((first[index] ?? 0) / (1 - 0.9 ** step))) /
        (Math.sqrt((second[index] ?? 0) / (1 - 0.999 ** step)) + 1e-8);
      if (index === size) bias -= moved;
      else weights[index] = (weights[index] ?? 0) - moved;
    }
  }
  return { bias, weights };
}

/** Every input of mean 0 and deviation 1, and the way back for a model trained on them. */
export function standardise(rows: readonly Row[]): { readonly rows: Row[]; unfold(model: Weights): Weights } {
  const size = rows[0]?.input.length ?? 0;
  const mean = new Float64Array(size);
  const deviation = new Float64Array(size);
  for (const { input } of rows)
    input.forEach((value, index) => {
      mean[index] = (mean[index] ?? 0) + value / rows.length;
    });
  for (const { input } of rows) {
    input.forEach((value, index) => {
      deviation[index] = (deviation[index] ?? 0) + (value - (mean[index] ?? 0)) ** 2 / rows.length;
    });
  }
  for (let index = 0; index < size; index++) deviation[index] = Math.sqrt(deviation[index] ?? 0) || 1;
  return {
    rows: rows.map((row) => ({
      ...row,
      input: row.input.map((value, index) => (value - (mean[index] ?? 0)) / (deviation[index] ?? 1)),
    })),
    unfold: ({ bias, weights }) => {
      const unfolded = weights.map((weight, index) => weight / (deviation[index] ?? 1));
      return {
        bias: unfolded.reduce((sum, weight, index) => sum - weight * (mean[index] ?? 0), bias),
        weights: unfolded,
      };
    },
  };
}

/** Each group's rows judged by a model that has seen none of it. In the order of `rows`. */
export function crossValidate(rows: readonly Row[], choices: Choices, folds: number): number[] {
  const groups = [...new Set(rows.map((row) => row.group))].sort();
  const judged = new Array<number>(rows.length).fill(0);
  for (let fold = 0; fold < folds; fold++) {
    const held = new Set(groups.filter((_group, index) => index % folds === fold));
    const model = train(
      rows.filter((row) => !held.has(row.group)),
      choices,
    );
    rows.forEach((row, index) => {
      if (held.has(row.group)) judged[index] = probability(model, row.input);
    });
  }
  return judged;
}

/** Precision, recall and F1 at a threshold, as a line. */
export function figuresAt(targets: readonly (0 | 1)[], judged: readonly number[], threshold: number): string {
  let [kept, right, all] = [0, 0, 0];
  targets.forEach((target, index) => {
    const isKept = (judged[index] ?? 0) >= threshold;
    if (target === 1) all += 1;
    if (isKept) kept += 1;
    if (isKept && target === 1) right += 1;
  });
  const [precision, recall] = [right / Math.max(1, kept), right / Math.max(1, all)];
  const f1 = (2 * precision * recall) / Math.max(1e-9, precision + recall);
  return `P ${precision.toFixed(3)}  R ${recall.toFixed(3)}  F1 ${f1.toFixed(3)}`;
}
