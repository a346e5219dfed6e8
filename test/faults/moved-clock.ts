import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Clocks of processes that can be set forward and back while they run, by the preloaded library libfaketime. */
export interface MovedClocks {
  /** What the environment of the process of this name must hold. */
  envOf(name: string): Readonly<Record<string, string>>;
  /** From about now on the clock of this process goes so many seconds ahead, or behind where negative. */
  move(name: string, seconds: number): void;
  close(): void;
}

function findLibrary(): string {
  const root = "/usr/lib";
  for (const each of existsSync(root) ? readdirSync(root) : []) {
    const file = join(root, each, "faketime/libfaketimeMT.so.1");
    if (existsSync(file)) return file;
  }
  throw new Error("libfaketime is not installed: `apt-get install faketime`");
}

export function openMovedClocks(): MovedClocks {
  const library = findLibrary();
  const folder = mkdtempSync(join(tmpdir(), "keepsake-clocks-"));
  const fileOf = (name: string): string => join(folder, name);
  const move = (name: string, seconds: number): void => {
    // in one step, so that nobody reads half a line
    writeFileSync(`${fileOf(name)}.new`, `${seconds < 0 ? "" : "+"}${seconds}`);
    renameSync(`${fileOf(name)}.new`, fileOf(name));
  };
  return {
    envOf(name) {
      move(name, 0);
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: fileOf(name),
        FAKETIME_CACHE_DURATION: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      };
    },
    move,
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
