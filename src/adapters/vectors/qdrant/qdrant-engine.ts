import {
  BY_ID,
  checkPageLimit,
  decodeCursor,
  encodeCursor,
  type ItemId,
  KeepsakeError,
  type Scope,
  scopeKey,
} from "../../../domain/index.js";
import type { VectorEngine, VectorPoint } from "../../../ports/index.js";
import {
  checkSearchLimit,
  inBatches,
  inOrder,
  otherDimension,
  pointsByModel,
  pointUuid,
  spaceName,
  storable,
  toCondition,
  unavailable,
} from "../remote/index.js";
import type { QdrantOptions } from "./options.js";
import { filterOf } from "./payload-filter.js";
import { QdrantCollections } from "./qdrant-collections.js";

/** Points that are put in one request: some 2 MB with 384 dimensions, where the server takes 32. */
const MOST_PUT = 256;
const MOST_REMOVED = 1_000;
/** Of a graph, so many are looked at, at least. */
const LEAST_BREADTH = 256;

function itemOf({ payload }: { readonly payload?: Readonly<Record<string, unknown>> | null | undefined }): ItemId {
  const item = payload?.item;
  if (typeof item === "string") return item as ItemId;
  throw new KeepsakeError("INTERNAL", "a point of qdrant names no item");
}

/** A collection stands for its model, so that a point of another has another id. */
function toPoint(scope: Scope, collection: string, { attributes, values }: VectorPoint) {
  const { id, ...seen } = storable(attributes);
  return {
    id: pointUuid(scope, attributes.id, collection),
    vector: [...values],
    payload: { ...seen, item: id, scope: scopeKey(scope), tenant: scope.tenant, user: scope.user },
  };
}

/** Takes the items out of one collection and looks that they are gone. */
async function removeFrom(collections: QdrantCollections, collection: string, ids: readonly string[]): Promise<void> {
  for (const batch of inBatches(ids, MOST_REMOVED)) {
    const points = [...batch];
    await collections.callIfThere(collection, (client) => client.delete(collection, { points, wait: true }));
    const left = await collections.callIfThere(collection, (client) =>
      client.retrieve(collection, { ids: points, with_payload: false, with_vector: false }),
    );
    if (left !== undefined && left.length > 0)
      throw unavailable(collections.name, `still holds ${left.length} removed points`);
  }
}

/** Qdrant, over REST. Of a collection for each model, each point is one item's vector, with all that filters see in its payload. */
export function createQdrantEngine(options: QdrantOptions): VectorEngine {
  const collections = new QdrantCollections(options);
  const nameOf = (modelId: string): string => spaceName(`${options.prefix}_`, modelId);
  return {
    name: collections.name,
    async open() {
      await collections.list();
    },
    close: async () => undefined,
    async search(scope, { vector, modelId, filter, limit }) {
      checkSearchLimit(limit);
      const collection = nameOf(modelId);
      const dimension = await collections.dimensionOf(collection);
      if (dimension === undefined) return [];
      if (dimension !== vector.length) throw otherDimension(vector.length, dimension);
      const condition = toCondition(filter);
      if (condition.op === "never") return [];
      const asked = {
        ...{ query: [...vector], filter: filterOf(scope, condition), limit, with_payload: ["item"] },
        params: { hnsw_ef: Math.max(LEAST_BREADTH, limit) },
      };
      const found = await collections.callIfThere(collection, (client) => client.query(collection, asked));
      return inOrder((found?.points ?? []).map((point) => ({ itemId: itemOf(point), cosine: point.score })));
    },
    async put(scope, points) {
      const models = pointsByModel(points);
      for (const { modelId, dimension } of models) {
        const held = await collections.dimensionOf(nameOf(modelId));
        if (held === undefined || held === dimension) continue;
        const message = `vectors of ${modelId} have ${held} dimensions, not ${dimension}`;
        throw new KeepsakeError("INVALID_INPUT", message, { field: "vector" });
      }
      for (const model of models) {
        const collection = nameOf(model.modelId);
        await collections.ensure(collection, model.dimension);
        for (const batch of inBatches(model.points, MOST_PUT)) {
          const body = { points: batch.map((point) => toPoint(scope, collection, point)), wait: true };
          const done = await collections.callIfThere(collection, (client) => client.upsert(collection, body));
          if (done === undefined) throw unavailable(collections.name, `lost the collection ${collection}`);
        }
      }
    },
    async remove(scope, itemIds) {
      if (itemIds.length === 0) return;
      for (const collection of await collections.list()) {
        const ids = itemIds.map((id) => pointUuid(scope, id, collection));
        await removeFrom(collections, collection, ids);
      }
    },
    async listIds(scope, modelId, { limit, cursor }) {
      checkPageLimit(limit);
      const order = `ids:${modelId}`;
      const [offset] = cursor === undefined ? [] : decodeCursor(order, scopeKey(scope), cursor, BY_ID);
      const asked = {
        ...{ filter: filterOf(scope, { op: "always" }), limit, with_payload: ["item"], with_vector: false },
        ...(offset === undefined ? {} : { offset }),
      };
      const collection = nameOf(modelId);
      const page = await collections.callIfThere(collection, (client) => client.scroll(collection, asked));
      const items = (page?.points ?? []).map(itemOf);
      const next = page?.next_page_offset;
      if (typeof next !== "string") return { items };
      return { items, nextCursor: encodeCursor(order, scopeKey(scope), [next]) };
    },
  };
}
