import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { keepsakeSystem } from "../engine/system.js";
import { goldenFolder } from "../suites/golden.js";
import { findSuite } from "../suites/index.js";

const bounds = z
  .record(z.string(), z.record(z.string(), z.object({ least: z.number().optional(), most: z.number().optional() })))
  .parse(JSON.parse(await readFile(join(goldenFolder(), "pairs-bounds.json"), "utf8")));
const RUN_TIMEOUT_MS = 600_000;

/** The bounds are what a recorded run reached, with room for the difference between machines' arithmetic. */
describe.each(Object.entries(bounds))("the golden %s", (name, figures) => {
  const reached = new Map<string, number>();

  beforeAll(async () => {
    const run = await findSuite(name)?.execute({
      ...{ system: keepsakeSystem, storage: "sqlite", embedder: "bundled", sizes: [] },
      ...{ dataPath: undefined, limit: undefined, questionLimit: undefined, floor: undefined },
      ...{ onProgress: () => undefined, onFailure: () => undefined },
    });
    for (const [figure, { value }] of Object.entries(run?.metrics ?? {})) reached.set(figure, value);
  }, RUN_TIMEOUT_MS);

  it.each(Object.entries(figures))("%s", (figure, { least = 0, most = 1 }) => {
    expect(reached.get(figure)).toBeGreaterThanOrEqual(least);
    expect(reached.get(figure)).toBeLessThanOrEqual(most);
  });
});
