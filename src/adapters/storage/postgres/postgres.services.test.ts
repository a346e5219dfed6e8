import { storageConformance } from "../../../testing/storage/index.js";
import { testDatabase } from "./postgres.scene.js";

storageConformance("postgres", async () => {
  const database = testDatabase();
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
