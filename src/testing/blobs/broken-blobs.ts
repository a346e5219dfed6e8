import { createMemoryBlobs } from "../../adapters/blobs/memory/index.js";
import { makeScope } from "../../domain/index.js";
import type { BlobStore } from "../../ports/index.js";

const NOBODY = makeScope("one for all", "one for all");

/** Stores with one fault each. The conformance suite must go red on every one of them. */
export const BROKEN_BLOBS: Readonly<Record<string, () => BlobStore>> = {
  "knows no users": () => {
    const store = createMemoryBlobs();
    const tenantOnly = ({ tenant }: { readonly tenant: string }) => makeScope(tenant, "everyone");
    return {
      ...store,
      put: (scope, key, blob) => store.put(tenantOnly(scope), key, blob),
      find: (scope, key) => store.find(tenantOnly(scope), key),
      findFacts: (scope, key) => store.findFacts(tenantOnly(scope), key),
      list: (scope, folder, page) => store.list(tenantOnly(scope), folder, page),
      remove: (scope, keys) => store.remove(tenantOnly(scope), keys),
      clear: (scope, folder) => store.clear(tenantOnly(scope), folder),
    };
  },
  "erases nothing": () => ({ ...createMemoryBlobs(), remove: async () => undefined }),
  "clears folders that begin alike": () => {
    const store = createMemoryBlobs();
    return { ...store, clear: (scope, folder) => store.clear(scope, folder === "s" ? "" : folder) };
  },
  "drops the facts": () => {
    const store = createMemoryBlobs();
    return { ...store, put: (scope, key, { bytes }) => store.put(scope, key, { bytes, facts: {} }) };
  },
  "gives the first page only": () => {
    const store = createMemoryBlobs();
    return {
      ...store,
      list: async (scope, folder, page) => ({ items: (await store.list(scope, folder, page)).items }),
    };
  },
  "tells of nobody": () => ({ ...createMemoryBlobs(), occupants: async () => ({ size: 0, has: () => false }) }),
  "tells of everyone": () => ({ ...createMemoryBlobs(), occupants: async () => ({ size: 2, has: () => true }) }),
  "takes any key": () => {
    const store = createMemoryBlobs();
    return {
      ...store,
      put: async (scope, key, blob) =>
        store.put(scope, /^[a-z0-9_/-]+$/.test(key) ? key : "other", blob).catch(() => undefined),
    };
  },
  "keeps a scope's blobs for everyone": () => {
    const store = createMemoryBlobs();
    return {
      ...store,
      find: (_scope, key) => store.find(NOBODY, key),
      put: (_, key, blob) => store.put(NOBODY, key, blob),
    };
  },
};
