import { afterAll, describe } from "vitest";
import { addressOf } from "../../../test/services/addresses.js";
import { testDatabase } from "../../adapters/storage/postgres/postgres.scene.js";
import { reindexing } from "../../testing/reindexing.js";

const databases: ReturnType<typeof testDatabase>[] = [];

afterAll(async () => {
  for (const database of databases) await database.drop();
});

describe("reindex, on PostgreSQL", { timeout: 180_000 }, () => {
  reindexing(async () => {
    const database = testDatabase(addressOf("KEEPSAKE_TEST_POSTGRES_URL"));
    databases.push(database);
    const { url, schema } = database;
    return { storage: { kind: "postgres", url, schema, partitions: 2, maxConnections: 8 } };
  });
});
