import { createHash } from "node:crypto";
import type { BlobFacts, StoredBlob } from "../../ports/index.js";
import { ATTACHMENTS, idOfKey } from "../../sessions/index.js";

/** Where one file lies: attachments and transcripts rest beside the store (ADR 0027). */
export interface FilePlace {
  readonly tenant: string;
  readonly user: string;
  readonly key: string;
}

/** As it is told to whoever may mend it: an attachment by its id. */
export function nameOfFile({ key }: FilePlace): string {
  return key.startsWith(`${ATTACHMENTS}/`) ? idOfKey(key) : key;
}

/** One text for one place. */
export function placeKey({ tenant, user, key }: FilePlace): string {
  return JSON.stringify([tenant, user, key]);
}

/** A file as it is told of in a backup and in a checksum. */
export interface FileEntry extends FilePlace {
  readonly facts: BlobFacts;
  readonly bytes: number;
  /** Of its bytes, as they are read: what a place does to seal them is its own. */
  readonly sha256: string;
}

/** What is compared of all files: how many, their bytes, and a checksum over their entries in the order of owners and keys. */
export interface FileFigures {
  readonly files: number;
  readonly bytes: number;
  readonly sha256: string;
}

const byName = ([a]: readonly [string, string], [b]: readonly [string, string]): number => (a < b ? -1 : a > b ? 1 : 0);

/** Facts in one form, whichever store gave them. */
export function factsText(facts: BlobFacts): string {
  return JSON.stringify(Object.entries(facts).sort(byName));
}

export function entryOf(place: FilePlace, { bytes, facts }: StoredBlob): FileEntry {
  const { tenant, user, key } = place;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { tenant, user, key, facts, bytes: bytes.byteLength, sha256 };
}

export function isSameFile(a: FileEntry, b: FileEntry): boolean {
  return a.bytes === b.bytes && a.sha256 === b.sha256 && factsText(a.facts) === factsText(b.facts);
}

/** Files of one look as they pass, in the order of their owners and keys. */
export class FileSum {
  readonly #hash = createHash("sha256");
  #files = 0;
  #bytes = 0;

  add({ tenant, user, key, facts, bytes, sha256 }: FileEntry): void {
    this.#hash.update(`${JSON.stringify([tenant, user, key, factsText(facts), bytes, sha256])}\n`);
    this.#files += 1;
    this.#bytes += bytes;
  }

  /** Ends the sum. */
  figures(): FileFigures {
    return { files: this.#files, bytes: this.#bytes, sha256: this.#hash.digest("hex") };
  }
}

/** How far the work with files is. */
export type FilesPassed = (files: number, bytes: number) => void;
