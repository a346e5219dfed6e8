import { and, type Memory, type MemoryId, type Policy, type Scope } from "../../domain/index.js";
import type { EngineParts } from "../../ports/index.js";
import type { Vectors } from "../commit.js";
import type { Statement } from "../statement.js";
import { pairFeatures } from "./pair-features.js";
import { readSaid } from "./said.js";

/** How a statement stands to a memory that was there before it; probabilities, 0–1. */
export interface Relation {
  /** The memory no longer holds. */
  readonly update: number;
  /** The statement says nothing new. */
  readonly same: number;
}

/** What is known of how statements about to be written stand to what is remembered. Made before the write transaction begins. */
export interface Relating {
  /** undefined: too far apart, or their vectors are not known. */
  relate(statement: Statement, memory: Memory): Relation | undefined;
  /** Memories near the statement, nearest first, whomever they are about. */
  near(statement: Statement): readonly MemoryId[];
  readonly thresholds: RelationThresholds;
}

type RelationThresholds = Pick<NonNullable<Policy["reconcile"]["relation"]>, "updateFrom" | "sameFrom">;

const NEAREST = 16;
/** Texts further apart say nothing of each other. */
const LEAST_COSINE = 0.2;

type Weights = NonNullable<Policy["reconcile"]["relation"]>["classifier"]["update"];

function probability({ bias, features: weights }: Weights, features: Readonly<Record<string, number>>): number {
  let logit = bias;
  for (const [name, value] of Object.entries(features)) logit += (weights[name] ?? 0) * value;
  return 1 / (1 + Math.exp(-logit));
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let index = 0; index < a.length; index++) sum += (a[index] ?? 0) * (b[index] ?? 0);
  return sum;
}

/**
 * Looks for what is near the statements. undefined where the policy has no classifier, or one for another embedding model:
 * slots decide alone then.
 */
export async function findRelating(
  parts: Pick<EngineParts, "embedder" | "storage" | "policy">,
  scope: Scope,
  statements: readonly Statement[],
  vectors: Vectors,
): Promise<Relating | undefined> {
  const { relation } = parts.policy.reconcile;
  const { modelId } = parts.embedder.profile;
  if (relation === undefined || relation.classifier.embeddingModel !== modelId) return undefined;
  const filter = and(
    { op: "in", field: "type", values: ["memory"] },
    { op: "in", field: "status", values: ["active"] },
  );
  const cosines = new Map<string, ReadonlyMap<string, number>>();
  for (const { content } of statements) {
    const vector = vectors.get(content);
    if (vector === undefined || cosines.has(content)) continue;
    const hits = await parts.storage.vectors.search(scope, { vector, modelId, filter, limit: NEAREST });
    cosines.set(content, new Map(hits.map((hit) => [hit.itemId, hit.cosine])));
  }
  const cosineOf = (statement: Statement, memory: Memory): number | undefined => {
    const [own, other] = [vectors.get(statement.content), vectors.get(memory.content)];
    // said in the same batch: not in the index yet
    if (own !== undefined && other !== undefined) return dot(own, other);
    return cosines.get(statement.content)?.get(memory.id);
  };
  return {
    thresholds: relation,
    near: (statement) => [...(cosines.get(statement.content)?.keys() ?? [])] as MemoryId[],
    relate: (statement, memory) => {
      const cosine = cosineOf(statement, memory);
      if (cosine === undefined || cosine < LEAST_COSINE) return undefined;
      const features = pairFeatures(readSaid(memory.evidence), readSaid(statement.evidence), cosine);
      return {
        update: probability(relation.classifier.update, features),
        same: probability(relation.classifier.same, features),
      };
    },
  };
}
