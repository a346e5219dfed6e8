import { join } from "node:path";
import type { KeepsakeConfig } from "./config/index.js";
import type { BlobParts, BlobStore } from "./ports/index.js";

/** Loads an adapter; CONFIG_INVALID with the message where its package is not installed. */
type LoadOptional = <Module>(load: () => Promise<Module>, message: string, field: string) => Promise<Module>;

type BlobConfig = Pick<KeepsakeConfig, "blobs" | "storage" | "dataFolder">;

async function folder(path: string): Promise<BlobStore> {
  const { createFolderBlobs } = await import("./adapters/blobs/folder/index.js");
  return createFolderBlobs({ path });
}

async function bucket(
  { blobs }: { readonly blobs: Extract<BlobConfig["blobs"], { kind: "s3" }> },
  loadOptional: LoadOptional,
): Promise<BlobStore> {
  const { createS3Blobs } = await loadOptional(
    () => import("./adapters/blobs/s3/index.js"),
    "blobs.kind is s3, and the package @aws-sdk/client-s3 is not installed: run `npm install @aws-sdk/client-s3@3`.",
    "blobs.kind",
  );
  const { region, bucket: name, prefix, url, accessKeyId, accessKey, sessionToken, timeoutMs } = blobs;
  const { encryption, kmsKeyId, pathStyle = url !== undefined } = blobs;
  const credentials =
    accessKeyId === undefined || accessKey === undefined
      ? {}
      : {
          credentials: {
            accessKeyId,
            secretAccessKey: accessKey,
            ...(sessionToken === undefined ? {} : { sessionToken }),
          },
        };
  return createS3Blobs({
    ...{ region, bucket: name, prefix, pathStyle, timeoutMs },
    ...credentials,
    ...(url === undefined ? {} : { url }),
    ...(encryption === undefined ? {} : { encryption }),
    ...(kmsKeyId === undefined ? {} : { kmsKeyId }),
  });
}

async function makeStore(config: BlobConfig, loadOptional: LoadOptional): Promise<BlobStore | undefined> {
  const { blobs, storage, dataFolder } = config;
  switch (blobs.kind) {
    case "none":
      return undefined;
    case "folder":
      return folder(blobs.path);
    case "s3":
      return bucket({ blobs }, loadOptional);
    case "own": {
      if (storage.kind === "sqlite") return folder(join(dataFolder, "blobs"));
      if (storage.kind !== "memory") return undefined; // processes of a database share no disk
      const { createMemoryBlobs } = await import("./adapters/blobs/memory/index.js");
      return createMemoryBlobs();
    }
  }
}

/** What is encrypted at rest in the store is so beside it. */
function sealingKey({ blobs, storage }: BlobConfig): string | undefined {
  if (blobs.kind === "none") return undefined;
  if (blobs.encryptionKey !== undefined || blobs.kind !== "own") return blobs.encryptionKey;
  return storage.kind === "sqlite" ? storage.encryptionKey : undefined;
}

/** Where attachments and transcripts rest; undefined where nothing of the kind is kept. */
export async function makeBlobs(config: BlobConfig, loadOptional: LoadOptional): Promise<BlobParts | undefined> {
  const made = await makeStore(config, loadOptional);
  if (made === undefined) return undefined;
  const key = sealingKey(config);
  const keepsTranscripts = config.blobs.kind !== "none" && config.blobs.transcripts;
  if (key === undefined) return { store: made, keepsTranscripts };
  const { sealedBlobs } = await import("./adapters/blobs/sealed/index.js");
  return { store: sealedBlobs(made, key), keepsTranscripts };
}
