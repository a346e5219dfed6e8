import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openKeepsake } from "keepsake";
import { expect, it } from "vitest";
import { inspectSlot } from "./inspect.js";
import { runRace } from "./race.js";
import { requestOf } from "./writes.js";

it("P02 P17 P19 processes that race for one slot leave one current value, a chain without gaps, and lose nothing", async () => {
  const report = await runRace({ processes: 3, writes: 60, timeoutMs: 90_000 });
  expect(report.violations).toEqual([]);
  expect(report.acknowledged).toBe(60);
  expect(report.versions + (report.outcomes.reinforced ?? 0)).toBe(60);
}, 120_000);

it("a write that was acknowledged and is not there is found out", async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "keepsake-race-"));
  try {
    const keepsake = await openKeepsake({ dataFolder, embedder: { kind: "fake" }, log: { level: "error" } });
    const user = keepsake.user("race");
    const told = [];
    for (const write of [0, 1]) {
      const { outcome, memory } = await user.remember(requestOf(write, 0, Date.UTC(2026, 0, 1)));
      told.push({ write, outcome, ...(memory === undefined ? {} : { memoryId: memory.id }) });
    }
    await keepsake.close();
    expect((await inspectSlot(dataFolder, told)).violations).toEqual([]);
    const lost = { write: 2, outcome: "superseded", memoryId: "mem_gone" };
    expect((await inspectSlot(dataFolder, [...told, lost])).violations).toEqual([
      "write 2 (superseded) is not there",
      "2 rows for 3 writes",
    ]);
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
});
