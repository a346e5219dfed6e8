import { KeepsakeError } from "../../domain/index.js";
import type { BlobParts, EngineParts } from "../../ports/index.js";

/** @throws CONFIG_INVALID where no place for blobs is configured */
export function blobsOf({ blobs }: Pick<EngineParts, "blobs">): BlobParts {
  if (blobs !== undefined) return blobs;
  const message = "no place for attachments is configured: set blobs.kind to folder or s3 (KEEPSAKE_BLOBS)";
  throw new KeepsakeError("CONFIG_INVALID", message, { field: "blobs.kind" });
}
