import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3-multiple-ciphers";
import { afterEach, describe, expect, it } from "vitest";
import { type ItemId, makeScope, type Scope } from "../../../domain/index.js";
import type { IndexChange, Storage, VectorEngine } from "../../../ports/index.js";
import { MODEL, memoryId, NOW, sampleAttributes, vectorAt } from "../../../testing/storage/samples.js";
import { faultyEngine } from "../../../testing/vector-engine/faulty-engine.js";
import { createReferenceEngine } from "../../../testing/vector-engine/index.js";
import { createSqliteStorage } from "../../storage/sqlite/index.js";
import { createIds, silentTelemetry } from "../../system/index.js";
import { withVectorEngine } from "./index.js";

const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

/** Two items that no memory is behind: a repair takes them from the indexes. */
async function openWithOrphans() {
  const dataFolder = mkdtempSync(join(tmpdir(), "keepsake-mending-beside-"));
  const faulty = faultyEngine(createReferenceEngine());
  const storage = withVectorEngine(createSqliteStorage({ dataFolder }), faulty.engine, {
    ...{ clock: { now: () => NOW }, ids: createIds(), telemetry: silentTelemetry(), restMs: 3_600_000 },
  });
  await storage.open();
  ends.push(async () => {
    await storage.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });
  await expect.poll(async () => (await storage.feed?.examine())?.state).toBe("ready");
  await storage.tenants.ensure("tenant", NOW);
  const scope = makeScope("tenant", "ada");
  const items = [memoryId("a"), memoryId("b")] as const;
  const put = (id: ItemId): IndexChange => ({
    ...{ type: "put", attributes: sampleAttributes(id), terms: ["t"] },
    vector: { modelId: MODEL, values: vectorAt(1) },
  });
  await storage.truth.write(scope, (transaction) => storage.projection.apply(transaction, items.map(put)));
  expect(await storage.feed?.flush(scope, 1_000)).toBe(0);
  expect(await held(faulty.engine, scope)).toEqual(items);
  const tamper = (sql: string) => {
    const database = new Sqlite(join(dataFolder, "keepsake.db"));
    database.exec(sql);
    database.close();
  };
  return { storage, faulty, scope, items, tamper };
}

const held = async (engine: VectorEngine, scope: Scope) =>
  [...(await engine.listIds(scope, MODEL, { limit: 1_000 })).items].sort();
const mend = async ({ health }: Storage) => (await health?.mend())?.map(({ kind, place }) => `${kind} ${place}`);

describe("10.2 a repair of a store that has an engine beside it", () => {
  it("takes from the engine what it takes from the store's indexes", async () => {
    const { storage, faulty, scope } = await openWithOrphans();
    expect(await mend(storage)).toContain("orphaned index_items");
    expect(await held(faulty.engine, scope)).toEqual([]);
    expect(await storage.outbox?.list(scope, 10)).toEqual([]);
  });

  it("keeps in the journal what the engine is to hear of, while that does not answer", async () => {
    const { storage, faulty, scope, items } = await openWithOrphans();
    faulty.cut();
    expect(await mend(storage)).toContain("orphaned index_items");
    const waiting = await storage.outbox?.list(scope, 10);
    expect(waiting?.map(({ task }) => task)).toEqual([{ type: "index", itemIds: items, erased: true }]);
    faulty.mend();
    expect(await storage.feed?.examine()).toMatchObject({ state: "ready" });
    expect(await storage.feed?.flush(scope, 1_000)).toBe(0);
    expect(await held(faulty.engine, scope)).toEqual([]);
  });

  it("finds by comparing what the engine holds of items whose names went before", async () => {
    const { storage, faulty, scope, items, tamper } = await openWithOrphans();
    // the vectors and postings of both stand for nothing that has a name, and of one the memory is still there to be indexed anew
    tamper("DELETE FROM index_items WHERE item_id = 'mem_b'");
    expect(await held(faulty.engine, scope)).toEqual(items);
    expect(await mend(storage)).toEqual(expect.arrayContaining(["orphaned index_items", "orphaned vectors"]));
    expect(await held(faulty.engine, scope)).toEqual([]);
  });
});
