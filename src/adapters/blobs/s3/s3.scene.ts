import {
  CreateBucketCommand,
  DeleteBucketCommand,
  ListObjectVersionsCommand,
  PutBucketVersioningCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import type { S3Options } from "./options.js";

/** A real server, by its address: user and password in it are the access key and its secret. */
export function optionsAt(address: string, bucket: string, changes: Partial<S3Options> = {}): S3Options {
  const { protocol, host, username, password } = new URL(address);
  return {
    url: `${protocol}//${host}`,
    region: "us-east-1",
    bucket,
    prefix: "test",
    credentials: { accessKeyId: decodeURIComponent(username), secretAccessKey: decodeURIComponent(password) },
    pathStyle: true,
    timeoutMs: 20_000,
    ...changes,
  };
}

export interface TestBucket {
  readonly name: string;
  readonly client: S3Client;
  /** Keys, versions and markers under the prefix. */
  held(prefix: string): Promise<number>;
  remove(): Promise<void>;
}

/** A bucket of its own, as an operator makes one. */
export async function makeBucket(address: string, kind: "plain" | "versioned"): Promise<TestBucket> {
  const name = `keepsake-${kind}-${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 8)}`;
  const {
    url: endpoint = "",
    region,
    credentials = { accessKeyId: "", secretAccessKey: "" },
  } = optionsAt(address, name);
  const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true });
  await client.send(new CreateBucketCommand({ Bucket: name }));
  if (kind === "versioned") {
    const VersioningConfiguration = { Status: "Enabled" } as const;
    await client.send(new PutBucketVersioningCommand({ Bucket: name, VersioningConfiguration }));
  }
  return {
    name,
    client,
    async held(prefix) {
      const { Versions = [], DeleteMarkers = [] } = await client.send(
        new ListObjectVersionsCommand({ Bucket: name, Prefix: prefix }),
      );
      return Versions.length + DeleteMarkers.length;
    },
    async remove() {
      // only an empty one goes: that is a check of its own
      await client.send(new DeleteBucketCommand({ Bucket: name }));
      client.destroy();
    },
  };
}
