import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { createSqliteStorage } from "../adapters/storage/sqlite/index.js";
import { fillStore } from "../testing/storage/full-store.js";
import { figures, MovingScene } from "./moving.scene.js";

const CHILD = fileURLToPath(new URL("./migrating-child.scene.ts", import.meta.url));
const scene = new MovingScene();
afterEach(() => scene.end());

/** Runs the move until its n-th write, and kills it there; false when it came to its end before. */
function killAt(n: number, from: string, to: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", CHILD, from, to], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let seen = 0;
    let isDone = false;
    child.stdout.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      seen += text.split("write").length - 1;
      isDone ||= text.includes("done");
      if (seen >= n) child.kill("SIGKILL");
    });
    child.on("error", reject);
    child.on("close", () => resolve(!isDone));
  });
}

it("8.4 killed with SIGKILL again and again, a move comes to its end: nothing lost, nothing twice", async () => {
  const [from, to] = [scene.folder(), scene.folder()];
  const source = await scene.sqlite({ dataFolder: from });
  await fillStore(source);
  const before = await figures(source);
  await source.close();
  let killed = 0;
  for (const n of [1, 6, 14]) killed += (await killAt(n, from, to)) ? 1 : 0;
  expect(killed).toBeGreaterThan(1);
  expect(await killAt(Number.POSITIVE_INFINITY, from, to)).toBe(false);
  const target = createSqliteStorage({ dataFolder: to });
  await target.open();
  expect(await figures(target)).toEqual(before);
  expect(await target.health?.inspect()).toEqual([]);
  await target.close();
}, 120_000);
