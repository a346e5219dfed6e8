import { afterAll, expect, it } from "vitest";
import { expectAllCarried } from "../../../../testing/storage/carried.js";
import { testDatabase } from "../postgres.scene.js";
import { NOT_CARRIED, OWN_COLUMNS } from "./contents-sql.js";

const database = testDatabase();
afterAll(() => database.drop());

it("8.4 carries every table and every column, or says that they are the engine's own", async () => {
  await database.connect();
  const client = await database.look();
  const columnsByTable = async () => {
    const { rows } = await client.query<{ table: string; columns: string[] }>(
      `SELECT c.relname AS table, array_agg(a.attname::text) AS columns FROM pg_class c
        JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped
        WHERE c.relnamespace = $1::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition GROUP BY 1`,
      [database.schema],
    );
    return new Map(rows.map(({ table, columns }) => [table, columns]));
  };
  const own = { tables: NOT_CARRIED, columns: OWN_COLUMNS };
  expectAllCarried(await columnsByTable(), own);
  await client.query("CREATE TABLE added_later (id integer)");
  const later = await columnsByTable();
  expect(() => expectAllCarried(later, own)).toThrow("added_later");
});
