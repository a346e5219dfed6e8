import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answersOf, countsOf, engines, NEW, NEW_ID, OLD, OLD_ID, talk } from "../../../testing/reindex-scene.js";

const MAIN = fileURLToPath(new URL("../../../main.ts", import.meta.url));
const BOTH = { KEEPSAKE_NEXT_EMBEDDER: "fake", KEEPSAKE_NEXT_EMBEDDER_DIMENSION: String(NEW.dimension) };

let dataFolder: string;
let opened: ReturnType<typeof engines>;

beforeEach(() => {
  dataFolder = mkdtempSync(join(tmpdir(), "keepsake-reindex-"));
  opened = engines({ dataFolder });
});

afterEach(async () => {
  await opened.closeAll();
  rmSync(dataFolder, { recursive: true, force: true });
});

function start(words: readonly string[], env: Readonly<Record<string, string>> = BOTH): ChildProcess {
  return spawn(process.execPath, ["--import", "tsx", MAIN, "reindex", ...words], {
    env: {
      ...{ PATH: process.env.PATH ?? "", KEEPSAKE_DATA: dataFolder, KEEPSAKE_EMBEDDER: "fake" },
      ...{ KEEPSAKE_EMBEDDER_DIMENSION: String(OLD.dimension), ...env },
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
}

async function ended(child: ChildProcess): Promise<{ readonly code: number | null; out: string; err: string }> {
  const told = { out: "", err: "" };
  child.stdout?.on("data", (chunk: Buffer) => {
    told.out += chunk.toString("utf8");
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    told.err += chunk.toString("utf8");
  });
  const code = await new Promise<number | null>((resolve) => child.on("close", (code) => resolve(code)));
  return { code, ...told };
}

describe("keepsake reindex", () => {
  it("6.3 killed in the middle changes no answer, and goes on where it was", { timeout: 90_000 }, async () => {
    const before = await opened.open({ embedder: OLD });
    await talk(before, ["ada"], 12);
    const byOld = await answersOf(before, "ada");
    const serving = await opened.open({ embedder: OLD, nextEmbedder: NEW });
    const child = start(["--share", "1"]);
    const end = ended(child);
    await vi.waitFor(async () => expect((await countsOf(serving, "ada"))[NEW_ID]).toBeGreaterThan(0), {
      ...{ timeout: 40_000, interval: 20 },
    });
    child.kill("SIGKILL");
    expect((await end).code).toBeNull();
    const { [OLD_ID]: all = 0, [NEW_ID]: made = 0 } = await countsOf(serving, "ada");
    expect(made).toBeLessThan(all);
    expect(await answersOf(serving, "ada")).toBe(byOld);
    const again = await ended(start(["--share", "100", "--json"]));
    expect([again.code, again.err]).toEqual([0, ""]);
    expect(JSON.parse(again.out)).toMatchObject({ embedded: all - made, cutOverUsers: 1, remainingUsers: 0 });
    const byNew = await answersOf(serving, "ada");
    expect(byNew).not.toBe(byOld);
    expect(byNew).toMatch(/^\[\[\],/);
    const status = await ended(start(["--status", "--json"]));
    expect(JSON.parse(status.out)).toMatchObject({ users: 1, behindUsers: 0 });
    const back = await ended(start(["--back", "--lang", "zh"]));
    expect(back).toMatchObject({ code: 0, err: "" });
    expect(back.out).toContain("新切换");
    expect(await answersOf(serving, "ada")).toBe(byOld);
  });

  it("removes nothing without being told twice, nor while two models are configured", { timeout: 60_000 }, async () => {
    const unsure = await ended(start(["--drop-old"]));
    expect(unsure.code).toBe(2);
    expect(unsure.err).toContain("--yes");
    const early = await ended(start(["--drop-old", "--yes", "--json"]));
    expect(JSON.parse(early.err).error).toMatchObject({ code: "CONFLICT", field: "nextEmbedder" });
    const same = await ended(start([], { KEEPSAKE_NEXT_EMBEDDER: "fake", KEEPSAKE_NEXT_EMBEDDER_DIMENSION: "256" }));
    expect(same.err).toContain("CONFIG_INVALID");
  });
});
