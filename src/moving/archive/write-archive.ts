import { createWriteStream } from "node:fs";
import { open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createGzip } from "node:zlib";
import { CONTENT_TABLES } from "../../domain/index.js";
import type { BlobStore, ContentsView } from "../../ports/index.js";
import type { FilesPassed } from "../files/file-sum.js";
import { pagesOf, rowText, type TableFigures, TableSum } from "../table-sum.js";
import { FrameWriter } from "./archive-frames.js";
import { type ArchiveHead, headBytes } from "./archive-head.js";
import { type ArchiveSecret, deriveKey, newKeyTerms } from "./archive-key.js";
import { type ArchivedFiles, fileLines } from "./file-lines.js";
import { PARTIAL, removeLeftovers } from "./remove-leftovers.js";

export interface ArchiveTerms {
  readonly file: string;
  readonly secret?: ArchiveSecret;
  readonly createdAt: number;
  /** Of the program that writes. */
  readonly release: string;
  /** What lies beside the store, of which the backup is to hold a copy; absent: nothing does; `left`: it stays where it is. */
  readonly files?: BlobStore | "left";
}

/** What a backup holds. */
export interface ArchiveContent {
  readonly figures: readonly TableFigures[];
  readonly files: ArchivedFiles;
}

/** Is told how far the writing is. */
export interface ArchiveProgress {
  rows(count: number): void;
  files: FilesPassed;
}

/** The text of the file, line by line, several at a time: what it is, then table after table, each with its figures behind it. */
async function* linesOf(
  view: ContentsView,
  { createdAt, release, files }: ArchiveTerms,
  passed: ArchiveProgress,
  whole: (content: ArchiveContent) => void,
): AsyncGenerator<string> {
  const figures: TableFigures[] = [];
  yield `${JSON.stringify({ format: "keepsake-backup", createdAt: new Date(createdAt).toISOString(), release })}\n`;
  for (const { name, columns } of CONTENT_TABLES) {
    yield `${JSON.stringify({ table: name, columns })}\n`;
    const sum = new TableSum(name);
    for await (const rows of pagesOf((...asked) => view.page(...asked), name)) {
      sum.add(rows);
      passed.rows(rows.length);
      yield rows.map(rowText).join("");
    }
    const done = sum.figures();
    figures.push(done);
    yield `${JSON.stringify({ end: name, rows: done.rows, sha256: done.sha256 })}\n`;
  }
  yield* fileLines(view, files, passed.files, (done) => whole({ figures, files: done }));
  yield `${JSON.stringify({ end: "backup", tables: figures.length })}\n`;
}

/** What was written rests on the disk before anybody is told so. */
async function syncPath(path: string): Promise<void> {
  const handle = await open(path, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/**
 * Writes what the view shows into a new file, which bears its name only when it is whole.
 * @throws INVALID_INPUT where the file is there, or cannot be made
 */
export async function writeArchive(
  view: ContentsView,
  terms: ArchiveTerms,
  passed: ArchiveProgress,
): Promise<ArchiveContent> {
  const { file, secret } = terms;
  const keyTerms = secret === undefined ? undefined : newKeyTerms(secret);
  const head: ArchiveHead = {
    compression: "gzip",
    ...(keyTerms && { encryption: { cipher: "aes-256-gcm", key: keyTerms } }),
  };
  const bytes = headBytes(head);
  const seal = keyTerms && { key: await deriveKey(secret, keyTerms), head: bytes };
  let content: ArchiveContent | undefined;
  const partial = `${file}${PARTIAL}`;
  await removeLeftovers(dirname(file), terms.createdAt);
  try {
    const target = createWriteStream(partial, { flags: "w", mode: 0o600 });
    target.write(bytes);
    await pipeline(
      Readable.from(
        linesOf(view, terms, passed, (whole) => {
          content = whole;
        }),
      ),
      createGzip({ level: 6 }),
      new FrameWriter(seal),
      target,
    );
    await syncPath(partial);
    await rename(partial, file);
    await syncPath(dirname(file));
  } catch (error) {
    await rm(partial, { force: true });
    throw error;
  }
  if (content === undefined) throw new Error("a backup ended before its end");
  return content;
}
