import { KeepsakeError } from "../../domain/index.js";
import type { KeyTerms } from "./archive-key.js";

export const MAGIC = "KEEPSAKE";
/** 2: what lay beside the store follows the tables. */
const ARCHIVE_VERSION = 2;
const OLDEST_VERSION = 1;
/** Magic, version, length of what follows. */
export const FIXED_BYTES = MAGIC.length + 1 + 4;
const LONGEST_HEAD = 4_096;

/** What must be known before the frames can be read. */
export interface ArchiveHead {
  readonly compression: "gzip";
  readonly encryption?: { readonly cipher: "aes-256-gcm"; readonly key: KeyTerms };
}

export function headBytes(head: ArchiveHead): Buffer {
  const text = Buffer.from(JSON.stringify(head));
  const fixed = Buffer.alloc(FIXED_BYTES);
  fixed.write(MAGIC, "latin1");
  fixed.writeUInt8(ARCHIVE_VERSION, MAGIC.length);
  fixed.writeUInt32BE(text.length, MAGIC.length + 1);
  return Buffer.concat([fixed, text]);
}

const noBackup = (message: string): KeepsakeError =>
  new KeepsakeError("UNSUPPORTED_FORMAT", message, {
    remedy: { en: "Name a file that `keepsake backup` made.", zh: "请指定由 `keepsake backup` 制作的文件。" },
  });

/** Which format it is, and how many bytes the head has behind its fixed part. @throws UNSUPPORTED_FORMAT */
export function parseFixed(fixed: Buffer): { readonly version: number; readonly length: number } {
  if (fixed.length < FIXED_BYTES || fixed.toString("latin1", 0, MAGIC.length) !== MAGIC)
    throw noBackup("the file is no backup of Keepsake");
  const version = fixed.readUInt8(MAGIC.length);
  if (version < OLDEST_VERSION || version > ARCHIVE_VERSION)
    throw new KeepsakeError(
      "STORE_NEWER",
      `the backup has format ${version}; this release reads format ${ARCHIVE_VERSION}`,
    );
  const length = fixed.readUInt32BE(MAGIC.length + 1);
  if (length > LONGEST_HEAD) throw noBackup("the file is no backup of Keepsake");
  return { version, length };
}

function isHead(value: unknown): value is ArchiveHead {
  if (typeof value !== "object" || value === null) return false;
  const { compression, encryption } = value as Partial<ArchiveHead>;
  return compression === "gzip" && (encryption === undefined || encryption.cipher === "aes-256-gcm");
}

/** @throws UNSUPPORTED_FORMAT */
export function parseHead(bytes: Buffer): ArchiveHead {
  try {
    const parsed: unknown = JSON.parse(bytes.toString("utf8"));
    if (isHead(parsed)) return parsed;
  } catch (cause) {
    throw new KeepsakeError("UNSUPPORTED_FORMAT", "the head of the backup cannot be read", {}, { cause });
  }
  throw noBackup("the backup is compressed or encrypted in a way that this release does not know");
}
