import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Sqlite from "better-sqlite3-multiple-ciphers";
import { mendsDrift } from "../../../testing/storage/mending.js";

mendsDrift("sqlite", async () => {
  const dataFolder = mkdtempSync(join(tmpdir(), "keepsake-mending-"));
  const within = <Result>(work: (database: Sqlite.Database) => Result): Result => {
    const database = new Sqlite(join(dataFolder, "keepsake.db"));
    try {
      return work(database);
    } finally {
      database.close();
    }
  };
  return {
    config: { dataFolder },
    owner: ["scope", "id"],
    besides: { posting: "", vector: "", one: "" },
    shortVector: "x'00000000'",
    tamper: async (sql) => void within((database) => database.exec(sql)),
    read: async (table) =>
      within((database) => database.prepare(`SELECT * FROM ${table}`).all()) as Record<string, unknown>[],
    drop: async () => rmSync(dataFolder, { recursive: true, force: true }),
  };
});
