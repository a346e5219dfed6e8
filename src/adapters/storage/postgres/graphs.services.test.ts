import type pg from "pg";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Filter, makeScope, type Scope } from "../../../domain/index.js";
import type { Storage, VectorHit } from "../../../ports/index.js";
import { MODEL, memoryId, NOW, sampleAttributes } from "../../../testing/storage/samples.js";
import { Connection } from "./connection.js";
import { conditionOf } from "./filter-condition.js";
import { testDatabase } from "./postgres.scene.js";
import { TUNED, VECTOR_SEARCH } from "./search-sql.js";
import { chooseWay, toVectorText } from "./vector-index.js";

const DIMENSION = 48;
const LARGE = 12_000;
const SMALL = 150;
const CLUSTERS = 40;
const LIMIT = 50;

/** Numbers between −1 and 1 that are the same in every run. */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
}

function unit(values: readonly number[]): Float32Array {
  const norm = Math.hypot(...values);
  return Float32Array.from(values, (value) => value / norm);
}

/** Points around centres, as embeddings of talk about a few topics are. */
function clustered(count: number, seed: number): Float32Array[] {
  const next = seeded(seed);
  const centres = Array.from({ length: CLUSTERS }, () => Array.from({ length: DIMENSION }, next));
  return Array.from({ length: count }, (_, index) =>
    unit((centres[index % CLUSTERS] ?? []).map((value) => value + 0.9 * next())),
  );
}

/** Every hundredth item is of one session: a filter that lets 1 % through; every tenth is over: another that lets 90 % through. */
const RARE: Filter = { op: "in", field: "sessionId", values: ["rare"] };
const COMMON: Filter = { op: "current", at: NOW };

describe("graphs of vectors", () => {
  const database = testDatabase();
  const [large, small] = [makeScope("acme", "large"), makeScope("acme", "small")];
  const queries = clustered(25, 99);
  let storage: Storage;
  let raw: pg.Client;
  const exact = new Map<Filter, VectorHit[][]>();

  const search = (scope: Scope, vector: Float32Array, filter: Filter, limit = LIMIT) =>
    storage.vectors.search(scope, { vector, modelId: MODEL, filter, limit });
  const searchAll = async (filter: Filter): Promise<VectorHit[][]> => {
    const found: VectorHit[][] = [];
    for (const vector of queries) found.push([...(await search(large, vector, filter))]);
    return found;
  };
  const numbersOf = async (scope: Scope) => {
    const { rows } = await raw.query("SELECT tenant, scope FROM enter_scope($1, $2)", [scope.tenant, scope.user]);
    const models = await raw.query("SELECT id FROM vector_models WHERE tenant = $1 AND scope = $2", [
      rows[0].tenant,
      rows[0].scope,
    ]);
    return [rows[0].tenant, rows[0].scope, models.rows[0]?.id ?? 1] as [number, number, number];
  };
  const models = async (scope: Scope) => {
    await raw.query("BEGIN");
    const [tenant, number] = await numbersOf(scope);
    const { rows } = await raw.query("SELECT has_graph FROM vector_models WHERE tenant = $1 AND scope = $2", [
      tenant,
      number,
    ]);
    await raw.query("ROLLBACK");
    return rows;
  };
  /** Puts many in at once, past the adapter. */
  const pour = async (scope: Scope, count: number) => {
    await storage.truth.write(scope, ({ directory }) => directory.ensureUser(NOW));
    await put(scope, 0); // makes the model
    await raw.query("BEGIN");
    const [tenant, number, model] = await numbersOf(scope);
    const docs = Array.from({ length: count }, (_, index) => index + 2);
    await raw.query(
      `INSERT INTO index_items (tenant, scope, doc, item_id, type, status, session_id, tags_held, entities_held, said_at, recorded_at, valid_from, valid_to)
        SELECT $1::integer, $2::integer, doc, 'mem_' || doc, 'memory', 'active', CASE WHEN doc % 100 = 0 THEN 'rare' ELSE 'other' END, '{}', '{}', $4::bigint, $4::bigint, $4::bigint,
          CASE WHEN doc % 10 = 0 THEN $4::bigint END FROM unnest($3::integer[]) AS doc`,
      [tenant, number, docs, NOW],
    );
    const texts = clustered(count, 7).map(toVectorText);
    await raw.query(
      "INSERT INTO vectors SELECT $1::integer, $2::integer, $3::integer, doc, numbers::vector FROM unnest($4::integer[], $5::text[]) AS v (doc, numbers)",
      [...[tenant, number, model, docs, texts]],
    );
    await raw.query("UPDATE scopes SET next_doc = $3 WHERE tenant = $1 AND id = $2", [tenant, number, count + 2]);
    await raw.query("UPDATE vector_models SET vectors = vectors + $3 WHERE tenant = $1 AND scope = $2", [
      tenant,
      number,
      count,
    ]);
    await raw.query("COMMIT");
  };
  const put = (scope: Scope, index: number) =>
    storage.truth.write(scope, (transaction) =>
      storage.projection.apply(transaction, [
        {
          type: "put",
          attributes: sampleAttributes(memoryId(`put ${index}`)),
          vector: { modelId: MODEL, values: clustered(1, 1_000 + index)[0] ?? new Float32Array(DIMENSION) },
        },
      ]),
    );
  const graphs = async () => {
    const { rows } = await raw.query<{ name: string }>(
      "SELECT indexname AS name FROM pg_indexes WHERE schemaname = $1 AND indexname LIKE 'vector_graph_%' ORDER BY 1",
      [database.schema],
    );
    return rows.map((row) => row.name);
  };
  /** The planner's choice for the statement that searches by graph. */
  const explain = async (scope: Scope, filter: Filter): Promise<string> => {
    await raw.query("BEGIN");
    const known = [...(await numbersOf(scope)), toVectorText(queries[0] ?? new Float32Array()), LIMIT, 83];
    const { sql, values } = conditionOf(filter, "item", known.length + 1);
    for (const setting of TUNED.graph(100, 40_000)) await raw.query(`SET LOCAL ${setting}`);
    const { rows } = await raw.query(`EXPLAIN ${VECTOR_SEARCH.byGraph(sql, DIMENSION)}`, [...known, ...values]);
    await raw.query("ROLLBACK");
    return rows.map((row) => row["QUERY PLAN"]).join("\n");
  };

  beforeAll(async () => {
    storage = await database.connect({ graphFrom: 10_000 });
    raw = await database.look();
    await storage.tenants.ensure("acme", NOW);
    await pour(large, LARGE);
    await pour(small, SMALL);
    for (const filter of [RARE, COMMON]) exact.set(filter, await searchAll(filter));
    expect(await graphs()).toEqual([]);
    for (const scope of [large, small]) await put(scope, 1); // one more, like every write
    const [tenant, number, model] = await raw.query("BEGIN").then(() => numbersOf(large));
    await raw.query("ROLLBACK");
    const name = `vector_graph_${tenant}_${number}_${model}`;
    const noted = async () => expect(await models(large)).toEqual([{ has_graph: true }]);
    await vi.waitFor(noted, { timeout: 200_000, interval: 100 });
    expect(await graphs()).toEqual([name]);
  }, 240_000);
  afterAll(() => database.drop());

  it("stand for a scope that has many, and for no small one", async () => {
    const made = await graphs();
    expect(made).toHaveLength(1);
    const { rows } = await raw.query(
      "SELECT 1 FROM pg_class c WHERE c.relnamespace = $1::regnamespace AND c.relname = $2",
      [database.schema, ...made],
    );
    expect(rows).toHaveLength(1);
    expect(await explain(small, COMMON)).not.toContain("vector_graph_");
  });

  it("are taken among many where most match; few that match are looked up, and a small scope is read in a row", async () => {
    const wayOf = async (scope: Scope, filter: Filter) => {
      await raw.query("BEGIN");
      const connection = new Connection(raw);
      const [tenant, number, model] = await numbersOf(scope);
      const entered = { tenant, scope: number, documents: 0, totalLength: 0, latestAt: null };
      const rows = await connection.all<{ id: number; vectors: number; has_graph: boolean }>(
        VECTOR_SEARCH.models,
        tenant,
        number,
      );
      const row = rows.find(({ id }) => id === model) ?? { vectors: 0, has_graph: false };
      const way = await chooseWay(connection, entered, { ...row, vectors: Number(row.vectors) }, filter);
      await raw.query("ROLLBACK");
      return way;
    };
    expect(await wayOf(large, COMMON)).toBe("graph");
    expect(await wayOf(large, { op: "all" })).toBe("graph");
    expect(await wayOf(large, RARE)).toBe("narrow");
    expect(await wayOf(small, COMMON)).toBe("whole");
    expect(await explain(large, COMMON), "and the server goes by it").toContain("Index Scan using vector_graph_");
  });

  it.each([
    ["90 %", COMMON],
    ["1 %", RARE],
  ] as const)(
    "find 98 of 100 that comparing every vector finds, at least, where %s of the items match",
    async (_, filter) => {
      const found = await searchAll(filter);
      const wanted = exact.get(filter) ?? [];
      let same = 0;
      let all = 0;
      for (const [index, hits] of wanted.entries()) {
        const ids = new Set(found[index]?.map((hit) => hit.itemId));
        expect(found[index]).toHaveLength(hits.length);
        all += hits.length;
        same += hits.filter((hit) => ids.has(hit.itemId)).length;
      }
      expect(all).toBeGreaterThan(1_000);
      expect(same / all).toBeGreaterThanOrEqual(0.98);
    },
  );

  it("give full cosines in the order of the port, and all that match where fewer do than asked for", async () => {
    const [vector = new Float32Array()] = queries;
    const hits = await search(large, vector, COMMON, 20);
    const [best] = (exact.get(COMMON) ?? [])[0] ?? [];
    expect(hits[0]).toEqual(best);
    expect(hits.map((hit) => hit.cosine)).toEqual(hits.map((hit) => hit.cosine).sort((a, b) => b - a));
    const few: Filter = { op: "and", filters: [RARE, { op: "current", at: NOW - 1 }] };
    expect(await search(large, vector, few, 20)).toEqual([]);
    expect(await search(large, vector, RARE, 4_096)).toHaveLength(LARGE / 100);
  });

  it("take in what is written afterwards, and let go what is removed", async () => {
    const vector = clustered(1, 1_002)[0] ?? new Float32Array();
    await put(large, 2);
    expect((await search(large, vector, COMMON, 1))[0]).toMatchObject({ itemId: memoryId("put 2") });
    await storage.truth.write(large, (transaction) =>
      storage.projection.apply(transaction, [{ type: "remove", itemId: memoryId("put 2") }]),
    );
    expect((await search(large, vector, COMMON, 1))[0]?.itemId).not.toBe(memoryId("put 2"));
  });
});
