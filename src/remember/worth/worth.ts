import type { WorthClassifier } from "../../domain/index.js";

function sigmoid(logit: number): number {
  return 1 / (1 + Math.exp(-logit));
}

/** Probability that a careful reader would keep a clause. @param vector of the clause, by the classifier's embedding model */
export function worthOf(
  classifier: WorthClassifier,
  vector: Float32Array,
  features: Readonly<Record<string, number>>,
): number {
  let logit = classifier.bias;
  for (const [name, value] of Object.entries(features)) logit += (classifier.features[name] ?? 0) * value;
  for (let index = 0; index < vector.length; index++) {
    logit += (classifier.vector[index] ?? 0) * (vector[index] ?? 0);
  }
  return sigmoid(logit);
}
