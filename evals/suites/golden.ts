import { createHash } from "node:crypto";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { CheckRow } from "../metrics/index.js";
import { checkMeasures } from "../metrics/index.js";
import { readDataFile } from "../readers/files.js";
import { readScenarios, type Scenario } from "../readers/scenarios.js";
import { checkRowSchema, runScenarios } from "./scenarios.js";
import { defineSuite } from "./suite.js";

/** The golden set lies beside the code in a clone and outside the compiled tree in a package. */
export function goldenFolder(): string {
  const up = import.meta.url.endsWith(".ts") ? "../golden" : "../../../evals/golden";
  return fileURLToPath(new URL(up, import.meta.url));
}

/** The golden set: every .jsonl file of its folder, in order of name. */
export async function readGoldenSet(): Promise<{ scenarios: readonly Scenario[]; sha256: string }> {
  const folder = goldenFolder();
  const names = (await readdir(folder)).filter((name) => name.endsWith(".jsonl")).sort();
  const files = await Promise.all(names.map((name) => readDataFile(join(folder, name))));
  const digest = createHash("sha256");
  for (const file of files) digest.update(file.sha256);
  return { scenarios: files.flatMap((file) => readScenarios(file)), sha256: digest.digest("hex") };
}

/** Shares that a run reached, rounded down to a thousandth, and what it failed: the content of `floors.json`. */
export function floorsOf(rows: readonly CheckRow[]): { floors: Record<string, number>; mustFail: readonly string[] } {
  const floors: Record<string, number> = {};
  for (const type of ["all", ...new Set(rows.map((row) => row.type).sort())]) {
    const chosen = type === "all" ? rows : rows.filter((row) => row.type === type);
    floors[type] = Math.floor((chosen.filter((row) => row.passed).length / chosen.length) * 1_000) / 1_000;
  }
  return { floors, mustFail: rows.filter((row) => !row.passed).map((row) => row.id) };
}

/** Keepsake's own golden set, which ships with it. */
export const goldenSuite = defineSuite<CheckRow>({
  name: "golden",
  summary: "the golden set that ships with Keepsake, in both languages (needs no --data)",
  needsData: false,
  rowSchema: checkRowSchema,
  measures: checkMeasures,
  run: async (context) => {
    const { scenarios, sha256 } = await readGoldenSet();
    const outcome = await runScenarios(scenarios, context);
    return { ...outcome, data: { path: "evals/golden", sha256 }, views: {} };
  },
});
