import { mkdtemp, readdir, readFile, rm, stat, truncate, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { makeScope, type Scope } from "../../../domain/index.js";
import type { BlobStore } from "../../../ports/index.js";
import { blobConformance } from "../../../testing/blobs/index.js";
import { expectError } from "../../../testing/storage/harness.js";
import { scopeFolder } from "../keys/index.js";
import { sealedBlobs } from "../sealed/index.js";
import { createFolderBlobs } from "./index.js";

const made: string[] = [];

async function freshFolder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "keepsake-blobs-"));
  made.push(path);
  return path;
}

async function filesOf(path: string): Promise<readonly string[]> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

async function remainsIn(path: string, scope: Scope): Promise<number> {
  const folder = join(path, scopeFolder(scope));
  return (await stat(folder).catch(() => undefined)) === undefined ? 0 : (await filesOf(folder)).length;
}

async function turnLastByte(path: string, scope: Scope, key: string): Promise<void> {
  const file = join(path, scopeFolder(scope), `${key}.blob`);
  const bytes = await readFile(file);
  bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) ^ 1;
  await writeFile(file, bytes);
}

function conformance(name: string, open: (path: string) => BlobStore): void {
  blobConformance(name, async () => {
    const path = await freshFolder();
    return {
      blobs: open(path),
      second: async () => open(path),
      remains: (scope) => remainsIn(path, scope),
      corrupt: (scope, key) => turnLastByte(path, scope, key),
      cleanup: () => rm(path, { recursive: true, force: true }),
    };
  });
}

conformance("folder", (path) => createFolderBlobs({ path }));
conformance("folder, sealed", (path) => sealedBlobs(createFolderBlobs({ path }), "a key of the tests"));

const SCOPE = makeScope("acme", "ada");

it("9.4 sealed blobs show neither contents nor names, and open with their own key only", async () => {
  const path = await freshFolder();
  const blobs = sealedBlobs(createFolderBlobs({ path }), "the right key");
  const bytes = new TextEncoder().encode("the words of the letter");
  await blobs.put(SCOPE, "attachments/one", { bytes, facts: { name: "letter to Ada.txt" } });
  for (const file of await filesOf(path)) {
    expect(`${file} ${(await readFile(file)).toString("latin1")}`).not.toMatch(/letter|ada/i);
  }
  const other = sealedBlobs(createFolderBlobs({ path }), "another key");
  await expectError(other.find(SCOPE, "attachments/one"), "STORE_CORRUPT");
  // a sealed blob that is laid in another's place does not open there
  const file = (await filesOf(path))[0] ?? "";
  await writeFile(join(path, scopeFolder(SCOPE), "attachments", "two.blob"), await readFile(file));
  await expectError(blobs.find(SCOPE, "attachments/two"), "STORE_CORRUPT");
});

it("leaves nothing half written to be read, and takes it away with the user", async () => {
  const path = await freshFolder();
  const blobs = createFolderBlobs({ path });
  await blobs.put(SCOPE, "t/one", { bytes: Uint8Array.of(1), facts: {} });
  await writeFile(join(path, scopeFolder(SCOPE), "t", ".unfinished"), "half");
  expect((await blobs.list(SCOPE, "", { limit: 10 })).items).toEqual(["t/one"]);
  expect(await blobs.clear(SCOPE, "")).toBe(1);
  expect(await remainsIn(path, SCOPE)).toBe(0);
});

it("P21 takes away what a process that died left half written, with whatever is erased next; not what is being written", async () => {
  const path = await freshFolder();
  const blobs = createFolderBlobs({ path });
  await blobs.put(SCOPE, "t/one", { bytes: Uint8Array.of(1), facts: {} });
  const folder = join(path, scopeFolder(SCOPE), "t");
  const longAgo = new Date(Date.now() - 3_600_000);
  const leave = async (digit: string): Promise<void> => {
    const file = join(folder, `.${digit.repeat(24)}`);
    await writeFile(file, "plain words");
    await utimes(file, longAgo, longAgo);
  };
  await leave("a");
  await writeFile(join(folder, `.${"b".repeat(24)}`), "under way");
  await blobs.remove(SCOPE, []);
  expect((await readdir(folder)).sort()).toEqual([`.${"b".repeat(24)}`, "one.blob"]);
  await leave("c");
  await blobs.clear(SCOPE, "another");
  expect((await readdir(folder)).sort()).toEqual([`.${"b".repeat(24)}`, "one.blob"]);
});

it("tells facts and size by the head alone, and that a head is none", async () => {
  const path = await freshFolder();
  const blobs = createFolderBlobs({ path });
  await blobs.put(SCOPE, "k", { bytes: new Uint8Array(40_000), facts: { name: "long.bin" } });
  const file = join(path, scopeFolder(SCOPE), "k.blob");
  expect(await blobs.findFacts(SCOPE, "k")).toEqual({ facts: { name: "long.bin" }, bytes: 40_000 });
  // longer than any buffer: whoever reads it whole fails
  await truncate(file, 8_000_000_000);
  expect((await blobs.findFacts(SCOPE, "k"))?.facts).toEqual({ name: "long.bin" });
  await writeFile(file, "no head at all");
  await expectError(blobs.findFacts(SCOPE, "k"), "STORE_CORRUPT");
});

it("says which folder cannot be written", async () => {
  const path = join(await freshFolder(), "a file");
  await writeFile(path, "in the way");
  const failure = await createFolderBlobs({ path })
    .put(SCOPE, "k", { bytes: Uint8Array.of(1), facts: {} })
    .catch((thrown: unknown) => thrown);
  expect(failure).toMatchObject({ code: "CONFIG_INVALID", details: { field: "blobs.path" } });
});

it("is a folder of this user alone", async () => {
  const path = join(await freshFolder(), "blobs");
  const blobs = createFolderBlobs({ path });
  await blobs.open();
  await blobs.put(SCOPE, "k", { bytes: Uint8Array.of(1), facts: {} });
  if (process.platform === "win32") return expect(await filesOf(path)).toHaveLength(1);
  expect((await stat(path)).mode & 0o077).toBe(0);
  for (const file of await filesOf(path)) expect((await stat(file)).mode & 0o077).toBe(0);
});
