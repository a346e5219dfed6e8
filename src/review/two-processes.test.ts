import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createSqliteStorage } from "../adapters/storage/sqlite/index.js";
import type { MemoryId, SessionId } from "../domain/index.js";
import { DEFAULT_POLICY } from "../policy/index.js";
import { remember } from "../remember/index.js";
import { openWriteScene, type WriteScene } from "../testing/write-scene.js";
import { rollback } from "../undo/index.js";
import { acceptReview, listReview, rejectReview } from "./index.js";

const policy = { ...DEFAULT_POLICY, review: { ...DEFAULT_POLICY.review, protectedUsers: ["user"] } };

describe("P17: two processes over one file", () => {
  let dataFolder = "";
  let scenes: WriteScene[] = [];
  beforeEach(async () => {
    dataFolder = mkdtempSync(join(tmpdir(), "keepsake-review-"));
    scenes = [];
    for (let process = 0; process < 2; process += 1) {
      scenes.push(await openWriteScene({ policy, storage: createSqliteStorage({ dataFolder }) }));
    }
  });
  afterEach(async () => {
    for (const scene of scenes) await scene.parts.storage.close();
    rmSync(dataFolder, { recursive: true, force: true });
  });

  function both(): readonly [WriteScene, WriteScene] {
    const [first, second] = scenes;
    if (first === undefined || second === undefined) throw new Error("the scenes are not open");
    return [first, second];
  }

  it("accepting in both, or accepting in one and rejecting in the other, decides each statement once", async () => {
    const [first, second] = both();
    const contents = ["I live in Aberhaven", "I live in Basel", "我喜欢乌龙茶", "I work at Northwind"];
    for (const content of contents) {
      first.clock.at += 1_000;
      await remember(first.parts, first.scope, { content });
    }
    const { items } = await listReview(second.parts, second.scope);
    const ids = items.map((item) => item.memory.id);
    expect(ids).toHaveLength(contents.length);
    const selection = { by: "ids", ids } as const;
    const decisions = await Promise.all([
      acceptReview(first.parts, first.scope, selection, "one"),
      acceptReview(second.parts, second.scope, selection, "two"),
      rejectReview(second.parts, second.scope, selection, "three"),
    ]);
    const decided = decisions.flat().filter((each) => each.outcome !== "not-pending");
    expect(decided.map((each) => each.id).sort()).toEqual([...ids].sort());
    const rows = await first.rows();
    expect(rows.map((row) => row.id).sort()).toEqual([...ids].sort());
    expect(rows.filter((row) => row.status === "pending-review")).toEqual([]);
    expect(rows.filter((row) => row.status === "active" && row.attribute === "home").length).toBeLessThanOrEqual(1);
    const versions = rows.filter((row) => row.slotKey !== undefined).map((row) => `${row.lineageId} ${row.version}`);
    expect(new Set(versions).size).toBe(versions.length);
  });

  it("accepting while a newer value arrives leaves one value, the newer, whoever comes first", async () => {
    const [first, second] = both();
    const held = await remember(first.parts, first.scope, { content: "I live in Aberhaven" });
    const ids = [held.memory?.id as MemoryId];
    const at = first.clock.at + 1_000;
    second.clock.at = at;
    await Promise.all([
      acceptReview(first.parts, first.scope, { by: "ids", ids }, "one"),
      remember({ ...second.parts, policy: DEFAULT_POLICY }, second.scope, { content: "I live in Basel", at }),
    ]);
    expect(await first.active()).toEqual(["The user lives in Basel"]);
    const rows = await first.rows();
    expect(rows.map((row) => row.version).sort()).toEqual([1, 2]);
    expect(new Set(rows.map((row) => row.lineageId)).size).toBe(1);
  });

  it("a rollback in both happens once, and what it restored is found by both", async () => {
    const [first, second] = both();
    const open = { ...first.parts, policy: DEFAULT_POLICY };
    await remember(open, first.scope, { content: "I live in Aberhaven", sessionId: "s1" });
    first.clock.at += 1_000;
    await remember(open, first.scope, { content: "I live in Basel", sessionId: "s2" });
    const selection = { by: "session", sessionId: "s2" as SessionId } as const;
    const look = await rollback(second.parts, second.scope, selection, { dryRun: true });
    const reports = await Promise.all(both().map((scene) => rollback(scene.parts, scene.scope, selection)));
    expect(reports.map((report) => report.writes).sort()).toEqual([0, look.writes]);
    for (const scene of both()) expect(await scene.active()).toEqual(["The user lives in Aberhaven"]);
  });
});
