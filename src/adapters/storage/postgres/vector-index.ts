import { type ItemId, KeepsakeError } from "../../../domain/index.js";
import type { VectorHit, VectorIndex, VectorQuery } from "../../../ports/index.js";
import type { Connection } from "./connection.js";
import type { Database, Entered } from "./database.js";
import { conditionOf } from "./filter-condition.js";
import { checkSearchLimit } from "./keyword-index.js";
import { VECTOR_SEARCH } from "./search-sql.js";
import { numbersOf } from "./transaction.js";

interface ModelRow {
  readonly id: number;
  readonly name: string;
  readonly dimension: number;
  readonly vectors: number;
  readonly has_graph: boolean;
}

/** Looked at in one go by a graph search, at least and at most (pgvector's own bound). */
const LEAST_BREADTH = 100;
const MOST_BREADTH = 1_000;
/** Of a graph search in all; where too few of them match, every vector is compared after all. */
const MOST_TUPLES = 40_000;
/** Nearest by half precision that are compared anew in full, for each hit asked for. */
const CANDIDATES_PER_HIT = 1.25;
const SPARE_CANDIDATES = 20;

/** As pgvector reads and writes vectors; nothing is lost of a 32-bit float either way. */
export const toVectorText = (values: Float32Array): string => `[${values.join(",")}]`;

async function listModels(connection: Connection, entered: Entered): Promise<readonly ModelRow[]> {
  return connection.all<ModelRow>(VECTOR_SEARCH.models, ...numbersOf(entered));
}

async function findModel(connection: Connection, entered: Entered, name: string): Promise<ModelRow | undefined> {
  return (await listModels(connection, entered)).find((model) => model.name === name);
}

/** The model of a query; INVALID_INPUT when its vectors have another dimension. */
async function modelOf(
  connection: Connection,
  entered: Entered,
  { vector, modelId }: Pick<VectorQuery, "vector" | "modelId">,
): Promise<ModelRow | undefined> {
  const model = await findModel(connection, entered, modelId);
  if (model === undefined || model.dimension === vector.length) return model;
  const message = `the query has ${vector.length} dimensions, the index ${model.dimension}`;
  throw new KeepsakeError("INVALID_INPUT", message, { field: "vector" });
}

async function searchExactly(
  connection: Connection,
  entered: Entered,
  model: ModelRow,
  { vector, filter, limit }: VectorQuery,
): Promise<readonly VectorHit[]> {
  const known = [...numbersOf(entered), model.id, toVectorText(vector), limit] as const;
  const { sql, values } = conditionOf(filter, "item", known.length + 1);
  return connection.all<VectorHit>(VECTOR_SEARCH.exact(sql), ...known, ...values);
}

async function searchGraph(
  connection: Connection,
  entered: Entered,
  model: ModelRow,
  { vector, filter, limit }: VectorQuery,
): Promise<readonly VectorHit[]> {
  const candidates = Math.ceil(limit * CANDIDATES_PER_HIT) + SPARE_CANDIDATES;
  const breadth = Math.min(MOST_BREADTH, Math.max(LEAST_BREADTH, candidates));
  const known = [...numbersOf(entered), model.id, toVectorText(vector), limit, candidates] as const;
  const { sql, values } = conditionOf(filter, "item", known.length + 1);
  const [, hits] = await Promise.all([
    connection.run(VECTOR_SEARCH.tuneGraph, String(breadth), String(MOST_TUPLES)),
    connection.all<VectorHit>(VECTOR_SEARCH.byGraph(sql, model.dimension), ...known, ...values),
  ]);
  return hits;
}

export function createVectorIndex(database: Database): VectorIndex {
  return {
    async search(scope, query) {
      checkSearchLimit(query.limit);
      return database.read(scope, async (connection, entered) => {
        const model = await modelOf(connection, entered, query);
        if (model === undefined) return [];
        if (model.has_graph) {
          const hits = await searchGraph(connection, entered, model, query);
          if (hits.length === query.limit) return hits;
        }
        return searchExactly(connection, entered, model, query);
      });
    },
    score: (scope, query, itemIds) =>
      database.read(scope, async (connection, entered) => {
        const model = await modelOf(connection, entered, query);
        if (model === undefined) return [];
        const values = [model.id, toVectorText(query.vector), [...new Set(itemIds)]];
        return connection.all<VectorHit>(VECTOR_SEARCH.named, ...numbersOf(entered), ...values);
      }),
    find: (scope, modelId, itemIds) =>
      database.read(scope, async (connection, entered) => {
        const model = await findModel(connection, entered, modelId);
        if (model === undefined) return new Map();
        const place = [...numbersOf(entered), model.id] as const;
        const rows = await connection.all<{ itemId: ItemId; numbers: string }>(VECTOR_SEARCH.find, ...place, itemIds);
        return new Map(rows.map((row) => [row.itemId, Float32Array.from(JSON.parse(row.numbers) as number[])]));
      }),
    countByModel: (scope) =>
      database.read(scope, async (connection, entered) => {
        const models = await listModels(connection, entered);
        return new Map(models.map((model) => [model.name, model.vectors]));
      }),
  };
}
