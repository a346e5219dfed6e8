import { type FileHandle, open } from "node:fs/promises";
import { Readable } from "node:stream";
import { createGunzip } from "node:zlib";
import {
  CONTENT_TABLES,
  type ContentRow,
  type ContentTable,
  type ContentTableName,
  KeepsakeError,
} from "../../domain/index.js";
import type { StoredBlob } from "../../ports/index.js";
import type { FileEntry } from "../files/file-sum.js";
import { ROWS_PER_PAGE, type TableFigures, TableSum } from "../table-sum.js";
import { damaged, FRAME_BYTES, type ReadBytes, readFrames } from "./archive-frames.js";
import { FIXED_BYTES, parseFixed, parseHead } from "./archive-head.js";
import { type ArchiveSecret, deriveKey } from "./archive-key.js";
import { type ArchivedFiles, NO_FILES, readFiles } from "./file-lines.js";

/** A row of a real store has less. */
const LONGEST_LINE = 64 * 1024 * 1024;
const LINE_END = 10;

/** What a backup says of itself. */
export interface ArchiveOrigin {
  readonly createdAt: string;
  readonly release: string;
}

/** Of the format. */
const FIRST_WITH_FILES = 2;

export interface ReadFile {
  readonly entry: FileEntry;
  readonly blob: StoredBlob;
}

export interface ReadRows {
  readonly table: ContentTableName;
  readonly rows: readonly ContentRow[];
}

async function openFile(file: string): Promise<FileHandle> {
  try {
    return await open(file, "r");
  } catch (cause) {
    const why = cause instanceof Error && "code" in cause ? String(cause.code) : "unknown";
    throw new KeepsakeError(
      "INVALID_INPUT",
      `the backup ${file} cannot be opened (${why})`,
      { field: "--from" },
      { cause },
    );
  }
}

/** Reads the file ahead by a few frames at most. */
function readerOf(handle: FileHandle): ReadBytes {
  let held: Buffer = Buffer.alloc(0);
  return async (count) => {
    while (held.length < count) {
      const { bytesRead, buffer } = await handle.read(Buffer.alloc(4 * FRAME_BYTES));
      if (bytesRead === 0) break;
      held = Buffer.concat([held, buffer.subarray(0, bytesRead)]);
    }
    const taken = held.subarray(0, count);
    held = held.subarray(taken.length);
    return taken;
  };
}

/** Lines of the text, a piece at a time. */
async function* linesIn(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let parts: Buffer[] = [];
  let length = 0;
  for await (const chunk of source) {
    let at = 0;
    for (let end = chunk.indexOf(LINE_END); end >= 0; end = chunk.indexOf(LINE_END, at)) {
      yield Buffer.concat([...parts, chunk.subarray(at, end)]).toString("utf8");
      parts = [];
      length = 0;
      at = end + 1;
    }
    parts.push(chunk.subarray(at));
    length += chunk.length - at;
    if (length > LONGEST_LINE) throw damaged("a line in it is longer than any that was written");
  }
  if (length > 0) throw damaged("its text ends within a line");
}

/** @param told which format it is, before the first line comes */
async function* textOf(
  file: string,
  secret: ArchiveSecret | undefined,
  told: (version: number) => void,
): AsyncGenerator<string> {
  const handle = await openFile(file);
  try {
    const read = readerOf(handle);
    const fixed = await read(FIXED_BYTES);
    const { version, length } = parseFixed(fixed);
    told(version);
    const rest = await read(length);
    const { encryption } = parseHead(rest);
    const seal = encryption && { key: await deriveKey(secret, encryption.key), head: Buffer.concat([fixed, rest]) };
    const gunzip = createGunzip();
    const packed = Readable.from(readFrames(read, seal));
    packed.once("error", (error) => gunzip.destroy(error));
    yield* linesIn(packed.pipe(gunzip));
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (code.startsWith("Z_") || code === "ERR_STREAM_PREMATURE_CLOSE")
      throw damaged("its bytes are not those that were written", { cause: error });
    throw error;
  } finally {
    await handle.close();
  }
}

function valueIn(line: string | undefined): unknown {
  try {
    return JSON.parse(line ?? "");
  } catch (cause) {
    throw damaged("a line in it is not what was written", { cause });
  }
}

function objectIn(line: string | undefined): Record<string, unknown> {
  const parsed = valueIn(line);
  if (typeof parsed === "object" && parsed !== null) return parsed as Record<string, unknown>;
  throw damaged("a line in it is not what was written");
}

function requireColumns(line: Record<string, unknown>, table: ContentTable): void {
  if (line.table !== table.name) throw damaged(`the table ${table.name} is missing`);
  if (JSON.stringify(line.columns) === JSON.stringify(table.columns)) return;
  throw new KeepsakeError("STORE_NEWER", `the backup holds other columns of ${table.name} than this release knows`);
}

/** A table's rows up to the line with its figures, which must be theirs. */
async function* rowsOf(
  lines: AsyncGenerator<string>,
  table: ContentTable,
  done: (figures: TableFigures) => void,
): AsyncGenerator<ReadRows> {
  const sum = new TableSum(table.name);
  let rows: ContentRow[] = [];
  for (;;) {
    const { value: line } = await lines.next();
    const isRow = typeof line === "string" && line.startsWith("[");
    if (isRow) rows.push(objectIn(line) as unknown as ContentRow);
    if (rows.length > 0 && (!isRow || rows.length >= ROWS_PER_PAGE)) {
      sum.add(rows);
      yield { table: table.name, rows };
      rows = [];
    }
    if (isRow) continue;
    const end = objectIn(typeof line === "string" ? line : undefined);
    const figures = sum.figures();
    if (end.end !== table.name || end.rows !== figures.rows || end.sha256 !== figures.sha256)
      throw damaged(`the rows of ${table.name} are not those that were written`);
    done(figures);
    return;
  }
}

/** What was read of a whole file. */
export interface ArchiveReport extends ArchiveOrigin {
  readonly figures: readonly TableFigures[];
  readonly files: ArchivedFiles;
}

/** What is told of a backup's content as it passes. */
export interface ArchiveTakers {
  rows(read: ReadRows): Promise<void> | void;
  /** After all rows. The file is the one that was kept. */
  file(read: ReadFile): Promise<void> | void;
}

/** Of a release that kept none. */
const WITHOUT_FILES: ArchivedFiles = { state: "left", figures: NO_FILES, damaged: [], gone: 0 };

/**
 * Reads a backup from its beginning to its end; every row of it has passed `take` when it returns. A table's rows are only certain to be
 * its own once all of them have passed, so that who must not see wrong ones reads twice.
 * @throws STORE_CORRUPT, UNSUPPORTED_FORMAT, STORE_NEWER, INVALID_INPUT
 */
export async function readArchive(
  file: string,
  secret: ArchiveSecret | undefined,
  take: ArchiveTakers,
): Promise<ArchiveReport> {
  let version = 0;
  const lines = textOf(file, secret, (told) => {
    version = told;
  });
  const nextText = async (): Promise<string | undefined> => {
    const { value } = await lines.next();
    return typeof value === "string" ? value : undefined;
  };
  const nextLine = async (): Promise<Record<string, unknown>> => objectIn(await nextText());
  try {
    const origin = await nextLine();
    if (origin.format !== "keepsake-backup") throw damaged("its first line is not what was written");
    const figures: TableFigures[] = [];
    for (const table of CONTENT_TABLES) {
      requireColumns(await nextLine(), table);
      for await (const rows of rowsOf(lines, table, (done) => figures.push(done))) await take.rows(rows);
    }
    const files =
      version < FIRST_WITH_FILES
        ? WITHOUT_FILES
        : await readFiles(
            async () => valueIn(await nextText()),
            (read) => take.file(read),
          );
    const end = await nextLine();
    if (end.end !== "backup" || end.tables !== figures.length) throw damaged("its end is missing");
    if ((await lines.next()).done !== true) throw damaged("something stands behind its end");
    return { createdAt: String(origin.createdAt), release: String(origin.release), figures, files };
  } finally {
    await lines.return(undefined);
  }
}
