import { BROKEN_BLOBS } from "./broken-blobs.js";
import { blobConformance } from "./index.js";

// Run by broken.test.ts, which expects every one of these to fail.
for (const [fault, create] of Object.entries(BROKEN_BLOBS)) {
  blobConformance(`<${fault}>`, async () => {
    const blobs = create();
    return { blobs, second: async () => blobs, cleanup: async () => undefined };
  });
}
