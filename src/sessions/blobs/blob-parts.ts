import { KeepsakeError, type Scope } from "../../domain/index.js";
import type { BlobParts, BlobStore, EngineParts } from "../../ports/index.js";

/** @throws CONFIG_INVALID where no place for blobs is configured */
export function blobsOf({ blobs }: Pick<EngineParts, "blobs">): BlobParts {
  if (blobs !== undefined) return blobs;
  const message = "no place for attachments is configured: set blobs.kind to folder or s3 (KEEPSAKE_BLOBS)";
  throw new KeepsakeError("CONFIG_INVALID", message, { field: "blobs.kind" });
}

/** Whoever does not answer, or not with these settings: all blobs are alike in it. */
export function isOutage(thrown: unknown): boolean {
  return thrown instanceof KeepsakeError && (thrown.code === "UNAVAILABLE" || thrown.code === "CONFIG_INVALID");
}

/** In place of what is told of a blob that is there and cannot be read. */
export const UNREADABLE = "unreadable";

/** What is told of a blob: one that is broken says nothing of the others. @throws UNAVAILABLE, CONFIG_INVALID */
export async function findReadable(
  store: BlobStore,
  scope: Scope,
  key: string,
): Promise<Awaited<ReturnType<BlobStore["findFacts"]>> | typeof UNREADABLE> {
  try {
    return await store.findFacts(scope, key);
  } catch (thrown) {
    if (isOutage(thrown)) throw thrown;
    return UNREADABLE;
  }
}
