import { storageConformance } from "../../../testing/storage/index.js";
import { testDatabase } from "./mariadb.scene.js";

storageConformance("mariadb", async () => {
  const database = await testDatabase();
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
