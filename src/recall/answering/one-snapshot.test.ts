import { createMemoryStorage } from "../../adapters/storage/memory/index.js";
import { recallSeesOneState } from "../../testing/one-state.js";

recallSeesOneState("memory", async () => {
  const storage = createMemoryStorage();
  await storage.open();
  return storage;
});
