import { randomBytes } from "node:crypto";
import pg from "pg";
import { addressOf } from "../../../../test/services/addresses.js";
import type { Storage } from "../../../ports/index.js";
import { storageConformance } from "../../../testing/storage/index.js";
import { createPostgresStorage } from "./index.js";

storageConformance("postgres", async () => {
  const url = addressOf("KEEPSAKE_TEST_POSTGRES_URL");
  const schema = `keepsake_test_${randomBytes(6).toString("hex")}`;
  const opened: Storage[] = [];
  const connect = async () => {
    const storage = createPostgresStorage({ url, schema, partitions: 2, maxConnections: 8 });
    await storage.open();
    opened.push(storage);
    return storage;
  };
  const storage = await connect();
  return {
    storage,
    reopen: async () => {
      await storage.close();
      return connect();
    },
    secondConnection: connect,
    cleanup: async () => {
      await Promise.all(opened.map((one) => one.close()));
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(`DROP SCHEMA ${pg.escapeIdentifier(schema)} CASCADE`);
      await client.end();
    },
  };
});
