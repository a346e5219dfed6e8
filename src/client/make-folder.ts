import { mkdir, stat } from "node:fs/promises";
import { dirname, resolve } from "node:path";

/** Deeper than any folder that somebody named on purpose. */
const MOST_LEVELS = 64;

async function exists(folder: string): Promise<boolean> {
  try {
    return (await stat(folder)).isDirectory();
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

/**
 * Makes a folder and those above it that are missing, each tried once: where the system takes none (`/proc`), the `recursive` of Node's
 * own `mkdir` tries the same one for ever.
 * @throws what the system says, ENOENT say
 */
export async function makeFolder(folder: string, mode: number): Promise<void> {
  const missing: string[] = [];
  let at = resolve(folder);
  while (!(await exists(at))) {
    missing.push(at);
    const above = dirname(at);
    if (above === at || missing.length > MOST_LEVELS) break;
    at = above;
  }
  for (const each of missing.reverse()) {
    await mkdir(each, { mode }).catch((error: NodeJS.ErrnoException) => {
      // somebody else was quicker
      if (error.code !== "EEXIST") throw error;
    });
  }
}
