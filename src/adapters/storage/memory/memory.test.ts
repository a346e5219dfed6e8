import { storageConformance } from "../../../testing/storage/index.js";
import { createMemoryStorage } from "./index.js";

storageConformance("memory", async () => {
  const storage = createMemoryStorage();
  await storage.open();
  return { storage, cleanup: () => storage.close() };
});
