import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../../../ports/index.js";
import { NOW } from "../../../testing/storage/samples.js";
import { startWriters } from "../../../testing/storage/steady-writers.js";
import { type OwnServer, startOwnServer } from "./own-server.scene.js";
import { type TestDatabase, testDatabase } from "./postgres.scene.js";

const WRITERS = 8;
const KILLS = 6;

describe("P06 P16 P17 PostgreSQL is killed while eight write", () => {
  let server: OwnServer;
  let database: TestDatabase;
  let storage: Storage;

  beforeAll(async () => {
    server = await startOwnServer();
    database = testDatabase(server.url);
    storage = await database.connect({ maxConnections: 20, busyTimeoutMs: 20_000 });
    await storage.tenants.ensure("acme", NOW);
  }, 120_000);
  afterAll(async () => {
    await database.drop();
    await server.stop();
  }, 60_000);

  /** Kills a process that is in the middle of a transaction of the store's; false when none was. */
  const killWriter = async (): Promise<boolean> => {
    const client = new pg.Client({ connectionString: server.url });
    client.on("error", () => undefined); // the server ends it too, while it recovers
    try {
      await client.connect();
      const { rows } = await client.query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'keepsake' AND xact_start IS NOT NULL
          AND query NOT LIKE 'BEGIN%' ORDER BY random() LIMIT 1`,
      );
      const [found] = rows;
      if (found === undefined) return false;
      server.killBackend(found.pid);
      return true;
    } catch {
      return false; // it was recovering still
    } finally {
      await client.end().catch(() => undefined);
    }
  };

  it("keeps all that it acknowledged, once, with its work, and goes on", async () => {
    const writers = startWriters(storage, "acme", WRITERS);
    const { acknowledged, codes } = writers;
    let kills = 0;
    for (let round = 0; kills < KILLS && round < 2_000; round++) {
      if (await killWriter()) kills += 1;
      // The next one comes when the server has served again.
      await writers.gain(20);
    }
    await server.killServer();
    await writers.gain(20);
    await writers.stop();
    expect(kills).toBe(KILLS);
    expect(codes.get("UNAVAILABLE") ?? 0).toBeGreaterThan(0);
    const look = await database.look();
    const counted = async (sql: string) => (await look.query<{ id: string }>(sql)).rows.map((row) => row.id);
    const kept = await counted("SELECT id FROM turns");
    expect(new Set(kept)).toEqual(acknowledged);
    expect(kept, "none twice").toHaveLength(acknowledged.size);
    expect(new Set(await counted("SELECT turn_id AS id FROM journal"))).toEqual(acknowledged);
    expect(new Set(await counted("SELECT turn_id AS id FROM memory_turns"))).toEqual(acknowledged);
    const { rows } = await look.query(
      "SELECT scope FROM turns GROUP BY scope HAVING count(DISTINCT position) <> count(*) OR max(position) <> count(*) - 1",
    );
    expect(rows, "positions without gaps or doubles").toEqual([]);
  }, 180_000);
});
