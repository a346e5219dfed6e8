import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { KeepsakeConfigInput } from "keepsake";
import { type EngineWithParts, openWithParts } from "keepsake/testing";

/** Runs `work` with a folder of its own that is removed afterwards. KEEPSAKE_BENCH_DIR names another disk to measure on. */
export async function inFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(process.env.KEEPSAKE_BENCH_DIR ?? tmpdir(), "keepsake-bench-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** For what recall itself takes: reading pairs is a model's time and would hide it. */
export const WITHOUT_READER: KeepsakeConfigInput = { worker: { enabled: false }, reader: { kind: "none" } };

/** Runs `work` with a fresh engine on SQLite with the bundled embedder. */
export async function withEngine<Result>(
  config: KeepsakeConfigInput,
  work: (engine: EngineWithParts) => Promise<Result>,
): Promise<Result> {
  return inFolder(async (dataFolder) => {
    const engine = await openWithParts({ dataFolder, log: { level: "error" }, ...config });
    try {
      return await work(engine);
    } finally {
      await engine.close();
    }
  });
}
