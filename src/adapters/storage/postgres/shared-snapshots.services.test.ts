import { afterAll, afterEach, describe } from "vitest";
import type { Storage } from "../../../ports/index.js";
import { sharedSnapshots } from "../../../testing/storage/shared-snapshots.js";
import { testDatabase } from "./postgres.scene.js";

describe("snapshots of PostgreSQL", () => {
  const database = testDatabase();
  const opened: Storage[] = [];
  afterEach(async () => {
    for (const storage of opened.splice(0)) await storage.close();
  });
  afterAll(() => database.drop());

  sharedSnapshots({
    refusal: "STORE_BUSY",
    async open(limits) {
      const storage = await database.connect(limits);
      opened.push(storage);
      return storage;
    },
    async lock(table) {
      const client = await database.look();
      await client.query(`BEGIN; LOCK TABLE ${table} IN ACCESS EXCLUSIVE MODE`);
      return () => client.query("COMMIT");
    },
  });
});
