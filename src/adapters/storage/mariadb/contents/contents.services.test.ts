import type { RowDataPacket } from "mysql2/promise";
import { expect, it } from "vitest";
import { expectAllCarried } from "../../../../testing/storage/carried.js";
import { testDatabase } from "../mariadb.scene.js";
import { NOT_CARRIED, OWN_COLUMNS } from "./contents-sql.js";

it("8.4 carries every table and every column, or says that they are the engine's own", async () => {
  const database = await testDatabase();
  await database.connect();
  const client = await database.look();
  const [rows] = await client.query<RowDataPacket[]>(
    "SELECT table_name AS t, column_name AS c FROM information_schema.columns WHERE table_schema = DATABASE()",
  );
  const columns = new Map<string, string[]>();
  for (const { t, c } of rows) columns.set(t, [...(columns.get(t) ?? []), c]);
  const own = { tables: NOT_CARRIED, columns: OWN_COLUMNS };
  expectAllCarried(columns, own);
  expect(() => expectAllCarried(new Map([...columns, ["added_later", ["id"]]]), own)).toThrow("added_later");
  await database.drop();
});
