import type { Connection } from "mysql2/promise";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ALL, makeScope } from "../../../domain/index.js";
import type { Storage } from "../../../ports/index.js";
import { expectError } from "../../../testing/storage/harness.js";
import { NOW, sampleAttributes, sampleMemory } from "../../../testing/storage/samples.js";
import { type TestDatabase, testDatabase } from "./mariadb.scene.js";

const scope = makeScope("acme", "ada");
const WORDS = { terms: ["tea"], filter: ALL, limit: 5 };

describe("a snapshot on MariaDB", () => {
  let database: TestDatabase;
  let storage: Storage;
  let raw: Connection;
  beforeEach(async () => {
    database = await testDatabase();
    storage = await database.connect({ maxConnections: 2, busyTimeoutMs: 1_000 });
    raw = await database.look();
    await storage.tenants.ensure("acme", NOW);
    const memory = sampleMemory();
    await storage.truth.write(scope, async (transaction) => {
      await transaction.memories.insert(memory);
      const attributes = sampleAttributes(memory.id);
      await storage.projection.apply(transaction, [{ type: "put", attributes, terms: ["tea"] }]);
    });
  });
  afterEach(() => database.drop());

  it("3.6 a search that is not done in time is given up by the server, and all after it is answered", async () => {
    await raw.query("LOCK TABLES keyword_postings WRITE");
    const { keywords, truth, snapshots } = storage;
    const seen = await snapshots?.hold(scope, async (at) => {
      await expectError(keywords.search(at, { ...WORDS, withinMs: 100 }), "DEADLINE_EXCEEDED");
      return truth.read(at, ({ memories }) => memories.count(ALL));
    });
    expect(seen).toBe(1);
    await raw.query("UNLOCK TABLES");
    expect(await keywords.search(scope, { ...WORDS, withinMs: 10_000 })).toHaveLength(1);
  });
});
