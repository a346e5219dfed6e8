import { open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "./make-folder.js";
import { charactersOf, type Spool, type SpoolEntry } from "./spool.js";

const NAME = /^(\d{15})\.json$/;

interface Kept {
  readonly file: string;
  readonly id: string;
  readonly characters: number;
}

async function writeDurably(folder: string, file: string, text: string): Promise<void> {
  const draft = join(folder, `${file}.part`);
  const handle = await open(draft, "w", 0o600);
  try {
    await handle.writeFile(text, "utf8");
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(draft, join(folder, file));
}

async function readEntry(folder: string, file: string): Promise<SpoolEntry> {
  return JSON.parse(await readFile(join(folder, file), "utf8")) as SpoolEntry;
}

/**
 * A spool for Node that outlives the process: one file an entry, named in the order of appending, flushed before `append` resolves.
 * The files hold the words of the conversation; they are readable by their owner only.
 * @param folder made when it is missing; of one client at a time
 */
export async function openFileSpool(folder: string): Promise<Spool> {
  await makeFolder(folder, 0o700);
  const files = (await readdir(folder)).filter((file) => NAME.test(file)).sort();
  const kept: Kept[] = [];
  for (const file of files) {
    const entry = await readEntry(folder, file);
    kept.push({ file, id: entry.id, characters: charactersOf(entry) });
  }
  let newest = Number(NAME.exec(files.at(-1) ?? "")?.[1] ?? 0);
  return {
    async append(entry) {
      // names only grow, also where the clock goes back
      newest = Math.max(Date.now(), newest + 1);
      const file = `${String(newest).padStart(15, "0")}.json`;
      await writeDurably(folder, file, JSON.stringify(entry));
      kept.push({ file, id: entry.id, characters: charactersOf(entry) });
      kept.sort((a, b) => (a.file < b.file ? -1 : 1));
    },
    async first() {
      const [oldest] = kept;
      return oldest === undefined ? undefined : readEntry(folder, oldest.file);
    },
    async remove(id) {
      const at = kept.findIndex((entry) => entry.id === id);
      const [entry] = at < 0 ? [] : kept.splice(at, 1);
      if (entry !== undefined) await unlink(join(folder, entry.file));
    },
    async size() {
      return { entries: kept.length, characters: kept.reduce((sum, entry) => sum + entry.characters, 0) };
    },
  };
}
