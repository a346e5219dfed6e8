import { randomBytes } from "node:crypto";
import { KeepsakeError, type PageRequest, type Scope } from "../../../domain/index.js";
import type { BlobFacts, BlobReport, BlobStore, StoredBlob } from "../../../ports/index.js";
import {
  checkDigest,
  checkFolder,
  checkKey,
  factsText,
  occupantsOf,
  pageOfKeys,
  pageStart,
  scopeFolder,
  sha256Hex,
  tenantFolder,
  within,
} from "../keys/index.js";
import { Bucket, type S3Object } from "./bucket.js";
import type { S3Options } from "./options.js";

/** Metadata of S3 is ASCII: the facts stand there as base64url. */
const FACTS = "facts";
const DIGEST = "digest";

function toMetadata({ bytes, facts }: StoredBlob): S3Object["metadata"] {
  return { [FACTS]: Buffer.from(factsText(facts)).toString("base64url"), [DIGEST]: sha256Hex(bytes) };
}

function toFacts(metadata: S3Object["metadata"], place: string): BlobFacts {
  try {
    return JSON.parse(Buffer.from(metadata[FACTS] ?? "", "base64url").toString()) as BlobFacts;
  } catch (cause) {
    throw new KeepsakeError("STORE_CORRUPT", `${place} holds an object that Keepsake did not write`, {}, { cause });
  }
}

class S3Blobs implements BlobStore {
  readonly name = "s3";
  readonly place: string;
  readonly #options: S3Options;
  readonly #bucket: Bucket;
  readonly #place: string;

  constructor(options: S3Options) {
    this.#options = options;
    this.#bucket = new Bucket(options);
    this.#place = `s3://${options.bucket}/${options.prefix}`;
    // a bucket's name is one in all of AWS, whatever the region
    this.place = `${this.#place} ${options.url === undefined ? "aws" : new URL(options.url).host}`;
  }

  async open(): Promise<void> {
    try {
      await this.#bucket.check();
    } catch (thrown) {
      if (!(thrown instanceof KeepsakeError) || thrown.code !== "UNAVAILABLE") throw thrown;
    }
  }

  async close(): Promise<void> {
    this.#bucket.close();
  }

  async put(scope: Scope, key: string, blob: StoredBlob): Promise<void> {
    await this.#bucket.put(this.#keyOf(scope, key), { bytes: blob.bytes, metadata: toMetadata(blob) });
  }

  async find(scope: Scope, key: string): Promise<StoredBlob | undefined> {
    const found = await this.#bucket.find(this.#keyOf(scope, key));
    if (found === undefined) return undefined;
    checkDigest(found.bytes, found.metadata[DIGEST], this.#place);
    return { bytes: found.bytes, facts: toFacts(found.metadata, this.#place) };
  }

  async findFacts(scope: Scope, key: string) {
    const found = await this.#bucket.head(this.#keyOf(scope, key));
    return found === undefined ? undefined : { facts: toFacts(found.metadata, this.#place), bytes: found.bytes };
  }

  async list(scope: Scope, folder: string, page: PageRequest) {
    const after = pageStart(scope, folder, page);
    const start = this.#startOf(scope);
    const whole = await this.#bucket.keys(
      `${start}${within(folder)}`,
      after === "" ? "" : `${start}${after}`,
      page.limit + 1,
    );
    const keys = whole.map((key) => key.slice(start.length));
    return pageOfKeys(scope, folder, keys, page.limit);
  }

  async remove(scope: Scope, keys: readonly string[]): Promise<void> {
    for (const key of keys) {
      const whole = this.#keyOf(scope, key);
      await this.#eraseAll(whole, (found) => found === whole);
    }
  }

  async clear(scope: Scope, folder: string): Promise<number> {
    return this.#eraseAll(`${this.#startOf(scope)}${within(checkFolder(folder))}`, () => true);
  }

  async occupants(tenant: string) {
    const start = `${this.#options.prefix}/${within(tenantFolder(tenant))}`;
    const folders = await this.#bucket.folders(start);
    return occupantsOf(folders.map((folder) => folder.slice(start.length, -1)));
  }

  async examine(): Promise<BlobReport> {
    await this.#bucket.check();
    const probe = `${this.#options.prefix}/~probe/${randomBytes(12).toString("hex")}`;
    const bytes = randomBytes(64);
    await this.#bucket.put(probe, { bytes, metadata: {} });
    const read = await this.#bucket.find(probe);
    checkDigest(read?.bytes ?? new Uint8Array(), sha256Hex(bytes), this.#place);
    await this.#eraseAll(probe, (key) => key === probe);
    const versioned = (await this.#bucket.isVersioned()) ? " · versioned" : "";
    const { encryption = "encrypted as the bucket says" } = this.#options;
    return { summary: `${this.#place}${versioned} · ${encryption}` };
  }

  /** All versions; then looks again, so that "erased" is never only "taken down". Returns how many keys went. */
  async #eraseAll(prefix: string, isMeant: (key: string) => boolean): Promise<number> {
    const list = async () => (await this.#bucket.versions(prefix)).filter(({ Key = "" }) => isMeant(Key));
    const versions = await list();
    if (versions.length === 0) return 0;
    await this.#bucket.erase(versions);
    const left = (await list()).length;
    if (left > 0)
      throw new KeepsakeError("UNAVAILABLE", `${this.#place} still holds ${left} versions that were to be erased`);
    return new Set(versions.map(({ Key }) => Key)).size;
  }

  #startOf(scope: Scope): string {
    return `${this.#options.prefix}/${scopeFolder(scope)}/`;
  }

  #keyOf(scope: Scope, key: string): string {
    return `${this.#startOf(scope)}${checkKey(key)}`;
  }
}

/** Blobs in a bucket of any S3 API, by the official client. */
export function createS3Blobs(options: S3Options): BlobStore {
  return new S3Blobs(options);
}
