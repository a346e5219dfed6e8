import {
  BY_ID,
  checkPageLimit,
  compareCodePoints,
  decodeCursor,
  dot,
  encodeCursor,
  type ItemId,
  KeepsakeError,
  matchesFilter,
  scopeKey,
} from "../../domain/index.js";
import type { VectorEngine, VectorHit, VectorPoint } from "../../ports/index.js";

/** What an engine holds: points by scope, model and item. Several connections may share one. */
export class ReferenceData {
  readonly scopes = new Map<string, Map<string, Map<ItemId, VectorPoint>>>();
  /** Of each model that was ever put. */
  readonly dimensions = new Map<string, number>();
}

function checkSearchLimit(limit: number): void {
  if (Number.isInteger(limit) && limit >= 1 && limit <= 4096) return;
  throw new KeepsakeError("INVALID_INPUT", "limit must be a whole number from 1 to 4096", { field: "limit" });
}

/** Before anything is put, so that a wrong point leaves none of its call behind. */
function checkVectors(data: ReferenceData, points: readonly VectorPoint[]): void {
  const dimensions = new Map(data.dimensions);
  for (const { modelId, values } of points) {
    const dimension = dimensions.get(modelId) ?? values.length;
    if (values.length === 0 || values.length !== dimension || !values.every(Number.isFinite)) {
      const message = `a vector of ${modelId} must be ${dimension} finite numbers`;
      throw new KeepsakeError("INVALID_INPUT", message, { field: "vector" });
    }
    dimensions.set(modelId, dimension);
  }
}

/**
 * The reference of the port: exact, in this process's memory, by the most direct means. Other engines are compared with it, and tests of
 * what stands before an engine run on it.
 */
export function createReferenceEngine(data = new ReferenceData()): VectorEngine {
  const pointsOf = (scope: Parameters<VectorEngine["put"]>[0], modelId: string) =>
    data.scopes.get(scopeKey(scope))?.get(modelId) ?? new Map<ItemId, VectorPoint>();
  return {
    name: "reference",
    open: async () => undefined,
    close: async () => undefined,
    async search(scope, { vector, modelId, filter, limit }) {
      checkSearchLimit(limit);
      const points = pointsOf(scope, modelId);
      if (points.size > 0 && data.dimensions.get(modelId) !== vector.length) {
        const message = `the query has ${vector.length} dimensions, the index ${data.dimensions.get(modelId)}`;
        throw new KeepsakeError("INVALID_INPUT", message, { field: "vector" });
      }
      const hits: VectorHit[] = [];
      for (const { attributes, values } of points.values()) {
        if (!matchesFilter(filter, attributes)) continue;
        hits.push({ itemId: attributes.id, cosine: Math.max(-1, Math.min(1, dot(vector, values))) });
      }
      return hits.sort((a, b) => b.cosine - a.cosine || compareCodePoints(a.itemId, b.itemId)).slice(0, limit);
    },
    async put(scope, points) {
      checkVectors(data, points);
      for (const { attributes, modelId, values } of points) {
        data.dimensions.set(modelId, values.length);
        const models = data.scopes.get(scopeKey(scope)) ?? new Map<string, Map<ItemId, VectorPoint>>();
        data.scopes.set(scopeKey(scope), models);
        const held = models.get(modelId) ?? new Map<ItemId, VectorPoint>();
        models.set(modelId, held);
        held.set(attributes.id, { attributes: structuredClone(attributes), modelId, values: values.slice() });
      }
    },
    async remove(scope, itemIds) {
      for (const held of data.scopes.get(scopeKey(scope))?.values() ?? []) for (const id of itemIds) held.delete(id);
    },
    async listIds(scope, modelId, { limit, cursor }) {
      checkPageLimit(limit);
      const order = `ids:${modelId}`;
      const [after] = cursor === undefined ? [] : decodeCursor(order, scopeKey(scope), cursor, BY_ID);
      const ids = [...pointsOf(scope, modelId).keys()].sort(compareCodePoints);
      const items = ids.filter((id) => after === undefined || compareCodePoints(id, `${after}`) > 0).slice(0, limit);
      const last = items.at(-1);
      if (last === undefined || last === ids.at(-1)) return { items };
      return { items, nextCursor: encodeCursor(order, scopeKey(scope), [last]) };
    },
  };
}
