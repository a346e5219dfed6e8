import { randomBytes } from "node:crypto";
import { type Connection, createConnection } from "mysql2/promise";
import { addressOf } from "../../../../test/services/addresses.js";
import type { Storage } from "../../../ports/index.js";
import { createMariadbStorage, type MariadbStorageOptions } from "./index.js";

/** A database of the test server that only one test uses. */
export interface TestDatabase {
  readonly url: string;
  readonly name: string;
  /** An opened storage on it, as another process would have; all are closed with the database. */
  connect(options?: Partial<MariadbStorageOptions>): Promise<Storage>;
  /** A connection to look at it from beside. */
  look(): Promise<Connection>;
  /** Closes everything and drops the database. */
  drop(): Promise<void>;
}

/** @param server absent: the one that the tests run on */
export async function testDatabase(server = addressOf("KEEPSAKE_TEST_MARIADB_URL")): Promise<TestDatabase> {
  const name = `keepsake_test_${randomBytes(6).toString("hex")}`;
  const address = new URL(server);
  address.pathname = `/${name}`;
  const url = address.toString();
  const opened: Storage[] = [];
  const clients: Connection[] = [];
  const reach = async (uri: string) => {
    const client = await createConnection({ uri });
    clients.push(client);
    client.on("error", () => undefined); // tests end connections on purpose
    return client;
  };
  const beside = await reach(server);
  await beside.query(`CREATE DATABASE ${name}`);
  return {
    ...{ url, name },
    look: () => reach(url),
    async connect(options = {}) {
      const storage = createMariadbStorage({ url, maxConnections: 8, ...options });
      opened.push(storage);
      await storage.open();
      return storage;
    },
    async drop() {
      await Promise.all(opened.map((one) => one.close()));
      const last = await reach(server);
      await last.query(`DROP DATABASE IF EXISTS ${name}`);
      await Promise.allSettled(clients.map((one) => one.end()));
    },
  };
}
