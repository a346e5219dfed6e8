import { open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { makeFolder } from "./make-folder.js";
import { charactersOf, type Spool, type SpoolEntry } from "./spool.js";

const NAME = /^(\d{15})\.json$/;
const DRAFT = /^\d{15}\.json\.part$/;

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

function isEntry(value: unknown): value is SpoolEntry {
  const { id, user, request } = (value ?? {}) as Partial<SpoolEntry>;
  if (typeof id !== "string" || typeof user !== "string" || typeof request !== "object") return false;
  const turns: unknown = request?.turns;
  return (
    Array.isArray(turns) && turns.every((turn: { readonly text?: unknown } | null) => typeof turn?.text === "string")
  );
}

/** `undefined` for what is no entry: a file that a failing disk or a strange hand left. @throws what the system says */
async function readEntry(folder: string, file: string): Promise<SpoolEntry | undefined> {
  const text = await readFile(join(folder, file), "utf8");
  try {
    const parsed: unknown = JSON.parse(text);
    return isEntry(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Drafts of a process that was killed while it wrote: what they hold was never acknowledged. */
async function removeDrafts(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names.filter((each) => DRAFT.test(each))) await unlink(join(folder, name));
}

/**
 * A spool for Node that outlives the process: one file an entry, named in the order of appending, flushed before `append` resolves.
 * The files hold the words of the conversation; they are readable by their owner only. One that is damaged is renamed (`.damaged`), so that
 * those behind it are sent.
 * @param folder made when it is missing; of one client at a time
 */
export async function openFileSpool(folder: string): Promise<Spool> {
  await makeFolder(folder, 0o700);
  const names = await readdir(folder);
  await removeDrafts(folder, names);
  const files = names.filter((file) => NAME.test(file)).sort();
  const kept: Kept[] = [];
  let damaged = 0;
  const setAside = async (file: string): Promise<void> => {
    await rename(join(folder, file), join(folder, `${file}.damaged`));
    damaged += 1;
  };
  for (const file of files) {
    const entry = await readEntry(folder, file);
    if (entry === undefined) await setAside(file);
    else kept.push({ file, id: entry.id, characters: charactersOf(entry) });
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
      for (let [oldest] = kept; oldest !== undefined; [oldest] = kept) {
        const entry = await readEntry(folder, oldest.file);
        if (entry !== undefined) return entry;
        await setAside(oldest.file);
        kept.shift();
      }
      return undefined;
    },
    async remove(id) {
      const at = kept.findIndex((entry) => entry.id === id);
      const [entry] = at < 0 ? [] : kept.splice(at, 1);
      if (entry !== undefined) await unlink(join(folder, entry.file));
    },
    async size() {
      return { entries: kept.length, characters: kept.reduce((sum, entry) => sum + entry.characters, 0) };
    },
    takeDamaged() {
      const found = damaged;
      damaged = 0;
      return found;
    },
  };
}
