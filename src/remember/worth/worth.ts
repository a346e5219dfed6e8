import type { WorthClassifier } from "../../domain/index.js";
import { logitOf, sigmoid, weighed } from "../logistic.js";

/** Probability that a careful reader would keep a clause. @param vector of the clause, by the classifier's embedding model */
export function worthOf(
  classifier: WorthClassifier,
  vector: Float32Array,
  features: Readonly<Record<string, number>>,
): number {
  return sigmoid(logitOf(classifier, features) + weighed(classifier.vector, vector));
}
