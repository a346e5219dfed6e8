import { spawn } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { createFolderBlobs } from "../adapters/blobs/folder/index.js";
import { createSqliteStorage } from "../adapters/storage/sqlite/index.js";
import { fillStore } from "../testing/storage/full-store.js";
import { filesIn, putFiles } from "./files/files.scene.js";
import { figures, MovingScene } from "./moving.scene.js";

const CHILD = fileURLToPath(new URL("./migrating-child.scene.ts", import.meta.url));
const scene = new MovingScene();
afterEach(() => scene.end());

/** Runs the move until its n-th write or file, and kills it there; false when it came to its end before. */
function killAt(n: number, word: "write" | "file", from: string, to: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--import", "tsx", CHILD, from, to], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let seen = 0;
    let isDone = false;
    child.stdout.on("data", (chunk: Buffer) => {
      const text = chunk.toString();
      seen += text.split(word).length - 1;
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
  const scopes = (await fillStore(source)).slice(0, 3);
  const before = await figures(source);
  const kept = createFolderBlobs({ path: join(from, "blobs") });
  await putFiles(kept, scopes);
  const files = await filesIn(kept, scopes);
  await source.close();
  let killed = 0;
  const places = [
    [1, "write"],
    [12, "write"],
    [1, "file"],
    [5, "file"],
  ] as const;
  for (const [n, word] of places) killed += (await killAt(n, word, from, to)) ? 1 : 0;
  expect(killed).toBeGreaterThan(3);
  expect(await killAt(Number.POSITIVE_INFINITY, "write", from, to)).toBe(false);
  const target = createSqliteStorage({ dataFolder: to });
  await target.open();
  expect(await figures(target)).toEqual(before);
  expect(await target.health?.inspect()).toEqual([]);
  expect(files.length).toBeGreaterThan(5);
  expect(await filesIn(createFolderBlobs({ path: join(to, "blobs") }), scopes)).toEqual(files);
  await target.close();
}, 240_000);
