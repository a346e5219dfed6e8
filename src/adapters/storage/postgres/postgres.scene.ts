import { randomBytes } from "node:crypto";
import pg from "pg";
import { addressOf } from "../../../../test/services/addresses.js";
import type { Storage } from "../../../ports/index.js";
import { createPostgresStorage, type PostgresStorageOptions } from "./index.js";

/** A schema of the test server that only one test uses. */
export interface TestDatabase {
  readonly url: string;
  readonly schema: string;
  /** An opened storage on it, as another process would have; all are closed with the database. */
  connect(options?: Partial<PostgresStorageOptions>): Promise<Storage>;
  /** A connection to look at it from beside, whose path begins with the schema. */
  look(): Promise<pg.Client>;
  /** Closes everything and drops the schema. */
  drop(): Promise<void>;
}

/** @param url absent: of the server that the tests run on */
export function testDatabase(url = addressOf("KEEPSAKE_TEST_POSTGRES_URL")): TestDatabase {
  const schema = `keepsake_test_${randomBytes(6).toString("hex")}`;
  const opened: Storage[] = [];
  const clients: pg.Client[] = [];
  const look = async () => {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    clients.push(client);
    client.on("error", () => undefined); // tests end connections on purpose
    await client.query(`SET search_path = ${schema}, public`);
    return client;
  };
  return {
    ...{ url, schema, look },
    async connect(options = {}) {
      const storage = createPostgresStorage({ url, schema, partitions: 2, maxConnections: 8, ...options });
      opened.push(storage);
      await storage.open();
      return storage;
    },
    async drop() {
      await Promise.all(opened.map((one) => one.close()));
      const client = await look();
      await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
      await Promise.all(clients.map((one) => one.end()));
    },
  };
}
