import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { headBytes } from "./archive-head.js";
import { removeLeftovers } from "./remove-leftovers.js";

it("P21 takes what a killed backup left, and nothing that goes on or is somebody else's", async () => {
  const folder = mkdtempSync(join(tmpdir(), "keepsake-leftovers-"));
  const now = Date.now();
  const put = (name: string, bytes: Buffer, minutesAgo: number): void => {
    writeFileSync(join(folder, name), bytes);
    const at = new Date(now - minutesAgo * 60_000);
    utimesSync(join(folder, name), at, at);
  };
  const head = headBytes({ compression: "gzip" });
  put("old.backup.partial", head, 60);
  put("running.backup.partial", head, 1);
  put("film.partial", Buffer.from("not ours"), 60);
  put("whole.backup", head, 60);
  try {
    await removeLeftovers(folder, now);
    expect(readdirSync(folder).sort()).toEqual(["film.partial", "running.backup.partial", "whole.backup"]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
