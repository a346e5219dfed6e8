import {
  DeleteObjectsCommand,
  GetBucketVersioningCommand,
  GetObjectCommand,
  HeadBucketCommand,
  HeadObjectCommand,
  ListObjectsV2Command,
  type ListObjectsV2CommandInput,
  type ListObjectsV2CommandOutput,
  ListObjectVersionsCommand,
  type ListObjectVersionsCommandOutput,
  type ObjectIdentifier,
  PutObjectCommand,
  S3Client,
} from "@aws-sdk/client-s3";
import { KeepsakeError } from "../../../domain/index.js";
import type { S3Options } from "./options.js";
import { isAbsentObject, isNotOffered, toBlobError } from "./s3-errors.js";

/** First try and two more, with the client's growing pauses. */
const TRIES = 3;
/** As many as one request of the API may name. */
const AT_ONCE = 1_000;

export interface S3Object {
  readonly bytes: Uint8Array;
  readonly metadata: Readonly<Record<string, string>>;
}

/** The calls of the API that blobs need, with the time limit, and errors in the catalogue's words. Keys are whole ones. */
export class Bucket {
  readonly #client: S3Client;
  readonly #options: S3Options;

  constructor(options: S3Options) {
    this.#options = options;
    this.#client = new S3Client({
      region: options.region,
      forcePathStyle: options.pathStyle,
      maxAttempts: TRIES,
      requestHandler: { connectionTimeout: options.timeoutMs, requestTimeout: options.timeoutMs },
      ...(options.url === undefined ? {} : { endpoint: options.url }),
      ...(options.credentials === undefined ? {} : { credentials: options.credentials }),
    });
  }

  close(): void {
    this.#client.destroy();
  }

  /** Whether there is a bucket, and this credential may look at it. */
  async check(): Promise<void> {
    try {
      await this.#call((abortSignal) => this.#client.send(new HeadBucketCommand(this.#bucket), { abortSignal }));
    } catch (thrown) {
      // of HEAD no body tells what was not found
      const cause = thrown instanceof KeepsakeError ? thrown.cause : thrown;
      if (isAbsentObject(cause)) throw toBlobError(named("NoSuchBucket", cause), this.#options.bucket);
      throw thrown;
    }
  }

  /** The server compares what arrived with a SHA-256 of what was sent. */
  async put(key: string, { bytes, metadata }: S3Object): Promise<void> {
    const { encryption, kmsKeyId } = this.#options;
    const command = new PutObjectCommand({
      ...this.#bucket,
      Key: key,
      Body: bytes,
      ContentType: "application/octet-stream",
      Metadata: { ...metadata },
      ChecksumAlgorithm: "SHA256",
      ...(encryption === undefined ? {} : { ServerSideEncryption: encryption }),
      ...(kmsKeyId === undefined ? {} : { SSEKMSKeyId: kmsKeyId }),
    });
    await this.#call((abortSignal) => this.#client.send(command, { abortSignal }));
  }

  find(key: string): Promise<S3Object | undefined> {
    const command = new GetObjectCommand({ ...this.#bucket, Key: key, ChecksumMode: "ENABLED" });
    return this.#found(async (abortSignal) => {
      const { Body, Metadata = {} } = await this.#client.send(command, { abortSignal });
      return { bytes: (await Body?.transformToByteArray()) ?? new Uint8Array(), metadata: Metadata };
    });
  }

  head(key: string): Promise<{ readonly bytes: number; readonly metadata: S3Object["metadata"] } | undefined> {
    const command = new HeadObjectCommand({ ...this.#bucket, Key: key });
    return this.#found(async (abortSignal) => {
      const { ContentLength = 0, Metadata = {} } = await this.#client.send(command, { abortSignal });
      return { bytes: ContentLength, metadata: Metadata };
    });
  }

  /** Keys under the prefix after `after`, in order, at least `atLeast` of them where there are so many. */
  async keys(prefix: string, after: string, atLeast: number): Promise<readonly string[]> {
    const keys: string[] = [];
    let token: string | undefined;
    do {
      const asked = { Prefix: prefix, ...(after === "" ? {} : { StartAfter: after }) };
      const page: ListObjectsV2CommandOutput = await this.#page(asked, token);
      for (const { Key } of page.Contents ?? []) if (Key !== undefined) keys.push(Key);
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined && keys.length < atLeast);
    return keys;
  }

  /** The next parts of the keys under the prefix, with the prefix before and `/` behind. */
  async folders(prefix: string): Promise<readonly string[]> {
    const folders: string[] = [];
    let token: string | undefined;
    do {
      const page: ListObjectsV2CommandOutput = await this.#page({ Prefix: prefix, Delimiter: "/" }, token);
      for (const { Prefix } of page.CommonPrefixes ?? []) if (Prefix !== undefined) folders.push(Prefix);
      token = page.IsTruncated === true ? page.NextContinuationToken : undefined;
    } while (token !== undefined);
    return folders;
  }

  #page(
    asked: Pick<ListObjectsV2CommandInput, "Prefix" | "Delimiter" | "StartAfter">,
    token: string | undefined,
  ): Promise<ListObjectsV2CommandOutput> {
    const command = new ListObjectsV2Command({
      ...this.#bucket,
      ...asked,
      ...(token === undefined ? {} : { ContinuationToken: token }),
    });
    return this.#call((abortSignal) => this.#client.send(command, { abortSignal }));
  }

  /** Every version under the prefix, and every marker that hides one. Servers without versions give the objects themselves. */
  async versions(prefix: string): Promise<readonly ObjectIdentifier[]> {
    const found: ObjectIdentifier[] = [];
    let marker: { KeyMarker?: string; VersionIdMarker?: string } | undefined = {};
    try {
      while (marker !== undefined) {
        const command: ListObjectVersionsCommand = new ListObjectVersionsCommand({
          ...this.#bucket,
          Prefix: prefix,
          ...marker,
        });
        const page: ListObjectVersionsCommandOutput = await this.#call((abortSignal) =>
          this.#client.send(command, { abortSignal }),
        );
        for (const { Key, VersionId } of [...(page.Versions ?? []), ...(page.DeleteMarkers ?? [])]) {
          if (Key !== undefined) found.push({ Key, ...(VersionId === undefined ? {} : { VersionId }) });
        }
        marker = page.IsTruncated === true ? nextMarker(page) : undefined;
      }
      return found;
    } catch (thrown) {
      if (!(thrown instanceof KeepsakeError) || !isNotOffered(thrown.cause)) throw thrown;
      return (await this.keys(prefix, "", Number.POSITIVE_INFINITY)).map((Key) => ({ Key }));
    }
  }

  /** @throws what the first refusal means, e.g. CONFIG_INVALID where a lock keeps a version */
  async erase(versions: readonly ObjectIdentifier[]): Promise<void> {
    for (let at = 0; at < versions.length; at += AT_ONCE) {
      const command = new DeleteObjectsCommand({
        ...this.#bucket,
        Delete: { Objects: versions.slice(at, at + AT_ONCE), Quiet: true },
      });
      const { Errors = [] } = await this.#call((abortSignal) => this.#client.send(command, { abortSignal }));
      const refused = Errors.find(({ Code = "" }) => !isAbsentObject(named(Code)));
      if (refused !== undefined) throw toBlobError(named(refused.Code ?? "InternalError"), this.#options.bucket);
    }
  }

  async isVersioned(): Promise<boolean> {
    const command = new GetBucketVersioningCommand(this.#bucket);
    try {
      const { Status } = await this.#call((abortSignal) => this.#client.send(command, { abortSignal }));
      return Status !== undefined;
    } catch (thrown) {
      // a right that nothing else needs, or a part that a server does not have
      if (thrown instanceof KeepsakeError && thrown.code !== "UNAVAILABLE") return false;
      throw thrown;
    }
  }

  get #bucket(): { readonly Bucket: string } {
    return { Bucket: this.#options.bucket };
  }

  async #found<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result | undefined> {
    try {
      return await this.#call(work);
    } catch (thrown) {
      if (thrown instanceof KeepsakeError && isAbsentObject(thrown.cause)) return undefined;
      throw thrown;
    }
  }

  async #call<Result>(work: (signal: AbortSignal) => Promise<Result>): Promise<Result> {
    try {
      return await work(AbortSignal.timeout(this.#options.timeoutMs));
    } catch (thrown) {
      throw toBlobError(thrown, this.#options.bucket);
    }
  }
}

/** An error of the API by its name alone. */
function named(name: string, cause?: unknown): Error {
  const error = new Error(name, { cause });
  error.name = name;
  return error;
}

function nextMarker(page: { NextKeyMarker?: string | undefined; NextVersionIdMarker?: string | undefined }) {
  const { NextKeyMarker, NextVersionIdMarker } = page;
  if (NextKeyMarker === undefined) return undefined;
  return { KeyMarker: NextKeyMarker, ...(NextVersionIdMarker ? { VersionIdMarker: NextVersionIdMarker } : {}) };
}
