import { addressOf } from "../../../../test/services/addresses.js";
import { storageConformance } from "../../../testing/storage/index.js";
import { testDatabase } from "./postgres.scene.js";

function conformance(name: string, url: string): void {
  storageConformance(name, async () => {
    const database = testDatabase(url);
    const storage = await database.connect();
    return {
      storage,
      reopen: async () => {
        await storage.close();
        return database.connect();
      },
      secondConnection: () => database.connect(),
      cleanup: () => database.drop(),
    };
  });
}

conformance("postgres", addressOf("KEEPSAKE_TEST_POSTGRES_URL"));
// Whoever shares a connection with others must leave nothing on it.
conformance("postgres, through PgBouncer in transaction mode", addressOf("KEEPSAKE_TEST_PGBOUNCER_URL"));
