import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3-multiple-ciphers";
import { afterEach, describe, expect, it } from "vitest";
import { openWithParts } from "../../../testing/index.js";
import { createSqliteStorage } from "./index.js";

const folders: string[] = [];

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

async function writtenFolder(): Promise<string> {
  const dataFolder = mkdtempSync(join(tmpdir(), "keepsake-health-"));
  folders.push(dataFolder);
  const quiet = { embedder: { kind: "fake" }, log: { level: "silent" } } as const;
  const engine = await openWithParts({ dataFolder, ...quiet, worker: { enabled: false } });
  const ada = engine.keepsake.user("ada");
  const turns = ["I live in Turin.", "我喜欢乌龙茶。", "Now I live in Genoa."].map((text) => ({
    role: "user" as const,
    text,
  }));
  await ada.record({ sessionId: "s", turns });
  await engine.drain();
  await ada.remember({ content: "Ada keeps two cats.", tags: ["pets"] });
  await ada.forget({ by: "text", text: "Turin" });
  await engine.close();
  return dataFolder;
}

async function inspect(dataFolder: string): Promise<readonly string[]> {
  const storage = createSqliteStorage({ dataFolder });
  await storage.open();
  try {
    const faults = (await storage.health?.inspect()) ?? [];
    return faults.map(({ kind, place, rows }) => `${kind} ${place} ${rows}`);
  } finally {
    await storage.close();
  }
}

const TAMPERED: readonly (readonly [sql: string, found: readonly string[]])[] = [
  ["DELETE FROM sessions", ["dangling turns 2"]],
  ["DELETE FROM vectors WHERE doc IN (SELECT doc FROM vectors LIMIT 1)", ["miscounted vector_models 1"]],
  [
    "UPDATE vectors SET numbers = substr(numbers, 5) WHERE doc IN (SELECT doc FROM vectors LIMIT 1)",
    ["damaged vectors 1"],
  ],
  [
    "UPDATE keyword_terms SET df = df + 1 WHERE id = (SELECT min(id) FROM keyword_terms)",
    ["miscounted keyword_terms 1"],
  ],
  ["UPDATE scopes SET total_length = total_length + 1", ["miscounted scopes 1"]],
  ["UPDATE sessions SET turn_count = 9", ["miscounted sessions 1"]],
  ["INSERT INTO memory_labels VALUES (1, 'mem_none', 'tag', 'x')", ["dangling memory_labels 1"]],
  ["PRAGMA foreign_keys = OFF; UPDATE scopes SET tenant = 99", ["dangling foreign keys 1"]],
];

describe("store health of SQLite (10.2)", () => {
  it("a store that talked, learned and forgot is whole", async () => {
    expect(await inspect(await writtenFolder())).toEqual([]);
  });

  it.each(TAMPERED)("finds what was done beside the product: %s", async (sql, found) => {
    const dataFolder = await writtenFolder();
    const database = new Sqlite(join(dataFolder, "keepsake.db"));
    database.exec(sql);
    database.close();
    expect(await inspect(dataFolder)).toEqual(found);
  });

  it("finds a page that is not as it was written, and counts nothing in such a file", async () => {
    const dataFolder = await writtenFolder();
    const file = join(dataFolder, "keepsake.db");
    const database = new Sqlite(file);
    const { page } = database
      .prepare("SELECT rootpage AS page FROM sqlite_schema WHERE name = 'episodes_by_time'")
      .get() as { page: number };
    const bytes = database.pragma("page_size", { simple: true }) as number;
    database.close();
    const handle = openSync(file, "r+");
    writeSync(handle, Buffer.alloc(bytes, 0xff), 0, bytes, (page - 1) * bytes);
    closeSync(handle);
    expect(await inspect(dataFolder)).toEqual([expect.stringMatching(/^damaged file \d+$/)]);
  });
});
