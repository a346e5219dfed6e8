import { type ItemId, KeepsakeError, type Scope } from "../../../domain/index.js";
import type { VectorHit, VectorIndex, VectorQuery } from "../../../ports/index.js";
import type { VectorBlock } from "../relational/index.js";
import type { Database } from "./database.js";
import type { ScopeCopies, ScopeView } from "./index-copy/scope-copies.js";
import { SQL } from "./sql.js";

export function checkSearchLimit(limit: number): void {
  if (!Number.isInteger(limit) || limit < 1 || limit > 4096) {
    throw new KeepsakeError("INVALID_INPUT", "limit must be a whole number from 1 to 4096", { field: "limit" });
  }
}

function blockOf(
  { connection, copy, figures }: ScopeView,
  { vector, modelId }: Pick<VectorQuery, "vector" | "modelId">,
): VectorBlock | undefined {
  const model = connection.get<{ id: number }>(SQL.findModel, figures.id, modelId);
  const block = model === undefined ? undefined : copy.vectorsOf(model.id);
  if (block !== undefined && block.dimension !== vector.length) {
    throw new KeepsakeError(
      "INVALID_INPUT",
      `the query has ${vector.length} dimensions, the index ${block.dimension}`,
      { field: "vector" },
    );
  }
  return block;
}

export function createVectorIndex(database: Database, copies: ScopeCopies): VectorIndex {
  return {
    async search(scope, query) {
      checkSearchLimit(query.limit);
      const hits = await copies.use(scope, query.modelId, (view): VectorHit[] => {
        const block = blockOf(view, query);
        if (block === undefined) return [];
        const { ids } = view.copy;
        const nearest = block.nearest(query.vector, view.copy.matching(query.filter), query.limit, ids);
        return nearest.map(({ slot, score }) => ({ itemId: ids[slot] as ItemId, cosine: score }));
      });
      return hits ?? [];
    },
    async score(scope, query, itemIds) {
      const hits = await copies.use(scope, query.modelId, (view): VectorHit[] => {
        const block = blockOf(view, query);
        if (block === undefined) return [];
        return [...new Set(itemIds)].flatMap((itemId) => {
          const slot = view.copy.slotOf(itemId);
          return slot !== undefined && block.has(slot) ? [{ itemId, cosine: block.cosine(query.vector, slot) }] : [];
        });
      });
      return hits ?? [];
    },
    async find(scope, modelId, itemIds) {
      const found = await copies.use(scope, modelId, ({ connection, copy, figures }) => {
        const model = connection.get<{ id: number }>(SQL.findModel, figures.id, modelId);
        const block = model === undefined ? undefined : copy.vectorsOf(model.id);
        const vectors = new Map<ItemId, Float32Array>();
        for (const itemId of itemIds) {
          const slot = copy.slotOf(itemId);
          if (block !== undefined && slot !== undefined && block.has(slot)) vectors.set(itemId, block.at(slot));
        }
        return vectors;
      });
      return found ?? new Map();
    },
    async countByModel(scope: Scope) {
      const rows = database.look((connection) =>
        connection.all<{ name: string; vectors: number }>(SQL.countByModel, scope.tenant, scope.user),
      );
      return new Map(rows.map((row) => [row.name, row.vectors]));
    },
  };
}
