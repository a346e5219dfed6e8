import { afterAll, afterEach, beforeAll, describe } from "vitest";
import type { Storage } from "../../../ports/index.js";
import { sharedSnapshots } from "../../../testing/storage/shared-snapshots.js";
import { type TestDatabase, testDatabase } from "./mariadb.scene.js";

describe("snapshots of MariaDB", () => {
  let database: TestDatabase;
  const opened: Storage[] = [];
  beforeAll(async () => {
    database = await testDatabase();
  });
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close();
  });
  afterAll(() => database.drop());

  sharedSnapshots({
    refusal: "DEADLINE_EXCEEDED",
    async open(limits) {
      const storage = await database.connect(limits);
      opened.push(storage);
      return storage;
    },
    async lock(table) {
      const client = await database.look();
      await client.query(`LOCK TABLES ${table} WRITE`);
      return () => client.query("UNLOCK TABLES");
    },
  });
});
