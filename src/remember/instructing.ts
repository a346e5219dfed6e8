import type { Policy } from "../domain/index.js";
import { injectionSigns } from "../language/index.js";
import { logitOf, sigmoid, weighed } from "./logistic.js";
import type { Statement } from "./statement.js";

/** Without one of these no words are about a model, a secret way, or somebody's data: what a user plainly wishes has none. */
const NEEDED = [
  "machine",
  "readers",
  "conceal",
  "memory",
  "exfiltrate.address",
  "theUser.permission",
  "second.precedence",
] as const;

/**
 * Whether the words of a statement instruct whoever reads them, although no pattern marks them: by the policy's classifier. Precision
 * first: what is wrongly marked waits for a person.
 * @param vector of the statement's content, by the classifier's embedding model; absent: not decided
 * @param embeddingModel that made the vector
 */
export function instructsReader(
  policy: Pick<Policy, "extraction">,
  statement: Pick<Statement, "evidence" | "intent">,
  vector: Float32Array | undefined,
  embeddingModel: string,
): boolean {
  const { injection } = policy.extraction;
  if (injection === undefined || vector === undefined || statement.intent === "forget") return false;
  const { classifier, threshold } = injection;
  if (classifier.embeddingModel !== embeddingModel) return false;
  const signs = injectionSigns(statement.evidence);
  if (signs.question === 1 || !NEEDED.some((name) => signs[name] === 1)) return false;
  return sigmoid(logitOf(classifier, signs) + weighed(classifier.vector, vector)) >= threshold;
}
