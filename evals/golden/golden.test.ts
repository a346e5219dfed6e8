import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { keepsakeSystem, shareStore } from "../engine/system.js";
import type { CheckRow } from "../metrics/index.js";
import { goldenFolder, readGoldenSet } from "../suites/golden.js";
import { runScenario } from "../suites/scenarios.js";

/**
 * `floors`: share of checks passed, per check type and in all, never above what a recorded run reached.
 * `mustFail`: checks that are known to fail. One that passes is progress: take it off the list and raise the floors.
 */
const floorsSchema = z.object({
  floors: z.record(z.string(), z.number().min(0).max(1)),
  mustFail: z.array(z.string()),
});

const { floors, mustFail } = floorsSchema.parse(
  JSON.parse(await readFile(join(goldenFolder(), "floors.json"), "utf8")),
);
const { scenarios } = await readGoldenSet();
const RUN_TIMEOUT_MS = 600_000;

function shareOf(rows: readonly CheckRow[]): number {
  return rows.filter((row) => row.passed).length / rows.length;
}

describe("the golden set", () => {
  const rows: CheckRow[] = [];
  const failures: string[] = [];

  beforeAll(async () => {
    const options = { storage: "sqlite", embedder: "bundled" } as const;
    const system = await shareStore(keepsakeSystem, options);
    try {
      for (const scenario of scenarios) {
        const context = { ...options, system, floor: undefined, onFailure: (line: string) => failures.push(line) };
        rows.push(...(await runScenario(scenario, context)).rows);
      }
    } finally {
      await system.close();
    }
  }, RUN_TIMEOUT_MS);

  it("has at least 70 histories, the two languages within a tenth of each other, and no id twice", () => {
    const count = (lang: string) => scenarios.filter((scenario) => scenario.lang === lang).length;
    expect(scenarios.length).toBeGreaterThanOrEqual(70);
    expect(Math.abs(count("zh") - count("en"))).toBeLessThanOrEqual(scenarios.length / 10);
    expect(new Set(scenarios.map((scenario) => scenario.id)).size).toBe(scenarios.length);
  });

  it("is wholly run", () => {
    expect(rows).toHaveLength(scenarios.flatMap((scenario) => scenario.checks).length);
  });

  it.each(Object.entries(floors))("%s stays at or above its recorded floor of %f", (type, floor) => {
    const chosen = type === "all" ? rows : rows.filter((row) => row.type === type);
    const failed = failures.filter((line) => type === "all" || line.includes(`  ${type} `));
    expect(shareOf(chosen), failed.join("\n")).toBeGreaterThanOrEqual(floor);
  });

  it("has a floor for every check type", () => {
    expect(Object.keys(floors).sort()).toEqual(["all", ...new Set(rows.map((row) => row.type))].sort());
  });

  it("fails where it is known to: a pass here is progress to be recorded in floors.json", () => {
    const unknown = mustFail.filter((id) => !rows.some((row) => row.id === id));
    const passing = rows.filter((row) => row.passed && mustFail.includes(row.id)).map((row) => row.id);
    expect({ unknown, passing }).toEqual({ unknown: [], passing: [] });
  });
});
