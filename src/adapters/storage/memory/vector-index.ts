import { compareCodePoints, dot, KeepsakeError, matchesFilter } from "../../../domain/index.js";
import type { VectorHit, VectorIndex, VectorQuery } from "../../../ports/index.js";
import { checkSearchLimit } from "./keyword-index.js";
import type { IndexedItem } from "./state.js";
import type { Store } from "./store.js";

function cosine(query: Float32Array, values: Float32Array): number {
  if (query.length !== values.length) {
    throw new KeepsakeError("INVALID_INPUT", `the query has ${query.length} dimensions, the index ${values.length}`, {
      field: "vector",
    });
  }
  return Math.max(-1, Math.min(1, dot(query, values)));
}

function hitsOf(
  items: Iterable<IndexedItem>,
  { vector, modelId }: Pick<VectorQuery, "vector" | "modelId">,
): VectorHit[] {
  const hits: VectorHit[] = [];
  for (const item of items) {
    const values = item.vectors.get(modelId);
    if (values !== undefined) hits.push({ itemId: item.attributes.id, cosine: cosine(vector, values) });
  }
  return hits;
}

export function createVectorIndex(store: Store): VectorIndex {
  const itemsOf = (scope: Parameters<VectorIndex["search"]>[0]) => {
    store.requireOpen();
    return store.stateOf(scope).items;
  };
  return {
    async search(scope, query) {
      checkSearchLimit(query.limit);
      const all = [...itemsOf(scope).values()];
      hitsOf(all, query); // a wrong dimension is an error whatever the filter lets through
      return hitsOf(
        all.filter((item) => matchesFilter(query.filter, item.attributes)),
        query,
      )
        .sort((a, b) => b.cosine - a.cosine || compareCodePoints(a.itemId, b.itemId))
        .slice(0, query.limit);
    },
    async score(scope, query, itemIds) {
      const items = itemsOf(scope);
      return hitsOf(
        [...new Set(itemIds)].flatMap((id) => items.get(id) ?? []),
        query,
      );
    },
    async find(scope, modelId, itemIds) {
      const items = itemsOf(scope);
      return new Map(
        itemIds.flatMap((itemId) => {
          const values = items.get(itemId)?.vectors.get(modelId);
          return values === undefined ? [] : [[itemId, values.slice()] as const];
        }),
      );
    },
    async countByModel(scope) {
      const counts = new Map<string, number>();
      for (const item of itemsOf(scope).values()) {
        for (const modelId of item.vectors.keys()) counts.set(modelId, (counts.get(modelId) ?? 0) + 1);
      }
      return counts;
    },
  };
}
