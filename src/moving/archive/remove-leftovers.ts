import { open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { MINUTE_MS } from "../../domain/index.js";
import { MAGIC } from "./archive-head.js";

export const PARTIAL = ".partial";
/** A backup that goes on writes far more often. */
const ABANDONED_AFTER_MS = 15 * MINUTE_MS;

async function isArchive(file: string): Promise<boolean> {
  const handle = await open(file, "r");
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(MAGIC.length), 0, MAGIC.length, 0);
    return buffer.toString("latin1", 0, bytesRead) === MAGIC;
  } finally {
    await handle.close();
  }
}

/** Removes what backups that were killed left in a folder: they hold people's words, and no command would ever read them. */
export async function removeLeftovers(folder: string, now: number): Promise<void> {
  for (const name of await readdir(folder)) {
    if (!name.endsWith(PARTIAL)) continue;
    const file = join(folder, name);
    const found = await stat(file);
    if (found.isFile() && found.mtimeMs < now - ABANDONED_AFTER_MS && (await isArchive(file)))
      await rm(file, { force: true });
  }
}
