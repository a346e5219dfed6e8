import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { KeepsakeError, type Scope, scopeKey } from "../../../domain/index.js";
import type { BlobFacts, BlobStore, StoredBlob } from "../../../ports/index.js";

/* AES-256-GCM (NIST SP 800-38D) over the bytes and over the facts, each with a nonce of its own, bound to scope and key. */

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEALED = "sealed";

function seal(key: Buffer, plain: Uint8Array, bound: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(bound));
  return Buffer.concat([nonce, cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

function unseal(key: Buffer, sealed: Uint8Array, bound: string): Buffer {
  const bytes = Buffer.from(sealed);
  try {
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(bound)).setAuthTag(bytes.subarray(-TAG_BYTES));
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch (cause) {
    const message =
      "a blob cannot be opened with this key: blobs.encryptionKey is another one, or the blob was changed";
    throw new KeepsakeError("STORE_CORRUPT", message, { field: "blobs.encryptionKey" }, { cause });
  }
}

/** Seals what it hands on, so that whoever has the disk or the bucket reads neither contents nor names. Keys stay as they are. */
export function sealedBlobs(store: BlobStore, secret: string): BlobStore {
  const key = Buffer.from(hkdfSync("sha256", secret, "keepsake blobs", "aes-256-gcm", 32));
  const boundTo = (scope: Scope, blobKey: string, part: string): string =>
    JSON.stringify([scopeKey(scope), blobKey, part]);
  const openFacts = (scope: Scope, blobKey: string, facts: BlobFacts): BlobFacts => {
    const sealed = Buffer.from(facts[SEALED] ?? "", "base64");
    return JSON.parse(unseal(key, sealed, boundTo(scope, blobKey, "facts")).toString()) as BlobFacts;
  };
  return {
    name: store.name,
    place: store.place,
    open: () => store.open(),
    close: () => store.close(),
    put: (scope, blobKey, { bytes, facts }: StoredBlob) => {
      const told = seal(key, Buffer.from(JSON.stringify(facts)), boundTo(scope, blobKey, "facts")).toString("base64");
      return store.put(scope, blobKey, {
        bytes: seal(key, bytes, boundTo(scope, blobKey, "bytes")),
        facts: { [SEALED]: told },
      });
    },
    async find(scope, blobKey) {
      const found = await store.find(scope, blobKey);
      if (found === undefined) return undefined;
      const bytes = unseal(key, found.bytes, boundTo(scope, blobKey, "bytes"));
      return { bytes: Uint8Array.from(bytes), facts: openFacts(scope, blobKey, found.facts) };
    },
    async findFacts(scope, blobKey) {
      const found = await store.findFacts(scope, blobKey);
      if (found === undefined) return undefined;
      const bytes = found.bytes - NONCE_BYTES - TAG_BYTES;
      return { facts: openFacts(scope, blobKey, found.facts), bytes };
    },
    list: (scope, folder, page) => store.list(scope, folder, page),
    remove: (scope, keys) => store.remove(scope, keys),
    clear: (scope, folder) => store.clear(scope, folder),
    occupants: (tenant) => store.occupants(tenant),
    examine: async () => ({ summary: `${(await store.examine()).summary} · sealed here` }),
  };
}
