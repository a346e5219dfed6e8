import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type EngineWithParts, openWithParts } from "../../testing/engine.js";
import { answersOf, scopeOf, talk } from "../../testing/reindex-scene.js";
import { mendIndexes } from "../index.js";

let dataFolder: string;
let engine: EngineWithParts;

beforeEach(async () => {
  dataFolder = mkdtempSync(join(tmpdir(), "keepsake-mend-"));
  engine = await openWithParts({ dataFolder, embedder: { kind: "fake" }, log: { level: "silent" } });
  await talk(engine, ["ada", "bob"]);
});

afterEach(async () => {
  await engine.close();
  rmSync(dataFolder, { recursive: true, force: true });
});

describe("mending indexes from the truth", { timeout: 90_000 }, () => {
  it("finds nothing to do in a store that is whole", async () => {
    const report = await mendIndexes(engine.parts, { dryRun: false });
    expect(report).toEqual({ dryRun: false, users: 2, unindexed: 0, withoutVector: 0 });
  });

  it("puts back what an index lost: counted, left alone by a dry run, mended once, and recalled as before", async () => {
    const { storage } = engine.parts;
    const before = await answersOf(engine, "ada");
    const [memory] = (await engine.keepsake.user("ada").list({ limit: 1 })).items;
    const episodes = await storage.truth.read(scopeOf("ada"), (transaction) => transaction.episodes.list({ limit: 2 }));
    const lost = [memory?.id, ...episodes.items.map(({ id }) => id)].flatMap((id) => id ?? []);
    await storage.truth.write(scopeOf("ada"), (transaction) =>
      storage.projection.apply(
        transaction,
        lost.map((itemId) => ({ type: "remove", itemId })),
      ),
    );
    expect(await storage.health?.inspect()).toEqual([
      { kind: "unindexed", place: "memories", rows: 1 },
      { kind: "unindexed", place: "episodes", rows: 2 },
    ]);
    expect(await answersOf(engine, "ada")).not.toBe(before);
    const found = { users: 2, unindexed: 3, withoutVector: 3 };
    expect(await mendIndexes(engine.parts, { dryRun: true })).toEqual({ dryRun: true, ...found });
    expect(await mendIndexes(engine.parts, { dryRun: false })).toEqual({ dryRun: false, ...found });
    expect(await storage.health?.inspect()).toEqual([]);
    expect(await mendIndexes(engine.parts, { dryRun: false })).toMatchObject({ unindexed: 0, withoutVector: 0 });
    await engine.keepsake.user("ada").processed();
    expect(await answersOf(engine, "ada")).toBe(before);
  });

  it("P05 orders a vector that is lost while the words are found", async () => {
    const { storage, embedder } = engine.parts;
    const before = await answersOf(engine, "bob");
    await storage.truth.write(scopeOf("bob"), (transaction) =>
      storage.projection.apply(transaction, [{ type: "drop-model", modelId: embedder.profile.modelId }]),
    );
    const report = await mendIndexes(engine.parts, { dryRun: false });
    expect(report.unindexed).toBe(0);
    expect(report.withoutVector).toBeGreaterThan(5);
    await engine.keepsake.user("bob").processed();
    expect(await answersOf(engine, "bob")).toBe(before);
  });
});
