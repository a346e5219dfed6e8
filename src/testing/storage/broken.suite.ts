import { BROKEN_STORAGES } from "./broken-storages.js";
import { storageConformance } from "./index.js";

// Run by broken.test.ts, which expects every one of these to fail.
for (const [fault, create] of Object.entries(BROKEN_STORAGES)) {
  storageConformance(`<${fault}>`, async () => {
    const storage = create();
    await storage.open();
    return { storage, cleanup: () => storage.close() };
  });
}
