import {
  and,
  dot,
  isEpisodeId,
  isMemoryId,
  type Memory,
  type MemoryId,
  type Policy,
  type Scope,
  type TurnId,
} from "../../domain/index.js";
import type { EngineParts } from "../../ports/index.js";
import type { Vectors } from "../commit.js";
import { logitOf, sigmoid, weighed } from "../logistic.js";
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
  /** What a request to forget means by its topic, whatever its words: memories, and turns that only their segments hold. */
  meant(statement: Statement): Meant;
  readonly thresholds: RelationThresholds;
}

interface Meant {
  readonly memoryIds: readonly MemoryId[];
  readonly turnIds: readonly TurnId[];
}

type RelationThresholds = Pick<
  NonNullable<Policy["reconcile"]["relation"]>,
  "updateFrom" | "announcedFrom" | "sameFrom"
>;

const NEAREST = 16;
/** So many items at most are taken for what a request to forget means. */
const MOST_MEANT = 12;
/** What is so much further from the topic than the nearest is another matter. */
const MEANT_MARGIN = 0.08;
/** Texts further apart say nothing of each other. */
const LEAST_COSINE = 0.2;

type Weights = NonNullable<Policy["reconcile"]["relation"]>["classifier"]["update"];

function probability(
  weights: Weights,
  features: Readonly<Record<string, number>>,
  earlier: Float32Array,
  later: Float32Array,
): number {
  const product = later.map((value, index) => value * (earlier[index] ?? 0));
  return sigmoid(
    logitOf(weights, features) +
      weighed(weights.earlier, earlier) +
      weighed(weights.later, later) +
      weighed(weights.product, product),
  );
}

/** What no statement that says the same has: another figure, day or side, an opposite, other order, or one place in which alone it differs. */
const NEVER_SAME =
  /^(?:place\.|opposed$|reordered$|side\.differ$|(?:figures|days|times)\.differ$|slot\.(?:opposite|newValue|otherSubject)$|opens\.differ$)/u;
/** What changes nothing: words not one of which is shared, what is asked, quoted or only considered. */
const NO_UPDATE = /^(?:noWord|second\.(?:act-(?:question|quotation|hypothetical)|undecided|question))$/u;

function isBarred(features: Readonly<Record<string, number>>, by: RegExp): boolean {
  return Object.keys(features).some((name) => by.test(name));
}

/**
 * What a topic means by its vector. A segment's vector holds the turn before it too, so turns are compared by their own words: what
 * was said just before or after the matter stays.
 */
async function findMeant(
  parts: Pick<EngineParts, "embedder" | "storage">,
  scope: Scope,
  topic: Float32Array,
  from: number,
): Promise<Meant> {
  const { modelId } = parts.embedder.profile;
  const hits = await parts.storage.vectors.search(scope, { vector: topic, modelId, filter: and(), limit: MOST_MEANT });
  const best = hits.reduce((most, { cosine }) => Math.max(most, cosine), 0);
  const least = Math.max(from, best - MEANT_MARGIN);
  const near = hits.filter(({ cosine }) => cosine >= least);
  const episodeIds = near.map(({ itemId }) => itemId).filter(isEpisodeId);
  const turns = await parts.storage.truth.read(scope, async (transaction) => {
    const episodes = await transaction.episodes.findMany(episodeIds);
    return transaction.turns.findMany(episodes.map((episode) => episode.centreTurnId));
  });
  const own = await parts.embedder.embedPassages(turns.map((turn) => turn.text));
  return {
    memoryIds: near.map(({ itemId }) => itemId).filter(isMemoryId),
    turnIds: turns.filter((_turn, index) => dot(topic, own[index] ?? new Float32Array(0)) >= least).map(({ id }) => id),
  };
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
  const nearest = new Map<string, readonly MemoryId[]>();
  const meant = new Map<string, Meant>();
  for (const { content, intent } of statements) {
    const vector = vectors.get(content);
    if (vector === undefined) continue;
    if (intent === "forget") meant.set(content, await findMeant(parts, scope, vector, relation.forgetFrom));
    else if (!nearest.has(content)) {
      const hits = await parts.storage.vectors.search(scope, { vector, modelId, filter, limit: NEAREST });
      const near = hits.filter(({ cosine }) => cosine >= LEAST_COSINE);
      nearest.set(
        content,
        near.map(({ itemId }) => itemId as MemoryId),
      );
    }
  }
  const ids = [...new Set([...nearest.values()].flat())];
  const held = ids.length === 0 ? new Map() : await parts.storage.vectors.find(scope, modelId, ids);
  return {
    thresholds: relation,
    meant: (statement) => meant.get(statement.content) ?? { memoryIds: [], turnIds: [] },
    near: (statement) => nearest.get(statement.content) ?? [],
    relate: (statement, memory) => {
      const later = vectors.get(statement.content);
      // said in the same batch: not in the index yet
      const earlier = held.get(memory.id) ?? vectors.get(memory.content);
      if (later === undefined || earlier === undefined) return undefined;
      const cosine = dot(earlier, later);
      if (cosine < LEAST_COSINE) return undefined;
      const features = pairFeatures(readSaid(memory.evidence), readSaid(statement.evidence), cosine);
      const { update, same } = relation.classifier;
      return {
        update: isBarred(features, NO_UPDATE) ? 0 : probability(update, features, earlier, later),
        same: isBarred(features, NEVER_SAME) ? 0 : probability(same, features, earlier, later),
      };
    },
  };
}
