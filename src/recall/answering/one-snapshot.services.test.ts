import { afterAll } from "vitest";
import { addressOf } from "../../../test/services/addresses.js";
import { testDatabase as mariadbDatabase } from "../../adapters/storage/mariadb/mariadb.scene.js";
import { testDatabase } from "../../adapters/storage/postgres/postgres.scene.js";
import { recallSeesOneState } from "../../testing/one-state.js";

const databases: { drop(): Promise<void> }[] = [];

afterAll(async () => {
  for (const database of databases) await database.drop();
});

const onPostgres = (url: string) => async () => {
  const database = testDatabase(url);
  databases.push(database);
  return database.connect();
};

recallSeesOneState("PostgreSQL", onPostgres(addressOf("KEEPSAKE_TEST_POSTGRES_URL")));
recallSeesOneState("PostgreSQL through PgBouncer", onPostgres(addressOf("KEEPSAKE_TEST_PGBOUNCER_URL")));
recallSeesOneState("MariaDB", async () => {
  const database = await mariadbDatabase();
  databases.push(database);
  return database.connect();
});
