import { ALL, type Filter, type ItemId, type Scope } from "../../../domain/index.js";
import type { VectorHit, VectorIndex, VectorQuery } from "../../../ports/index.js";
import { checkSearchLimit, type Entered, numbersOf, type VectorModel, vectorModels } from "../relational/index.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { conditionOf } from "./filter-condition.js";
import { TUNED, VECTOR_SEARCH } from "./search-sql.js";
import type { VectorCopies } from "./vector-copies.js";

interface ModelRow extends VectorModel {
  readonly has_graph: boolean;
}

/** Looked at in one go by a graph search, at least and at most (pgvector's own bound). */
const LEAST_BREADTH = 400;
const MOST_BREADTH = 1_000;
/** Of a graph search in all; where too few of them match, every vector is compared after all. */
const MOST_TUPLES = 40_000;
/** Nearest by a graph or a copy that are compared anew in full by the server, for each hit asked for. */
const CANDIDATES_PER_HIT = 1.25;
const SPARE_CANDIDATES = 20;
/** Where too few of a copy's nearest match, so many times as many are tried, once. */
const WIDENED = 4;
/** Where a smaller share of the items is expected to match, a graph is walked too far for each that does. */
const LEAST_SHARE_BY_GRAPH = 0.1;
/** Where a smaller share is, their vectors are looked up one by one; else all vectors are read in a row. */
const LEAST_SHARE_WHOLE = 0.25;
/** So few vectors are read in a row before a plan would have been made. */
const ALWAYS_WHOLE = 2_000;

/** As pgvector reads and writes vectors; nothing is lost of a 32-bit float either way. */
export const toVectorText = (values: Float32Array): string => `[${values.join(",")}]`;

const models = vectorModels<ModelRow>(VECTOR_SEARCH.models);

export type SearchWay = "graph" | "narrow" | "whole";

/** What share of the scope's items is expected to match, by the figures that the planner has. */
async function expectedShare(connection: Connection, entered: Entered, filter: Filter): Promise<number> {
  const rowsOf = async (of: Filter): Promise<number> => {
    const place = numbersOf(entered);
    const { sql, values } = conditionOf(of, "item", place.length + 1);
    const [explained] = await connection.apart<{ "QUERY PLAN": readonly { Plan: { "Plan Rows": number } }[] }>(
      {},
      VECTOR_SEARCH.expected(sql),
      ...[...place, ...values],
    );
    return explained?.["QUERY PLAN"][0]?.Plan["Plan Rows"] ?? 1;
  };
  const [matching, all] = await Promise.all([rowsOf(filter), rowsOf(ALL)]);
  return matching / Math.max(1, all);
}

/** How the nearest of these are best found: by a graph among many, one by one where few match, in a row else. */
export async function chooseWay(
  connection: Connection,
  entered: Entered,
  model: Pick<ModelRow, "vectors" | "has_graph">,
  filter: Filter,
): Promise<SearchWay> {
  if (model.vectors <= ALWAYS_WHOLE) return "whole";
  const share = filter.op === "all" ? 1 : await expectedShare(connection, entered, filter);
  if (model.has_graph && share >= LEAST_SHARE_BY_GRAPH) return "graph";
  return share < LEAST_SHARE_WHOLE ? "narrow" : "whole";
}

async function searchExactly(
  connection: Connection,
  entered: Entered,
  model: ModelRow,
  { vector, filter, limit, withinMs }: VectorQuery,
  way: SearchWay,
): Promise<readonly VectorHit[]> {
  const known = [...numbersOf(entered), model.id, toVectorText(vector), limit] as const;
  const { sql, values } = conditionOf(filter, "item", known.length + 1);
  const [settings, statement] =
    way === "narrow" ? [[], VECTOR_SEARCH.narrow(sql)] : [TUNED.whole, VECTOR_SEARCH.whole(sql)];
  return connection.apart<VectorHit>({ settings, withinMs }, statement, ...known, ...values);
}

const candidatesFor = (limit: number): number => Math.ceil(limit * CANDIDATES_PER_HIT) + SPARE_CANDIDATES;

async function searchGraph(
  connection: Connection,
  entered: Entered,
  model: ModelRow,
  { vector, filter, limit, withinMs }: VectorQuery,
): Promise<readonly VectorHit[]> {
  const candidates = candidatesFor(limit);
  const breadth = Math.min(MOST_BREADTH, Math.max(LEAST_BREADTH, candidates));
  const known = [...numbersOf(entered), model.id, toVectorText(vector), limit, candidates] as const;
  const { sql, values } = conditionOf(filter, "item", known.length + 1);
  const alone = { settings: TUNED.graph(breadth, MOST_TUPLES), withinMs };
  return connection.apart<VectorHit>(alone, VECTOR_SEARCH.byGraph(sql, model.dimension), ...known, ...values);
}

/**
 * Those that a copy in this process proposes, asked of the server, whose filter and walls decide. Undefined where there is no copy, or
 * where too few of the proposed match.
 */
async function searchCopy(
  connection: Connection,
  entered: Entered,
  copies: VectorCopies,
  { scope, model, query }: { scope: Scope; model: ModelRow; query: VectorQuery },
): Promise<readonly VectorHit[] | undefined> {
  if (model.has_graph || model.vectors <= ALWAYS_WHOLE) return undefined;
  const { dimension, vectors, revision } = model;
  const place = [...numbersOf(entered), model.id] as const;
  const copy = await copies.find(connection, { scope, place, dimension, vectors, revision });
  const candidates = candidatesFor(query.limit);
  for (const count of [candidates, candidates * WIDENED]) {
    if (copy === undefined || count > vectors * LEAST_SHARE_WHOLE) return undefined;
    const docs = copy.nearest(query.vector, count).map(({ doc }) => doc);
    const known = [...place, toVectorText(query.vector), query.limit, docs] as const;
    const { sql, values } = conditionOf(query.filter, "item", known.length + 1);
    const hits = await connection.apart<VectorHit>(
      { withinMs: query.withinMs },
      VECTOR_SEARCH.among(sql),
      ...known,
      ...values,
    );
    if (hits.length === query.limit) return hits;
  }
  return undefined;
}

export function createVectorIndex(database: Database, copies: VectorCopies): VectorIndex {
  return {
    async search(scope, query) {
      checkSearchLimit(query.limit);
      return database.read(scope, async (connection, entered) => {
        const model = await models.of(connection, entered, query);
        if (model === undefined) return [];
        const near = await searchCopy(connection, entered, copies, { scope, model, query });
        if (near !== undefined) return near;
        const way = await chooseWay(connection, entered, model, query.filter);
        if (way === "graph") {
          const hits = await searchGraph(connection, entered, model, query);
          if (hits.length === query.limit) return hits;
        }
        return searchExactly(connection, entered, model, query, way);
      });
    },
    score: (scope, query, itemIds) =>
      database.read(scope, async (connection, entered) => {
        const model = await models.of(connection, entered, query);
        if (model === undefined) return [];
        const values = [model.id, toVectorText(query.vector), [...new Set(itemIds)]];
        return connection.apart<VectorHit>({}, VECTOR_SEARCH.named, ...numbersOf(entered), ...values);
      }),
    find: (scope, modelId, itemIds) =>
      database.read(scope, async (connection, entered) => {
        const model = await models.find(connection, entered, modelId);
        if (model === undefined) return new Map();
        const place = [...numbersOf(entered), model.id] as const;
        const rows = await connection.apart<{ itemId: ItemId; numbers: string }>(
          {},
          VECTOR_SEARCH.find,
          ...place,
          itemIds,
        );
        return new Map(rows.map((row) => [row.itemId, Float32Array.from(JSON.parse(row.numbers) as number[])]));
      }),
    countByModel: (scope) => database.read(scope, (connection, entered) => models.count(connection, entered)),
  };
}
