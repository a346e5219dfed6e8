import type { Page, PageRequest, Scope } from "../domain/index.js";

/** What is told of a blob beside its bytes. As JSON in UTF-8 1,000 bytes always fit; INVALID_INPUT beyond 1,400. */
export type BlobFacts = Readonly<Record<string, string>>;

export interface StoredBlob {
  readonly bytes: Uint8Array;
  readonly facts: BlobFacts;
}

export interface BlobReport {
  /** Where it is, without credentials, and what guards it there, e.g. `s3://memories/keepsake · versioned · AES256`. */
  readonly summary: string;
}

/** Which users of a tenant have anything in the place: what is there from beginning to end of the look is told. */
export interface BlobOccupants {
  /** How many they are; some may be none of this store's users. */
  readonly size: number;
  /** False: nothing of this user is there. */
  has(user: string): boolean;
}

/**
 * Where attachments and transcripts rest: large things that no search reads. A folder, or a bucket of any S3 API.
 * - A key is 1–160 characters of `a-z`, `0-9`, `-` and `_` in parts joined by `/`; a folder is a whole number of such parts, or "" for all.
 *   What is none is INVALID_INPUT. No key lies in a folder that is itself a key.
 * - Blobs of another scope do not exist, however alike the ids of the scopes are (P10).
 * - `put` is whole or not at all, durable when it resolves, and replaces what was there. Whoever reads afterwards reads it, over any
 *   connection. Repeating it is harmless.
 * - Erasing is for good: earlier versions of a blob go too, and the calls resolve when a listing made afterwards shows nothing of them.
 * - Errors: UNAVAILABLE (does not answer, or not in time), CONFIG_INVALID (credential, bucket, region or rights), STORE_CORRUPT (what lies
 *   there is not what was put), STORE_FULL, TOO_LARGE (beyond what the store takes).
 */
export interface BlobStore {
  /** As told to operators, e.g. "s3". */
  readonly name: string;
  /** The same for all that hold the same blobs, and for no other; without credentials. For operators and for comparing, never for callers. */
  readonly place: string;
  /** CONFIG_INVALID where it cannot be used as configured. One that does not answer is opened all the same. Makes no bucket. */
  open(): Promise<void>;
  close(): Promise<void>;
  put(scope: Scope, key: string, blob: StoredBlob): Promise<void>;
  /** The bytes are compared with the digest they were put under. */
  find(scope: Scope, key: string): Promise<StoredBlob | undefined>;
  /** Without the bytes. */
  findFacts(scope: Scope, key: string): Promise<{ readonly facts: BlobFacts; readonly bytes: number } | undefined>;
  /** Keys in the folder, in the order of their characters. What is there from the first page to the last comes exactly once. */
  list(scope: Scope, folder: string, page: PageRequest): Promise<Page<string>>;
  /** Keys that are not there are ignored. Erases as told above. */
  remove(scope: Scope, keys: readonly string[]): Promise<void>;
  /** Everything in the folder, what was removed by others and left versions too. Returns how many keys went. */
  clear(scope: Scope, folder: string): Promise<number>;
  /** Crosses scopes, so that moving, keeping and mending need not ask for each user. Costs as much as there are users with blobs. */
  occupants(tenant: string): Promise<BlobOccupants>;
  /** Writes, reads and erases a probe of its own. */
  examine(): Promise<BlobReport>;
}

/** The store, and what is kept in it. */
export interface BlobParts {
  readonly store: BlobStore;
  /** A session's turns are written there whole when it ends. */
  readonly keepsTranscripts: boolean;
}
