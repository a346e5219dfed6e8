import type { Scope } from "../../../domain/index.js";
import type { BlobStore, StoredBlob } from "../../../ports/index.js";
import {
  checkFolder,
  checkKey,
  factsText,
  occupantsOf,
  pageOfKeys,
  pageStart,
  scopeFolder,
  tenantFolder,
  within,
} from "../keys/index.js";

/** What several hold together is one place. */
const places = new WeakMap<object, string>();
let made = 0;

function placeOf(held: object): string {
  const known = places.get(held);
  if (known !== undefined) return known;
  made += 1;
  places.set(held, `memory ${made}`);
  return `memory ${made}`;
}

/** Blobs in this process: what the suite compares others with, and what stands beside a store in memory. */
export function createMemoryBlobs(held: Map<string, Map<string, StoredBlob>> = new Map()): BlobStore {
  const own = (scope: Scope): Map<string, StoredBlob> => held.get(scopeFolder(scope)) ?? new Map();
  const keysIn = (scope: Scope, folder: string): readonly string[] => {
    const start = within(checkFolder(folder));
    return [...own(scope).keys()].filter((key) => key.startsWith(start)).sort();
  };
  return {
    name: "memory",
    place: placeOf(held),
    open: async () => undefined,
    close: async () => undefined,
    async put(scope, key, { bytes, facts }) {
      checkKey(key);
      factsText(facts);
      const blobs = own(scope);
      blobs.set(key, { bytes: Uint8Array.from(bytes), facts: { ...facts } });
      held.set(scopeFolder(scope), blobs);
    },
    find: async (scope, key) => {
      const blob = own(scope).get(checkKey(key));
      return blob === undefined ? undefined : { bytes: Uint8Array.from(blob.bytes), facts: blob.facts };
    },
    findFacts: async (scope, key) => {
      const blob = own(scope).get(checkKey(key));
      return blob === undefined ? undefined : { facts: blob.facts, bytes: blob.bytes.byteLength };
    },
    async list(scope, folder, page) {
      const after = pageStart(scope, folder, page);
      const keys = keysIn(scope, folder).filter((key) => key > after);
      return pageOfKeys(scope, folder, keys, page.limit);
    },
    async remove(scope, keys) {
      for (const key of keys) own(scope).delete(checkKey(key));
    },
    async clear(scope, folder) {
      const keys = keysIn(scope, folder);
      for (const key of keys) own(scope).delete(key);
      return keys.length;
    },
    async occupants(tenant) {
      const start = within(tenantFolder(tenant));
      const folders = [...held].filter(([folder, blobs]) => folder.startsWith(start) && blobs.size > 0);
      return occupantsOf(folders.map(([folder]) => folder.slice(start.length)));
    },
    examine: async () => ({ summary: "in this process, lost on exit" }),
  };
}
