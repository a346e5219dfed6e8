import type { StoredBlob } from "../../../ports/index.js";
import { blobConformance } from "../../../testing/blobs/index.js";
import { scopeFolder } from "../keys/index.js";
import { createMemoryBlobs } from "./index.js";

blobConformance("memory", async () => {
  const held = new Map<string, Map<string, StoredBlob>>();
  return {
    blobs: createMemoryBlobs(held),
    second: async () => createMemoryBlobs(held),
    remains: async (scope) => held.get(scopeFolder(scope))?.size ?? 0,
    cleanup: async () => undefined,
  };
});
