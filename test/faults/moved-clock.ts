import { existsSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Clocks of processes that can be set forward and back while they run, by the preloaded library libfaketime. */
export interface MovedClocks {
  /** What the environment of the process of this name must hold. */
  envOf(name: string): Readonly<Record<string, string>>;
  /** Sets the clock of this process forward by so many seconds, or back where negative. It is seen within a second. */
  move(name: string, seconds: number): void;
  /** Time passes: all clocks show the same, so many seconds later than any of them showed. */
  advance(seconds: number): void;
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
  const ahead = new Map<string, number>();
  const set = (name: string, seconds: number): void => {
    ahead.set(name, seconds);
    // in one step, so that nobody reads half a line
    writeFileSync(`${fileOf(name)}.new`, `${seconds < 0 ? "" : "+"}${seconds}`);
    renameSync(`${fileOf(name)}.new`, fileOf(name));
  };
  return {
    envOf(name) {
      set(name, 0);
      return {
        LD_PRELOAD: library,
        FAKETIME_TIMESTAMP_FILE: fileOf(name),
        FAKETIME_CACHE_DURATION: "1",
        FAKETIME_DONT_FAKE_MONOTONIC: "1",
      };
    },
    move: (name, seconds) => set(name, (ahead.get(name) ?? 0) + seconds),
    advance(seconds) {
      const latest = Math.max(...ahead.values());
      for (const name of ahead.keys()) set(name, latest + seconds);
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
}
