import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepsakeSystem } from "../engine/system.js";
import { factsSuite } from "./facts.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "keepsake-facts-"));
});
afterAll(async () => {
  await rm(folder, { recursive: true, force: true });
});

async function run(facts: readonly string[], questions: readonly object[]) {
  const path = join(folder, "facts.jsonl");
  const turns = facts.map((text, index) => ({ id: `f${index}`, session: "s", speaker: "user", text }));
  const asked = questions.map((question, index) => ({ id: `q${index}`, q: "which?", category: "x", ...question }));
  await writeFile(path, JSON.stringify({ id: "c", lang: "en", turns, questions: asked }));
  const failures: string[] = [];
  const outcome = await factsSuite.execute({
    ...{ system: keepsakeSystem, storage: "memory", embedder: "fake", dataPath: path, sizes: [], floor: undefined },
    ...{ limit: undefined, questionLimit: undefined, onProgress: () => undefined },
    onFailure: (line) => failures.push(line),
  });
  return { ...outcome, failures };
}

describe("facts", () => {
  it("counts a fact as fresh when it is active and what it contradicts was replaced by it, over several changes", async () => {
    const facts = ["I live in Oslo.", "I live in Basel.", "I live in Turin.", "I am allergic to peanuts."];
    const { metrics, rows, failures } = await run(facts, [
      { goldTurnIds: ["f2"], staleTurnIds: ["f0", "f1"] },
      { goldTurnIds: ["f3"] },
      { goldTurnIds: [] },
    ]);
    expect(rows).toHaveLength(2);
    expect(metrics["fresh>stale"]).toMatchObject({ value: 1, n: 1 });
    expect(metrics["closed.wrong"]).toMatchObject({ value: 0, n: 2 });
    expect(failures).toEqual([]);
  });

  it("counts neither a fact that stands beside what it contradicts, nor one that was closed by another", async () => {
    const facts = ["I like oolong tea.", "I like espresso.", "I live in Oslo.", "I live in Basel."];
    const { metrics, failures } = await run(facts, [
      { goldTurnIds: ["f1"], staleTurnIds: ["f0"] },
      { goldTurnIds: ["f2"] },
    ]);
    expect(metrics["fresh>stale"]).toMatchObject({ value: 0, n: 1 });
    expect(metrics["closed.wrong"]).toMatchObject({ value: 0.5, n: 2 });
    expect(failures).toHaveLength(2);
    expect(failures.join("\n")).toMatch(/stale f0 active.*gold f2 superseded.*replaced by/s);
  });
});
