/** What logistic regressions have in common: a bias, and a weight by the feature's name; one that is not named weighs nothing. */
interface FeatureWeights {
  readonly bias: number;
  readonly features: Readonly<Record<string, number>>;
}

/** Log-odds by the features alone. */
export function logitOf({ bias, features }: FeatureWeights, values: Readonly<Record<string, number>>): number {
  let logit = bias;
  for (const [name, value] of Object.entries(values)) logit += (features[name] ?? 0) * value;
  return logit;
}

/** The log-odds that a vector adds, by a weight per dimension. */
export function weighed(weights: readonly number[], vector: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < vector.length; index++) sum += (weights[index] ?? 0) * (vector[index] ?? 0);
  return sum;
}

/** Log-odds to probability, 0–1. */
export function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

const FARTHEST = 1e-6;

function logit(probability: number): number {
  const bounded = Math.min(1 - FARTHEST, Math.max(FARTHEST, probability));
  return Math.log(bounded / (1 - bounded));
}

/**
 * The probability that two judges come to, one over vectors and signs of the words and one that reads the texts together; the first's alone
 * where there is no second.
 * @param share how much the second's log-odds count, 0–1
 */
export function mixed(byRegression: number, byReader: number | undefined, share: number): number {
  if (byReader === undefined) return byRegression;
  return sigmoid(share * logit(byReader) + (1 - share) * logit(byRegression));
}
