import pg from "pg";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KeepsakeError, makeScope, type TurnId } from "../../../domain/index.js";
import type { Storage } from "../../../ports/index.js";
import { journalId, NOW, sampleMemory, sampleTurn, sessionId, turnId } from "../../../testing/storage/samples.js";
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
    const session = sessionId();
    const acknowledged = new Set<TurnId>();
    const codes = new Map<string, number>();
    let going = true;
    let kills = 0;
    /** Each turn is tried until it is acknowledged, under one id, as a client does; half of them by one user, so that they meet. */
    const write = async (writer: number) => {
      const scope = makeScope("acme", writer % 2 === 0 ? "shared" : `own ${writer}`);
      while (going) {
        const turn = sampleTurn({ id: turnId(), sessionId: session });
        const entry = {
          id: journalId(turn.id),
          task: { type: "digest" as const, turnId: turn.id, sessionId: session },
          at: NOW,
        };
        for (;;) {
          try {
            await storage.truth.write(scope, async ({ turns, journal, memories }) => {
              const written = await turns.append([turn]);
              if (written.length === 0) return;
              await journal.append([entry]);
              await memories.insert(sampleMemory({ id: `mem_${turn.id}` as never, turnIds: [turn.id] }));
            });
            acknowledged.add(turn.id);
            break;
          } catch (error) {
            if (!(error instanceof KeepsakeError) || !error.retryable) throw error;
            codes.set(error.code, (codes.get(error.code) ?? 0) + 1);
            await new Promise((wake) => setTimeout(wake, 20));
          }
        }
      }
    };
    const writers = Array.from({ length: WRITERS }, (_, index) => write(index));
    for (let round = 0; kills < KILLS && round < 2_000; round++) {
      const before = acknowledged.size;
      if (await killWriter()) kills += 1;
      // The next one comes when the server has served again.
      while (acknowledged.size < before + 20) await new Promise((wake) => setTimeout(wake, 10));
    }
    await server.killServer();
    const afterRestart = acknowledged.size;
    while (acknowledged.size < afterRestart + 20) await new Promise((wake) => setTimeout(wake, 10));
    going = false;
    await Promise.all(writers);
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
