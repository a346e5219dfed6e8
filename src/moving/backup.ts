import { createHash } from "node:crypto";
import { CONTENT_TABLES, KeepsakeError } from "../domain/index.js";
import type { ContentsView, Storage } from "../ports/index.js";
import type { ArchiveSecret } from "./archive/archive-key.js";
import { type ArchiveReport, readArchive } from "./archive/read-archive.js";
import { type ArchiveTerms, writeArchive } from "./archive/write-archive.js";
import { differing, figuresOf, type TableFigures } from "./table-sum.js";
import { beginFilling, requireWhole } from "./unfinished.js";
import { contentsOf, putRows } from "./write-rows.js";

/** Is told how far the work is; `total` is absent where nobody has counted. */
export type Progressed = (step: "reading" | "writing" | "comparing", rows: number, total?: number) => void;

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

/** One snapshot of the store into one file. Writers go on meanwhile. */
export async function backUp(
  storage: Storage,
  terms: ArchiveTerms,
  tell: Progressed,
): Promise<readonly TableFigures[]> {
  await requireWhole(storage);
  return contentsOf(storage).read(async (view) => {
    const total = await countRows(view);
    return writeArchive(view, terms, counter(tell, "writing", total));
  });
}

/** Reads all of a backup and checks counts and checksums; writes nothing. */
export function verifyBackup(
  file: string,
  secret: ArchiveSecret | undefined,
  tell: Progressed,
): Promise<ArchiveReport> {
  const passed = counter(tell, "reading");
  return readArchive(file, secret, ({ rows }) => passed(rows.length));
}

const identityOf = ({ figures, createdAt }: ArchiveReport): string =>
  createHash("sha256")
    .update(JSON.stringify([createdAt, figures]))
    .digest("hex");

/**
 * Fills an empty store from a backup. The file is read to its end before the first row is written, and the store afterwards.
 * An interrupted restoration goes on when it is repeated.
 * @throws CONFLICT where the store holds anything else; STORE_CORRUPT where file or outcome are not what was kept
 */
export async function restoreBackup(
  storage: Storage,
  source: { readonly file: string; readonly secret?: ArchiveSecret; readonly now: number },
  tell: Progressed,
): Promise<ArchiveReport> {
  const contents = contentsOf(storage);
  const report = await verifyBackup(source.file, source.secret, tell);
  const total = report.figures.reduce((sum, { rows }) => sum + rows, 0);
  await beginFilling(storage, { from: "backup", source: identityOf(report), begunAt: source.now });
  const written = counter(tell, "writing", total);
  await readArchive(source.file, source.secret, async ({ table, rows }) => {
    await putRows(storage, table, rows);
    written(rows.length);
  });
  await contents.settle();
  const outcome = await contents.read((view) => figuresOf(view, counter(tell, "comparing", total)));
  requireSame(report.figures, outcome);
  await contents.mark(undefined);
  return report;
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
