import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3-multiple-ciphers";
import { expect, it } from "vitest";
import { expectAllCarried } from "../../../../testing/storage/carried.js";
import { createSqliteStorage } from "../index.js";
import { NOT_CARRIED, OWN_COLUMNS } from "./contents-sql.js";

it("8.4 carries every table and every column, or says that they are the engine's own", async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "keepsake-carried-"));
  const storage = createSqliteStorage({ dataFolder });
  await storage.open();
  await storage.close();
  const file = new Sqlite(join(dataFolder, "keepsake.db"));
  const columnsByTable = () => {
    const tables = file.prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'");
    const columns = (table: string) => file.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(table);
    return new Map((tables.pluck().all() as string[]).map((table) => [table, columns(table) as string[]]));
  };
  const own = { tables: NOT_CARRIED, columns: OWN_COLUMNS };
  expectAllCarried(columnsByTable(), own);
  file.exec("CREATE TABLE added_later (id INTEGER)");
  expect(() => expectAllCarried(columnsByTable(), own)).toThrow("added_later");
  file.exec("DROP TABLE added_later; ALTER TABLE turns ADD COLUMN added_later TEXT");
  expect(() => expectAllCarried(columnsByTable(), own)).toThrow("columns of turns");
  file.close();
  rmSync(dataFolder, { recursive: true });
});
