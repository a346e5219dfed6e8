import { randomBytes } from "node:crypto";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import type { Storage } from "../ports/index.js";
import { fillStore } from "../testing/storage/full-store.js";
import type { ArchiveSecret } from "./archive/archive-key.js";
import { backUp, restoreBackup, verifyBackup } from "./backup.js";
import { figures, MovingScene, quiet, refusal } from "./moving.scene.js";

const scene = new MovingScene();
afterEach(() => scene.end());
const store = (encryptionKey?: string) => scene.sqlite(encryptionKey === undefined ? {} : { encryptionKey });
const folder = () => scene.folder();

async function backupOf(storage: Storage, secret?: ArchiveSecret): Promise<string> {
  const file = join(folder(), "one.backup");
  await backUp(storage, { file, createdAt: 1, release: "test", ...(secret && { secret }) }, quiet);
  return file;
}

const PASSPHRASE: ArchiveSecret = { kind: "passphrase", text: "correct horse battery" };
const KEY: ArchiveSecret = { kind: "key", bytes: Buffer.alloc(32, 7) };

describe("backup and restore (8.4)", () => {
  it("restores every table as it was, row for row, and the store is whole", async () => {
    const source = await store();
    await fillStore(source);
    const target = await store("a key of its own");
    const file = await backupOf(source);
    const report = await restoreBackup(target, { file, now: 2 }, quiet);
    const before = await figures(source);
    expect(before.every(({ rows }) => rows > 0)).toBe(true);
    expect(report.figures).toEqual(before);
    expect(await figures(target)).toEqual(before);
    expect(await target.health!.inspect()).toEqual([]);
    expect(statSync(file).mode & 0o077).toBe(0);
  });

  it.each([
    ["a passphrase", PASSPHRASE],
    ["a key file", KEY],
  ])("seals by %s: only that opens it, and nothing of the text is seen", async (_, secret) => {
    const source = await store();
    await fillStore(source);
    const file = await backupOf(source, secret);
    expect((await verifyBackup(file, secret, quiet)).figures).toEqual(await figures(source));
    expect(await refusal(verifyBackup(file, undefined, quiet))).toBe("INVALID_INPUT");
    expect(await refusal(verifyBackup(file, secret === KEY ? PASSPHRASE : KEY, quiet))).toBe("INVALID_INPUT");
    const wrong: ArchiveSecret =
      secret.kind === "key"
        ? { kind: "key", bytes: Buffer.alloc(32, 8) }
        : { kind: "passphrase", text: "correct horse" };
    expect(await refusal(verifyBackup(file, wrong, quiet))).toBe("STORE_CORRUPT");
  });

  it.each([
    ["sealed", KEY],
    ["open", undefined],
  ])("refuses an altered, a cut and a reordered file, and writes nothing (%s)", async (_, secret) => {
    const source = await store();
    const [scope] = await fillStore(source);
    const noise = randomBytes(200_000).toString("base64"); // more than one frame
    await source.sessions.put(scope!, "space", "noise", noise, { now: 5, ttlSeconds: 60 });
    const file = await backupOf(source, secret);
    const whole = readFileSync(file);
    const target = await store();
    const first = 13 + whole.readUInt32BE(9);
    const length = 4 + whole.readUInt32BE(first) + (secret === undefined ? 0 : 16);
    const [one, two] = [whole.subarray(first, first + length), whole.subarray(first + length, first + 2 * length)];
    expect(whole.length).toBeGreaterThan(first + 2 * length);
    const altered = (at: number): Buffer => {
      const copy = Buffer.from(whole);
      copy[at] = (copy[at] ?? 0) ^ 1;
      return copy;
    };
    const wrong = {
      ...Object.fromEntries([20, first + 2, first + 50, whole.length - 1].map((at) => [`byte ${at}`, altered(at)])),
      cut: whole.subarray(0, whole.length - 100),
      "cut at a frame": whole.subarray(0, first + length),
      reordered: Buffer.concat([whole.subarray(0, first), two, one, whole.subarray(first + 2 * length)]),
      longer: Buffer.concat([whole, Buffer.from("x")]),
      empty: Buffer.alloc(0),
    };
    for (const [name, bytes] of Object.entries(wrong)) {
      writeFileSync(file, bytes);
      const code = await refusal(restoreBackup(target, { file, now: 2, ...(secret && { secret }) }, quiet));
      expect(["STORE_CORRUPT", "UNSUPPORTED_FORMAT"], name).toContain(code);
    }
    expect((await figures(target)).every(({ rows }) => rows === 0)).toBe(true);
    expect(await target.contents!.findMark()).toBeUndefined();
  });

  it("restores into an empty store only, whatever the tenant that opening made", async () => {
    const source = await store();
    await fillStore(source);
    const file = await backupOf(source);
    const target = await store();
    await target.tenants.ensure("default", 5);
    await restoreBackup(target, { file, now: 2 }, quiet);
    expect(await figures(target)).toEqual(await figures(source));
    expect(await refusal(restoreBackup(target, { file, now: 2 }, quiet))).toBe("CONFLICT");
  });

  it("goes on where a restoration was cut off, and keeps others out until it is whole", async () => {
    const source = await store();
    await fillStore(source);
    const file = await backupOf(source);
    const other = await backupOf(await store());
    const target = await store();
    let writes = 0;
    const cut: Storage = {
      ...target,
      contents: {
        ...target.contents!,
        put: async (...asked) => {
          if (++writes > 9) throw new Error("cut");
          await target.contents!.put(...asked);
        },
      },
    };
    await expect(restoreBackup(cut, { file, now: 2 }, quiet)).rejects.toThrow("cut");
    expect(await refusal(restoreBackup(target, { file: other, now: 2 }, quiet))).toBe("CONFLICT");
    expect(await refusal(backupOf(target))).toBe("STORE_READ_ONLY");
    await restoreBackup(target, { file, now: 3 }, quiet);
    expect(await figures(target)).toEqual(await figures(source));
    expect(await target.contents!.findMark()).toBeUndefined();
  });

  it("shows one instant while the store is written to", async () => {
    const source = await store();
    const [scope] = await fillStore(source);
    const before = await figures(source);
    const file = join(folder(), "one.backup");
    let asked = 0;
    const meanwhile: Promise<unknown>[] = [];
    const written = await backUp(source, { file, createdAt: 1, release: "test" }, () => {
      const key = `while it runs ${asked++}`;
      meanwhile.push(source.sessions.put(scope!, "space", key, 1, { now: 5, ttlSeconds: 60 }));
    });
    await Promise.all(meanwhile);
    expect(meanwhile.length).toBeGreaterThan(10);
    expect(written.figures).toEqual(before);
    expect(await figures(source)).not.toEqual(before);
  });
});
