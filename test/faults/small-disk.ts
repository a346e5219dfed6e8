import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A disk so small that it can be filled in a moment. */
export interface SmallDisk {
  readonly folder: string;
  /** Takes all that is left of it. */
  fill(): void;
  /** Gives that back. */
  free(): void;
  close(): void;
}

const PIECE = Buffer.alloc(64 * 1024);
/** Bytes of the last pieces: nothing that a page would fit into is left. */
const CRUMB = 512;

function takeAll(file: number): void {
  for (let size = PIECE.length; size >= CRUMB; ) {
    try {
      writeSync(file, PIECE, 0, size);
    } catch (thrown) {
      if (!(thrown instanceof Error && "code" in thrown && thrown.code === "ENOSPC")) throw thrown;
      size /= 2;
    }
  }
}

/** A file system in memory. @throws where this user may not mount one */
export function mountSmallDisk(megabytes: number): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${megabytes}m,mode=0777`, "tmpfs", folder], { stdio: "pipe" });
  } catch (cause) {
    rmSync(folder, { recursive: true, force: true });
    throw new Error("a full disk needs a small one, and this user may not mount a file system: run it as root", {
      cause,
    });
  }
  const ballast = join(folder, "ballast");
  const free = (): void => rmSync(ballast, { force: true });
  return {
    folder,
    fill() {
      const file = openSync(ballast, "a");
      takeAll(file);
      closeSync(file);
    },
    free,
    close() {
      free();
      execFileSync("umount", ["--lazy", folder], { stdio: "pipe" });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether this user may mount file systems. */
export function canMount(): boolean {
  try {
    mountSmallDisk(1).close();
    return true;
  } catch {
    return false; // it says why when it is wanted
  }
}
