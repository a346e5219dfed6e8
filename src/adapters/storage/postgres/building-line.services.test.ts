import type pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { makeScope } from "../../../domain/index.js";
import type { IndexChange, Storage, Telemetry } from "../../../ports/index.js";
import { memoryId, NOW, sampleAttributes } from "../../../testing/storage/samples.js";
import { BuildingLine } from "./building-line.js";
import { type TestDatabase, testDatabase } from "./postgres.scene.js";

const POLL = { timeout: 20_000, interval: 20 };
const scope = makeScope("acme", "ada");

function put(index: number, modelId: string, dimension: number): IndexChange {
  const values = Float32Array.from({ length: dimension }, (_, at) => Math.sin(index * dimension + at + 1));
  const norm = Math.hypot(...values);
  const vector = { modelId, values: values.map((value) => value / norm) };
  return { type: "put", attributes: sampleAttributes(memoryId(`built ${index}`)), vector };
}

function recorder(): { readonly lines: [string, unknown][]; readonly telemetry: Telemetry } {
  const lines: [string, unknown][] = [];
  const log: Telemetry["log"] = (_, event, fields) => lines.push([event, fields]);
  return { lines, telemetry: { count: () => undefined, observe: () => undefined, log } };
}

describe("indexes that are built aside", () => {
  let database: TestDatabase;
  let storage: Storage;
  let raw: pg.Client;
  const open = async (options: Parameters<TestDatabase["connect"]>[0]) => {
    storage = await database.connect(options);
    await storage.tenants.ensure("acme", NOW);
  };
  const apply = (...changes: IndexChange[]) =>
    storage.truth.write(scope, (transaction) => storage.projection.apply(transaction, changes));
  const graphs = async (validOnly = true) => {
    const { rows } = await raw.query<{ name: string }>(
      `SELECT c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid
        WHERE c.relnamespace = $1::regnamespace AND c.relname LIKE 'vector_graph_%' AND (i.indisvalid OR NOT $2::boolean)`,
      [database.schema, validOnly],
    );
    return rows.map(({ name }) => name);
  };
  const every = (modelId: string, dimension: number) =>
    [0, 1, 2, 3, 4, 5].map((index) => put(index, modelId, dimension));

  beforeEach(async () => {
    database = testDatabase();
    raw = await database.look();
  });
  afterEach(() => database.drop());

  it("P16 a graph that outlives its model is no other model's, and goes", async () => {
    await open({ graphFrom: 5 });
    await apply(...every("small@1", 4));
    await expect.poll(graphs, POLL).toHaveLength(1);
    const [old] = await graphs();
    const removed = every("small@1", 4).map((_, index) => ({
      type: "remove" as const,
      itemId: memoryId(`built ${index}`),
    }));
    await apply(...removed);
    await apply(put(9, "large@1", 8));
    const hits = await storage.vectors.search(scope, {
      ...{ vector: Float32Array.from([1, 0, 0, 0, 0, 0, 0, 0]), modelId: "large@1", filter: { op: "all" }, limit: 5 },
    });
    expect(hits.map((hit) => hit.itemId)).toEqual([memoryId("built 9")]);
    await expect.poll(() => graphs(false), POLL).not.toContain(old);
  });

  it("P16 no writer waits for one, and closing ends it", async () => {
    await open({ graphFrom: 5, maxConnections: 2, busyTimeoutMs: 400 });
    await apply(put(0, "m@1", 4));
    const held = await database.look();
    await held.query("BEGIN");
    await held.query("LOCK TABLE vectors IN ROW EXCLUSIVE MODE"); // an index is built only when such a holder has ended
    await apply(...every("m@1", 4).slice(1));
    await expect.poll(() => graphs(false), POLL).toHaveLength(1);
    for (const index of [6, 7, 8]) await apply(put(index, "m@1", 4));
    await storage.close();
    const running = `SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE 'CREATE INDEX%' || $1 || '%'`;
    expect((await raw.query(running, [database.schema])).rows).toEqual([]);
    expect(await graphs(), "none was finished").toEqual([]);
    await held.query("ROLLBACK");
  });

  it("P16 what fails is told of, and not begun again at once", async () => {
    const { lines, telemetry } = recorder();
    const line = new BuildingLine({ url: database.url, telemetry });
    let begun = 0;
    const fail = () =>
      line.add("broken", async (statement) => {
        begun += 1;
        await statement("SELECT 1 / 0");
      });
    fail();
    await expect.poll(() => lines, POLL).toHaveLength(1);
    expect(lines[0]).toEqual([
      "postgres.building_failed",
      expect.objectContaining({ name: "broken", cause: "division by zero" }),
    ]);
    fail();
    let another = false;
    line.add("sound", async (statement) => {
      await statement("SELECT 1");
      another = true;
    });
    await expect.poll(() => another, POLL).toBe(true);
    expect(begun).toBe(1);
    await line.close();
  });

  it("P16 wait in a queue that is bounded, one at a time; closing forgets them and cancels the one that runs", async () => {
    const { lines, telemetry } = recorder();
    const line = new BuildingLine({ url: database.url, telemetry });
    const begun: number[] = [];
    for (let index = 0; index < 70; index++) {
      line.add(`work ${index}`, async (statement) => {
        begun.push(index);
        await statement("SELECT pg_sleep(60)");
      });
    }
    expect(lines.filter(([event]) => event === "postgres.building_dropped").length).toBeGreaterThan(0);
    const sleeping =
      "SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND application_name LIKE 'keepsake-building-%' AND query LIKE '%pg_sleep(60)%' AND pid <> pg_backend_pid()";
    await expect.poll(async () => (await raw.query(sleeping)).rows.length, POLL).toBe(1);
    await line.close();
    expect(begun).toEqual([0]);
    await expect.poll(async () => (await raw.query(sleeping)).rows.length, POLL).toBe(0);
  });
});
