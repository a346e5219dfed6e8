import type { RowDataPacket } from "mysql2/promise";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Storage } from "../../../ports/index.js";
import { expectError } from "../../../testing/storage/harness.js";
import { NOW } from "../../../testing/storage/samples.js";
import { startWriters } from "../../../testing/storage/steady-writers.js";
import { type TestDatabase, testDatabase } from "./mariadb.scene.js";
import { type OwnServer, startOwnServer } from "./own-server.scene.js";

const WRITERS = 8;
const KILLS = 4;

describe("P06 P16 P17 MariaDB is killed while eight write", () => {
  let server: OwnServer;
  let database: TestDatabase;
  let storage: Storage;

  beforeAll(async () => {
    server = await startOwnServer();
    database = await testDatabase(server.url);
    storage = await database.connect({ maxConnections: 20, busyTimeoutMs: 20_000 });
    await storage.tenants.ensure("acme", NOW);
  }, 120_000);
  afterAll(async () => {
    await database.drop();
    await server.stop();
  }, 60_000);

  it("keeps all that it acknowledged, once, with its work, and goes on", async () => {
    const writers = startWriters(storage, "acme", WRITERS);
    const { acknowledged, codes } = writers;
    for (let kill = 0; kill < KILLS; kill++) {
      await writers.gain(20);
      await server.kill();
      await expectError(storage.tenants.list({ limit: 1 }), "UNAVAILABLE");
      await server.start();
    }
    await writers.gain(20);
    await writers.stop();
    expect(codes.get("UNAVAILABLE") ?? 0).toBeGreaterThan(0);
    const look = await database.look();
    const counted = async (column: string, table: string) => {
      const [rows] = await look.query<RowDataPacket[]>(`SELECT CONVERT(${column} USING utf8mb4) AS id FROM ${table}`);
      return rows.map((row) => row.id);
    };
    const kept = await counted("id", "turns");
    expect(new Set(kept)).toEqual(acknowledged);
    expect(kept, "none twice").toHaveLength(acknowledged.size);
    expect(new Set(await counted("turn_id", "journal"))).toEqual(acknowledged);
    expect(new Set(await counted("turn_id", "memory_turns"))).toEqual(acknowledged);
    const [gaps] = await look.query(
      "SELECT scope FROM turns GROUP BY scope HAVING count(DISTINCT position) <> count(*) OR max(position) <> count(*) - 1",
    );
    expect(gaps, "positions without gaps or doubles").toEqual([]);
  }, 180_000);
});
