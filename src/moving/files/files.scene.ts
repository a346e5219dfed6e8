import { createHash } from "node:crypto";
import type { Scope } from "../../domain/index.js";
import type { BlobStore } from "../../ports/index.js";
import { digest } from "../../sessions/index.js";
import { allKeys } from "./owned-files.js";

/** A file of many frames and lines, one of few bytes, one of none, and a transcript: of the session "first" that every filled user has. */
const FILES = [
  {
    key: `attachments/${digest("first")}/${"a".repeat(32)}`,
    bytes: 200_001,
    facts: { name: "报告.pdf", turnId: "turn_2" },
  },
  { key: `attachments/${digest("first")}/${"b".repeat(32)}`, bytes: 3, facts: { name: "x.txt" } },
  { key: `attachments/${digest("first")}/${"c".repeat(32)}`, bytes: 0, facts: {} },
  { key: `transcripts/${digest("first")}`, bytes: 49_152, facts: { mediaType: "application/jsonl" } },
] as const;

export const FILES_EACH = FILES.length;

/** Bytes that differ by user, and that no compression makes small. */
function contentOf(seed: string, length: number): Uint8Array {
  const pieces: Buffer[] = [];
  for (let made = 0, at = 0; made < length; made += 32, at += 1)
    pieces.push(createHash("sha256").update(`${seed} ${at}`).digest());
  return Uint8Array.from(Buffer.concat(pieces).subarray(0, length));
}

export async function putFiles(store: BlobStore, scopes: readonly Scope[]): Promise<void> {
  for (const scope of scopes)
    for (const { key, bytes, facts } of FILES)
      await store.put(scope, key, { bytes: contentOf(`${scope.tenant} ${scope.user} ${key}`, bytes), facts });
}

/** Everything that lies in a place for the users: owner, key, facts and a digest of the bytes. */
export async function filesIn(store: BlobStore, scopes: readonly Scope[]): Promise<readonly unknown[]> {
  const found: unknown[] = [];
  for (const scope of scopes) {
    for (const key of await allKeys(store, scope)) {
      const blob = await store.find(scope, key);
      const sha256 = createHash("sha256")
        .update(blob?.bytes ?? new Uint8Array())
        .digest("hex");
      found.push([scope.tenant, scope.user, key, blob?.facts, blob?.bytes.byteLength, sha256]);
    }
  }
  return found;
}

/** The store with some of its calls replaced; the others are its own, on itself. */
export function changedStore(store: BlobStore, changes: Partial<BlobStore>): BlobStore {
  return new Proxy(store, {
    get(target, name) {
      const own: unknown = Reflect.get(changes, name) ?? Reflect.get(target, name, target);
      return typeof own === "function" ? own.bind(target) : own;
    },
  });
}
