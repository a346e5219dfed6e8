import pg from "pg";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALL, makeScope } from "../../../domain/index.js";
import type { Storage } from "../../../ports/index.js";
import { expectError } from "../../../testing/storage/harness.js";
import { MODEL, NOW, sampleAttributes, sampleMemory, vectorAt } from "../../../testing/storage/samples.js";
import { Connection } from "./connection.js";
import { type TestDatabase, testDatabase } from "./postgres.scene.js";

const scope = makeScope("acme", "ada");
const WORDS = { terms: ["tea"], filter: ALL, limit: 5 };
const NEAR = { vector: vectorAt(3), modelId: MODEL, filter: ALL, limit: 5 };
const HELD_UP = "BEGIN; LOCK TABLE keyword_postings IN ACCESS EXCLUSIVE MODE";

describe("a snapshot on PostgreSQL", () => {
  let database: TestDatabase;
  let storage: Storage;
  let raw: pg.Client;
  /** In no transaction, within which the server's figures would stand still. */
  let beside: pg.Client;
  const held = <Result>(work: Parameters<NonNullable<Storage["snapshots"]>["hold"]>[1], on = storage) =>
    on.snapshots?.hold(scope, work) as Promise<Result>;
  const memories = (at = scope) => storage.truth.read(at, (transaction) => transaction.memories.count(ALL));

  /** How many of the store's statements wait for a lock. */
  const heldUp = async () => {
    const waiting =
      "SELECT count(*)::integer AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%keyword_postings%'";
    return (await beside.query<{ n: number }>(waiting)).rows[0]?.n;
  };

  beforeEach(async () => {
    database = testDatabase();
    // one connection that reads
    storage = await database.connect({ maxConnections: 2, busyTimeoutMs: 1_000 });
    raw = await database.look();
    beside = await database.look();
    await storage.tenants.ensure("acme", NOW);
    const memory = sampleMemory();
    await storage.truth.write(scope, async (transaction) => {
      await transaction.memories.insert(memory);
      const vector = { modelId: MODEL, values: vectorAt(3) };
      const attributes = sampleAttributes(memory.id);
      await storage.projection.apply(transaction, [{ type: "put", attributes, terms: ["tea"], vector }]);
    });
  });
  afterEach(async () => {
    await raw.query("ROLLBACK");
    await database.drop();
  });

  it("3.6 a search that is not done in time is given up by the server, and all after it is answered", async () => {
    await raw.query(HELD_UP);
    const { keywords, vectors } = storage;
    const answers = await held<readonly number[]>(async (at) => {
      const late = expectError(keywords.search(at, { ...WORDS, withinMs: 100 }), "DEADLINE_EXCEEDED");
      const beside = vectors.search(at, { ...NEAR, withinMs: 10_000 });
      await late;
      return [(await beside).length, await memories(at), (await vectors.score(at, NEAR, [])).length];
    });
    expect(answers).toEqual([1, 1, 0]);
    await raw.query("ROLLBACK");
    expect(await keywords.search(scope, WORDS)).toHaveLength(1);
  });

  it("P16 more of them than connections take turns; one that waits in vain is STORE_BUSY", async () => {
    const many = Array.from({ length: 12 }, () => held<number>(async (at) => memories(at)));
    expect(await Promise.all(many)).toEqual(Array.from({ length: 12 }, () => 1));
    await held(async () => expectError(memories(), "STORE_BUSY"));
    expect(await memories()).toBe(1);
  });

  it("what was given up when it ended delays nobody, and leaves nothing to whoever has the connection next", async () => {
    await raw.query(HELD_UP);
    const order: string[] = [];
    let given: Promise<unknown> | undefined;
    await held(async (at) => {
      given = expectError(storage.keywords.search(at, WORDS), "STORE_BUSY").then(() => order.push("given up"));
      await expect.poll(heldUp, { timeout: 5_000, interval: 5 }).toBe(1);
    });
    order.push("ended");
    expect(await memories()).toBe(1);
    order.push("next");
    await given;
    expect(order).toEqual(["ended", "given up", "next"]);
  });

  it("what is left running when it ended asks nothing more", async () => {
    let given: Promise<unknown> | undefined;
    await held(async (at) => {
      given = expectError(storage.keywords.search(at, WORDS), "INTERNAL"); // its terms are looked up first
    });
    await given;
    expect(await storage.keywords.search(scope, WORDS)).toHaveLength(1);
  });

  it("settings of one statement are felt by no other, and its failure is its own", async () => {
    const client = new pg.Client({ connectionString: database.url, pipeline: true });
    await client.connect();
    const connection = new Connection(client);
    await connection.script("BEGIN");
    const sorting = "SELECT current_setting('enable_sort') AS sorting";
    const alone = { settings: ["enable_sort = off"] };
    const rows = await Promise.all([
      connection.apart(alone, sorting),
      connection.all(sorting),
      connection.apart(alone, "SELECT 1 / 0").catch((thrown: unknown) => [(thrown as Error).name]),
      connection.all(sorting),
    ]);
    expect(rows).toEqual([[{ sorting: "off" }], [{ sorting: "on" }], ["KeepsakeError"], [{ sorting: "on" }]]);
    expect(connection.failure).toBeUndefined();
    expect(await connection.script("COMMIT")).toBe("COMMIT");
    await client.end();
  });
});
