import { makeScope, type Scope } from "../../domain/index.js";
import type { VectorEngine } from "../../ports/index.js";
import { createReferenceEngine } from "./reference-engine.js";

const changed = (change: (right: VectorEngine) => Partial<VectorEngine>): (() => VectorEngine) => {
  return () => {
    const right = createReferenceEngine();
    return { ...right, ...change(right) };
  };
};

/** Every call sees another scope than it was given. */
const withScopes = (change: (scope: Scope) => Scope): (() => VectorEngine) =>
  changed((right) => ({
    search: (scope, query) => right.search(change(scope), query),
    put: (scope, points) => right.put(change(scope), points),
    remove: (scope, ids) => right.remove(change(scope), ids),
    listIds: (scope, ...rest) => right.listIds(change(scope), ...rest),
  }));

/** Engines with one fault each, of kinds that real ones have had; the suite must find every one. */
export const BROKEN_ENGINES: Readonly<Record<string, () => VectorEngine>> = {
  "filters after the best k": changed((right) => ({
    async search(scope, query) {
      const best = await right.search(scope, { ...query, filter: { op: "all" } });
      const matching = new Set((await right.search(scope, { ...query, limit: 4096 })).map((hit) => hit.itemId));
      return best.filter((hit) => matching.has(hit.itemId));
    },
  })),
  "ignores the user": withScopes(({ tenant }) => makeScope(tenant, "everyone")),
  "folds the case of ids": withScopes(({ tenant, user }) => makeScope(tenant.toLowerCase(), user.toLowerCase())),
  "joins the parts of a scope": withScopes(({ tenant, user }) => makeScope(`${tenant}:${user}`.slice(0, 256), "one")),
  "gives similarity from 0 to 1": changed((right) => ({
    search: async (scope, query) =>
      (await right.search(scope, query)).map((hit) => ({ ...hit, cosine: (1 + hit.cosine) / 2 })),
  })),
  "removes the vectors of one model only": changed((right) => {
    const first = createReferenceEngine();
    let model: string | undefined;
    const of = (modelId: string): VectorEngine => {
      model ??= modelId;
      return modelId === model ? first : right;
    };
    return {
      search: (scope, query) => of(query.modelId).search(scope, query),
      async put(scope, points) {
        for (const point of points) await of(point.modelId).put(scope, [point]);
      },
      remove: (scope, ids) => first.remove(scope, ids),
      listIds: (scope, modelId, ...rest) => of(modelId).listIds(scope, modelId, ...rest),
    };
  }),
  "puts the first thousand only": changed((right) => ({
    put: (scope, points) => right.put(scope, points.slice(0, 1_000)),
  })),
  "acknowledges a removal before it is done": changed((right) => ({
    async remove(scope, ids) {
      setTimeout(() => void right.remove(scope, ids), 30);
    },
  })),
  "keeps the good points of a bad call": changed((right) => ({
    async put(scope, points) {
      for (const point of points) await right.put(scope, [point]);
    },
  })),
  "cuts ids at a NUL": changed((right) => ({
    put: (scope, points) =>
      right.put(
        scope,
        points.map((point) => {
          const [id = ""] = point.attributes.id.split("\u0000");
          return { ...point, attributes: { ...point.attributes, id: id as typeof point.attributes.id } };
        }),
      ),
  })),
  "pages by counting": changed((right) => ({
    async listIds(scope, modelId, { limit, cursor = "0" }) {
      const { items } = await right.listIds(scope, modelId, { limit: 1_000 });
      const end = Number(cursor) + limit;
      return { items: items.slice(Number(cursor), end), ...(end < items.length ? { nextCursor: `${end}` } : {}) };
    },
  })),
};
