import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { reindexing } from "../../testing/reindexing.js";

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

describe("reindex, on SQLite", { timeout: 90_000 }, () => {
  reindexing(async () => {
    const dataFolder = mkdtempSync(join(tmpdir(), "keepsake-reindex-"));
    folders.push(dataFolder);
    return { dataFolder };
  });
});
