import { createHash } from "node:crypto";
import { CONTENT_TABLES, KeepsakeError } from "../domain/index.js";
import type { BlobStore, ContentsView, Storage } from "../ports/index.js";
import type { ArchiveSecret } from "./archive/archive-key.js";
import { type ArchiveReport, readArchive } from "./archive/read-archive.js";
import { type ArchiveContent, type ArchiveTerms, writeArchive } from "./archive/write-archive.js";
import { heldIn } from "./files/owned-files.js";
import { putFile } from "./files/put-file.js";
import { requirePlace } from "./files/require-place.js";
import { differing, figuresOf, type TableFigures } from "./table-sum.js";
import { beginFilling, endFilling, type FailedTry, noteFailure, requireWhole } from "./unfinished.js";
import { contentsOf, putRows } from "./write-rows.js";

/** Is told how far the work is; `total` is absent where nobody has counted. */
export type Progressed = (step: "reading" | "writing" | "comparing" | "files", done: number, total?: number) => void;

export async function countRows(view: ContentsView): Promise<number> {
  let total = 0;
  for (const { name } of CONTENT_TABLES) total += await view.count(name);
  return total;
}

function counter(tell: Progressed, step: Parameters<Progressed>[0], total?: number): (rows: number) => void {
  let done = 0;
  return (rows) => {
    done += rows;
    tell(step, done, total);
  };
}

/**
 * One snapshot of the store into one file, and what lies beside it for the conversations of that snapshot. Writers go on meanwhile. A file
 * that cannot be read keeps the rest from nothing: it is named in what is returned, and in the backup.
 */
export async function backUp(storage: Storage, terms: ArchiveTerms, tell: Progressed): Promise<ArchiveContent> {
  await requireWhole(storage);
  return contentsOf(storage).read(async (view) => {
    const total = await countRows(view);
    return writeArchive(view, terms, { rows: counter(tell, "writing", total), files: counter(tell, "files") });
  });
}

/** Reads all of a backup and checks counts and checksums; writes nothing. */
export function verifyBackup(
  file: string,
  secret: ArchiveSecret | undefined,
  tell: Progressed,
): Promise<ArchiveReport> {
  const passed = counter(tell, "reading");
  const files = counter(tell, "files");
  return readArchive(file, secret, { rows: ({ rows }) => passed(rows.length), file: () => files(1) });
}

/** As of releases that kept no files where there are none, so that what they began is gone on with. */
const identityOf = ({ figures, createdAt, files }: ArchiveReport): string =>
  createHash("sha256")
    .update(JSON.stringify([createdAt, figures, ...(files.figures.files > 0 ? [files.figures.sha256] : [])]))
    .digest("hex");

export interface RestoreTerms {
  readonly file: string;
  readonly secret?: ArchiveSecret;
  readonly now: number;
  /** Where the store's files are to lie; absent: it keeps none. `left`: those of the backup are left out. */
  readonly files?: BlobStore | "left";
}

export interface RestoreReport extends ArchiveReport {
  /** Files that were not in the place already. */
  readonly filesWritten: number;
  /** What lies in the place beside those of the backup: it was left alone. */
  readonly otherFiles: number;
  /** Tries before this one that did not come to their end. */
  readonly failures: readonly FailedTry[];
}

async function fill(
  storage: Storage,
  { file, secret, files }: RestoreTerms,
  report: ArchiveReport,
  tell: Progressed,
): Promise<number> {
  const contents = contentsOf(storage);
  const total = report.figures.reduce((sum, { rows }) => sum + rows, 0);
  const [written, passed] = [counter(tell, "writing", total), counter(tell, "files", report.files.figures.files)];
  let filesWritten = 0;
  await readArchive(file, secret, {
    rows: async ({ table, rows }) => {
      await putRows(storage, table, rows);
      written(rows.length);
    },
    file: async ({ entry, blob }) => {
      if (files === undefined || files === "left") return;
      if (await putFile(files, entry, blob)) filesWritten += 1;
      passed(1);
    },
  });
  await contents.settle();
  const outcome = await contents.read((view) => figuresOf(view, counter(tell, "comparing", total)));
  requireSame(report.figures, outcome);
  return filesWritten;
}

/** What lies in the place for this store's users, and the backup does not know. */
async function countOthers(storage: Storage, files: RestoreTerms["files"], { files: kept }: ArchiveReport) {
  if (files === undefined || files === "left") return 0;
  return contentsOf(storage).read(async (view) => {
    let held = 0;
    for await (const { keys } of heldIn(view, files)) held += keys.length;
    return Math.max(0, held - kept.figures.files);
  });
}

/**
 * Fills an empty store from a backup, and the place of its files. The backup is read to its end before the first row is written, and the
 * store afterwards; each file is read back. An interrupted restoration goes on when it is repeated.
 * @throws CONFLICT where the store holds anything else; CONFIG_INVALID where the backup holds files and there is no place for them;
 *   STORE_CORRUPT where file or outcome are not what was kept
 */
export async function restoreBackup(storage: Storage, terms: RestoreTerms, tell: Progressed): Promise<RestoreReport> {
  const report = await verifyBackup(terms.file, terms.secret, tell);
  requirePlace(terms.files, report.files.figures);
  await beginFilling(storage, { from: "backup", source: identityOf(report), begunAt: terms.now });
  try {
    const filesWritten = await fill(storage, terms, report, tell);
    const otherFiles = await countOthers(storage, terms.files, report);
    return { ...report, filesWritten, otherFiles, failures: await endFilling(storage) };
  } catch (thrown) {
    await noteFailure(storage, thrown, terms.now);
    throw thrown;
  }
}

/** @throws STORE_CORRUPT naming the tables that are not the same */
export function requireSame(wanted: readonly TableFigures[], found: readonly TableFigures[]): void {
  const tables = differing(wanted, found);
  if (tables.length === 0) return;
  throw new KeepsakeError("STORE_CORRUPT", `counts or checksums differ afterwards: ${tables.join(", ")}`, {
    tables,
    remedy: {
      en: "The target is marked as unfinished. See that nothing else writes to it, and run the command again.",
      zh: "目标已标记为未完成。请确认没有其他进程在写入它，然后再次运行该命令。",
    },
  });
}
