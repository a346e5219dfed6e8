import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, expect, it } from "vitest";
import { createFolderBlobs } from "../../adapters/blobs/folder/index.js";
import { createSqliteStorage } from "../../adapters/storage/sqlite/index.js";
import type { SessionId } from "../../domain/index.js";
import { forget } from "../../privacy/index.js";
import { openWriteScene } from "../../testing/write-scene.js";

const CHILD = fileURLToPath(new URL("./attaching-child.scene.ts", import.meta.url));
const folders: string[] = [];
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

/** Resolves when the child has said the word. */
function heard(child: ChildProcess, word: string): Promise<void> {
  return new Promise((resolve, reject) => {
    child.stdout?.on("data", (chunk: Buffer) => chunk.toString().includes(word) && resolve());
    child.on("close", () => reject(new Error(`the child ended before it said ${word}`)));
  });
}

function killed(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    child.on("close", () => resolve());
    child.kill("SIGKILL");
  });
}

async function openStore() {
  const dataFolder = mkdtempSync(join(tmpdir(), "keepsake-attaching-"));
  folders.push(dataFolder);
  const place = join(dataFolder, "blobs");
  const scene = await openWriteScene({
    storage: createSqliteStorage({ dataFolder }),
    blobs: { store: createFolderBlobs({ path: place }), keepsTranscripts: false },
  });
  await scene.tell("a", ["hello there"]);
  /** Whatever lies there, half written or whole. */
  const files = (): readonly string[] =>
    readdirSync(place, { recursive: true, withFileTypes: true }).flatMap((entry) =>
      entry.isFile() ? [entry.name] : [],
    );
  const begin = (moment: "before" | "after") =>
    spawn(process.execPath, ["--import", "tsx", CHILD, dataFolder, moment], { stdio: ["pipe", "pipe", "inherit"] });
  return { scene, files, begin };
}

const session = { by: "session", sessionId: "a" as SessionId } as const;

it("P06 P21 killed between the file and its line: an erasure takes the file, at once and whole", async () => {
  const { scene, files, begin } = await openStore();
  const child = begin("after");
  await heard(child, "put");
  await killed(child);
  expect(files()).toHaveLength(1);
  await forget(scene.parts, scene.scope, session);
  expect(files()).toEqual([]);
  await scene.parts.storage.close();
}, 120_000);

it("P06 P21 a file that is put after its conversation was erased, by a process that is killed then, goes when what announced it is due", async () => {
  const { scene, files, begin } = await openStore();
  const child = begin("before");
  await heard(child, "there");
  const report = await forget(scene.parts, scene.scope, session);
  expect(report.residue.join()).toContain("on their way");
  await scene.worker.drain(scene.scope, 5_000);
  const put = heard(child, "put");
  child.stdin?.write("go\n");
  await put;
  await killed(child);
  await scene.worker.runOnce(scene.scope);
  expect(files(), "nobody may take it before it can only have arrived").toHaveLength(1);
  scene.clock.at += 20 * 60_000;
  expect(await scene.worker.runOnce(scene.scope)).toBe(1);
  expect(files()).toEqual([]);
  expect(await forget(scene.parts, scene.scope, { by: "everything" })).toMatchObject({ residue: [] });
  await scene.parts.storage.close();
}, 120_000);
