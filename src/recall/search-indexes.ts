import { type Filter, type ItemId, KeepsakeError, type Scope } from "../domain/index.js";
import type { EngineParts, KeywordHit, VectorHit } from "../ports/index.js";

/** A query as the indexes take it. */
export interface IndexQuery {
  /** Absent when the embedder did not answer: keywords only. */
  readonly vector?: Float32Array;
  readonly terms: readonly string[];
}

export interface IndexScores {
  readonly cosines: ReadonlyMap<ItemId, number>;
  readonly keywords: ReadonlyMap<ItemId, KeywordHit>;
}

function toMaps(vectorHits: readonly VectorHit[], keywordHits: readonly KeywordHit[]): IndexScores {
  return {
    cosines: new Map(vectorHits.map((hit) => [hit.itemId, hit.cosine])),
    keywords: new Map(keywordHits.map((hit) => [hit.itemId, hit])),
  };
}

/** Embeds the query. A model that does not answer degrades the answer to keywords instead of losing it; other errors pass. */
export async function embedQuery(
  parts: EngineParts,
  text: string,
): Promise<{ vector?: Float32Array; degraded?: string }> {
  try {
    return { vector: await parts.embedder.embedQuery(text) };
  } catch (error) {
    if (!(error instanceof KeepsakeError) || !error.code.startsWith("MODEL_")) {
      if (!(error instanceof KeepsakeError && error.code === "DEADLINE_EXCEEDED")) throw error;
    }
    parts.telemetry.count("keepsake_recall_degraded", 1, { reason: error.code });
    return { degraded: `embedder: ${error.code}` };
  }
}

/** The best items of both indexes under one filter, searched side by side. */
export async function searchIndexes(
  parts: EngineParts,
  scope: Scope,
  query: IndexQuery,
  filter: Filter,
): Promise<IndexScores> {
  const limit = parts.policy.recall.candidatesPerChannel;
  const [vectorHits, keywordHits] = await Promise.all([
    query.vector === undefined
      ? []
      : parts.storage.vectors.search(scope, {
          vector: query.vector,
          modelId: parts.embedder.profile.modelId,
          filter,
          limit,
        }),
    query.terms.length === 0 ? [] : parts.storage.keywords.search(scope, { terms: query.terms, filter, limit }),
  ]);
  return toMaps(vectorHits, keywordHits);
}

/** Scores of named items, so that what one channel found is judged by the others too. */
export async function scoreItems(
  parts: EngineParts,
  scope: Scope,
  query: IndexQuery,
  ids: readonly ItemId[],
): Promise<IndexScores> {
  if (ids.length === 0) return toMaps([], []);
  const [vectorHits, keywordHits] = await Promise.all([
    query.vector === undefined
      ? []
      : parts.storage.vectors.score(scope, { vector: query.vector, modelId: parts.embedder.profile.modelId }, ids),
    query.terms.length === 0 ? [] : parts.storage.keywords.score(scope, query.terms, ids),
  ]);
  return toMaps(vectorHits, keywordHits);
}
