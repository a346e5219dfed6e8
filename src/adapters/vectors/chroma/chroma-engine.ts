import type { Where } from "chromadb";
import {
  BY_ID,
  checkPageLimit,
  decodeCursor,
  dot,
  encodeCursor,
  type ItemId,
  KeepsakeError,
  scopeKey,
} from "../../../domain/index.js";
import type { VectorEngine, VectorHit } from "../../../ports/index.js";
import {
  checkSearchLimit,
  inBatches,
  inOrder,
  otherDimension,
  pointKey,
  pointsByModel,
  toCondition,
  unavailable,
} from "../remote/index.js";
import { ChromaSpaces, type Space } from "./chroma-spaces.js";
import { metadataOf, whereOf } from "./metadata-filter.js";
import type { ChromaOptions } from "./options.js";

/** The server takes some 5,000; a bound that keeps requests small. */
const MOST_TOGETHER = 500;

function itemOf(metadata: Readonly<Record<string, unknown>> | null | undefined): ItemId {
  if (typeof metadata?.item === "string") return JSON.parse(metadata.item) as ItemId;
  throw new KeepsakeError("INTERNAL", "a record of chroma names no item");
}

const narrowed = (where: Where | undefined) => (where === undefined ? {} : { where });

/** By the graph, which may look too few records through when many of the nearest are none that are wanted. */
async function searchGraph(
  spaces: ChromaSpaces,
  { collection }: Space,
  vector: Float32Array,
  where: Where | undefined,
  limit: number,
) {
  const asked = { queryEmbeddings: [[...vector]], nResults: limit, ...narrowed(where) };
  const { ids, distances, metadatas } = await spaces.call(() =>
    collection.query({ ...asked, include: ["distances", "metadatas"] }),
  );
  return (ids[0] ?? []).map(
    (_, at): VectorHit => ({
      ...{ itemId: itemOf(metadatas[0]?.[at]), cosine: 1 - (distances[0]?.[at] ?? 2) },
    }),
  );
}

/** Every record that is wanted, compared here. */
async function searchAll(spaces: ChromaSpaces, { collection }: Space, vector: Float32Array, where: Where | undefined) {
  const { embeddings, metadatas } = await spaces.call(() =>
    collection.get({ ...narrowed(where), include: ["embeddings", "metadatas"] }),
  );
  return metadatas.map(
    (metadata, at): VectorHit => ({
      ...{ itemId: itemOf(metadata), cosine: dot(vector, Float32Array.from(embeddings[at] ?? [])) },
    }),
  );
}

async function removeFrom(spaces: ChromaSpaces, { collection }: Space, keys: readonly string[]): Promise<void> {
  for (const batch of inBatches(keys, MOST_TOGETHER)) {
    await spaces.call(() => collection.delete({ ids: [...batch] }));
    const { ids } = await spaces.call(() => collection.get({ ids: [...batch], include: [] }));
    if (ids.length > 0) throw unavailable(spaces.name, `still holds ${ids.length} removed records`);
  }
}

/** Chroma. Each user has a collection for each model; texts are there as digests, as filters ask for equality only. */
export function createChromaEngine(options: ChromaOptions): VectorEngine {
  const spaces = new ChromaSpaces(options);
  return {
    name: spaces.name,
    open: () => spaces.open(),
    close: async () => undefined,
    async search(scope, { vector, modelId, filter, limit }) {
      checkSearchLimit(limit);
      const space = await spaces.find(scope, modelId);
      if (space === undefined) return [];
      if (space.dimension !== vector.length) throw otherDimension(vector.length, space.dimension);
      const condition = toCondition(filter);
      if (condition.op === "never") return [];
      const where = whereOf(condition);
      const hits = await searchGraph(spaces, space, vector, where, limit);
      if (hits.length >= limit) return inOrder(hits);
      const { ids } = await spaces.call(() => space.collection.get({ ...narrowed(where), include: [] }));
      if (ids.length <= hits.length) return inOrder(hits);
      return inOrder(await searchAll(spaces, space, vector, where)).slice(0, limit);
    },
    async put(scope, points) {
      const models = pointsByModel(points);
      for (const { modelId, dimension } of models) {
        const held = await spaces.find(scope, modelId);
        if (held === undefined || held.dimension === dimension) continue;
        const message = `vectors of ${modelId} have ${held.dimension} dimensions, not ${dimension}`;
        throw new KeepsakeError("INVALID_INPUT", message, { field: "vector" });
      }
      for (const model of models) {
        const { collection } = await spaces.make(scope, model.modelId, model.dimension);
        for (const batch of inBatches(model.points, MOST_TOGETHER)) {
          const ids = batch.map(({ attributes }) => pointKey(scope, attributes.id));
          // a record that is there keeps what an upsert does not name, such as the mark of a tag that is gone
          await spaces.call(() => collection.delete({ ids }));
          await spaces.call(() =>
            collection.upsert({
              ids,
              embeddings: batch.map(({ values }) => [...values]),
              metadatas: batch.map(({ attributes }) => metadataOf(attributes)),
            }),
          );
        }
      }
    },
    async remove(scope, itemIds) {
      if (itemIds.length === 0) return;
      const keys = itemIds.map((id) => pointKey(scope, id));
      for (const space of await spaces.list(scope)) await removeFrom(spaces, space, keys);
    },
    async listIds(scope, modelId, { limit, cursor }) {
      checkPageLimit(limit);
      const order = `ids:${modelId}`;
      const [after = ""] = cursor === undefined ? [] : decodeCursor(order, scopeKey(scope), cursor, BY_ID);
      const space = await spaces.find(scope, modelId);
      if (space === undefined) return { items: [] };
      // an offset would slip when records go between two pages: all keys are read, and a page cut from them
      const { ids, metadatas } = await spaces.call(() => space.collection.get({ include: ["metadatas"] }));
      const rest = ids.map((key, at) => ({ key, metadata: metadatas[at] })).filter(({ key }) => key > after);
      const shown = rest.sort((a, b) => (a.key < b.key ? -1 : 1)).slice(0, limit);
      const items = shown.map(({ metadata }) => itemOf(metadata));
      const last = shown.at(-1);
      if (rest.length <= limit || last === undefined) return { items };
      return { items, nextCursor: encodeCursor(order, scopeKey(scope), [last.key]) };
    },
  };
}
