import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createFolderBlobs } from "../../adapters/blobs/folder/index.js";
import { createMemoryBlobs } from "../../adapters/blobs/memory/index.js";
import { sealedBlobs } from "../../adapters/blobs/sealed/index.js";
import { KeepsakeError, readAll, type Scope } from "../../domain/index.js";
import type { BlobStore, Storage } from "../../ports/index.js";
import { fillStore } from "../../testing/storage/full-store.js";
import { backUp, restoreBackup, verifyBackup } from "../backup.js";
import { countBoth, migrate } from "../migrate.js";
import { figures, MovingScene, quiet, refusal } from "../moving.scene.js";
import { nameOfFile } from "./file-sum.js";
import { changedStore, FILES_EACH, filesIn, putFiles } from "./files.scene.js";

const scene = new MovingScene();
afterEach(() => scene.end());

const KEY = { kind: "key", bytes: Buffer.alloc(32, 7) } as const;

interface Filled {
  readonly source: Storage;
  readonly scopes: readonly Scope[];
  readonly place: BlobStore;
}

async function filled(place: BlobStore = createFolderBlobs({ path: scene.folder() })): Promise<Filled> {
  const source = await scene.sqlite();
  const scopes = (await fillStore(source)).slice(0, 4);
  await putFiles(place, scopes);
  return { source, scopes, place };
}

async function backupOf({ source, place }: Filled, files: BlobStore | "left" = place): Promise<string> {
  const file = join(scene.folder(), "one.backup");
  await backUp(source, { file, createdAt: 1, release: "test", secret: KEY, files }, quiet);
  return file;
}

const newPlace = (): BlobStore => createFolderBlobs({ path: scene.folder() });

/** Cut at the n-th file, as if its process had been killed there. */
function cutAt(store: BlobStore, n: number): BlobStore {
  let puts = 0;
  const put: BlobStore["put"] = async (...asked) => {
    puts += 1;
    if (puts === n) throw new Error("cut");
    await store.put(...asked);
  };
  return changedStore(store, { put });
}

describe("backup and restore of what lies beside the store (8.3, 8.4)", () => {
  it("keeps every file, sealed as the rest, and gives back the same bytes after the source was erased", async () => {
    const made = await filled();
    const before = await filesIn(made.place, made.scopes);
    const file = await backupOf(made);
    expect(readFileSync(file).includes("x.txt")).toBe(false);
    const told = await verifyBackup(file, KEY, quiet);
    expect(told.files).toMatchObject({ state: "kept", damaged: [], gone: 0 });
    expect(told.files.figures.files).toBe(FILES_EACH * made.scopes.length);
    for (const scope of made.scopes) await made.place.clear(scope, "");
    const [target, place] = [await scene.sqlite(), newPlace()];
    const report = await restoreBackup(target, { file, secret: KEY, now: 2, files: place }, quiet);
    expect(await filesIn(place, made.scopes)).toEqual(before);
    expect(report).toMatchObject({
      filesWritten: before.length,
      otherFiles: 0,
      files: { figures: told.files.figures },
    });
    expect(await figures(target)).toEqual(await figures(made.source));
  });

  it("goes on where a restoration was cut off among the files, and writes none of them twice", async () => {
    const made = await filled(createMemoryBlobs());
    const file = await backupOf(made);
    const [target, place] = [await scene.sqlite(), createMemoryBlobs()];
    const terms = { file, secret: KEY, now: 2 };
    await expect(restoreBackup(target, { ...terms, files: cutAt(place, 6) }, quiet)).rejects.toThrow("cut");
    const report = await restoreBackup(target, { ...terms, files: place }, quiet);
    expect(report.filesWritten).toBe(FILES_EACH * made.scopes.length - 5);
    expect(report.failures).toEqual([{ at: 2, code: "INTERNAL" }]);
    expect(await filesIn(place, made.scopes)).toEqual(await filesIn(made.place, made.scopes));
  });

  it("names the damaged file and keeps the others; what was erased meanwhile is counted", async () => {
    const path = scene.folder();
    const made = await filled(createFolderBlobs({ path }));
    const [scope, other] = made.scopes as [Scope, Scope];
    const [broken = "", gone = ""] = (await made.place.list(scope, "attachments", { limit: 9 })).items;
    const whole = readdirSync(path, { recursive: true }).map(String);
    const [on = ""] = whole.filter((name) => name.endsWith(`${broken}.blob`));
    for (const name of whole.filter((each) => each.endsWith(`${broken}.blob`)))
      writeFileSync(join(path, name), Buffer.concat([readFileSync(join(path, name)), Buffer.from("!")]));
    expect(on).not.toBe("");
    const place: BlobStore = changedStore(made.place, {
      find: async (asked: Scope, key: string) =>
        asked.user === other.user && key === gone ? undefined : made.place.find(asked, key),
    });
    const file = join(scene.folder(), "one.backup");
    const { files } = await backUp(made.source, { file, createdAt: 1, release: "test", files: place }, quiet);
    expect(files.damaged).toHaveLength(made.scopes.length);
    expect(nameOfFile(files.damaged[0]!)).toMatch(/^att_[0-9a-f]{64}$/);
    expect(files.gone).toBe(made.scopes.filter(({ user }) => user === other.user).length);
    expect((await verifyBackup(file, undefined, quiet)).files).toEqual(files);
  });

  it("is refused where the target keeps no files, unless they are to be left out; nothing is written then", async () => {
    const made = await filled(createMemoryBlobs());
    const file = await backupOf(made);
    const target = await scene.sqlite();
    expect(await refusal(restoreBackup(target, { file, secret: KEY, now: 2 }, quiet))).toBe("CONFIG_INVALID");
    expect((await figures(target)).every(({ rows }) => rows === 0)).toBe(true);
    const report = await restoreBackup(target, { file, secret: KEY, now: 2, files: "left" }, quiet);
    expect(report.filesWritten).toBe(0);
    const without = await verifyBackup(await backupOf(made, "left"), KEY, quiet);
    expect(without.files).toMatchObject({ state: "left", figures: { files: 0 } });
  });

  it("into a place that survived: what is whole stays, what is broken is mended, what came since is left alone and counted", async () => {
    const made = await filled(createMemoryBlobs());
    const file = await backupOf(made);
    const [scope] = made.scopes as [Scope];
    const [first = ""] = (await made.place.list(scope, "", { limit: 1 })).items;
    await made.place.put(scope, first, { bytes: Uint8Array.of(1), facts: {} });
    await made.place.put(scope, "attachments/later/x", { bytes: Uint8Array.of(1), facts: {} });
    const report = await restoreBackup(await scene.sqlite(), { file, secret: KEY, now: 2, files: made.place }, quiet);
    expect(report).toMatchObject({ filesWritten: 1, otherFiles: 1 });
    expect(await made.place.find(scope, "attachments/later/x")).toBeDefined();
  });

  it("refuses a backup whose file was altered, before anything is written (open)", async () => {
    const made = await filled(createMemoryBlobs());
    const file = join(scene.folder(), "open.backup");
    await backUp(made.source, { file, createdAt: 1, release: "test", files: made.place }, quiet);
    const bytes = readFileSync(file);
    const place = createMemoryBlobs();
    const target = await scene.sqlite();
    for (const at of [0.5, 0.9].map((share) => Math.floor(bytes.length * share))) {
      const altered = Buffer.from(bytes);
      altered[at] = (altered[at] ?? 0) ^ 1;
      writeFileSync(file, altered);
      expect(await refusal(restoreBackup(target, { file, now: 2, files: place }, quiet))).toBe("STORE_CORRUPT");
    }
    expect(await filesIn(place, made.scopes)).toEqual([]);
    expect(await target.contents!.findMark()).toBeUndefined();
  });
});

describe("migrate with what lies beside the store (8.3, 8.4)", () => {
  const terms = (made: Filled, target: Storage, place: BlobStore, isFinal = false) => ({
    ...{ source: made.source, target, sourceName: "one", now: 1, isFinal },
    files: { source: made.place, target: place },
  });

  it("copies every file into a place sealed otherwise, and a repeat writes none", async () => {
    const made = await filled(sealedBlobs(newPlace(), "the key of the source"));
    const [target, place] = [await scene.sqlite(), sealedBlobs(newPlace(), "another key of its own")];
    const dry = await countBoth(made.source, target, { source: made.place, target: place });
    const before = await filesIn(made.place, made.scopes);
    expect(dry.files).toMatchObject({
      state: "copied",
      source: { files: before.length, damaged: 0 },
      target: { files: 0 },
    });
    const first = await migrate(terms(made, target, place), quiet);
    expect(first.files).toMatchObject({ state: "copied", written: before.length, removed: 0, damaged: [] });
    expect(first.files.figures).toMatchObject({ files: before.length, bytes: dry.files.source.bytes });
    expect(await filesIn(place, made.scopes)).toEqual(before);
    expect((await migrate(terms(made, target, place, true), quiet)).files).toMatchObject({ written: 0, removed: 0 });
  });

  it("P21 takes out of the target all of a user who was forgotten in the source between two runs", async () => {
    const { source, scopes, place } = await filled();
    const [target, to] = [await scene.sqlite(), newPlace()];
    const terms = { source, target, sourceName: "one", now: 1, files: { source: place, target: to } };
    await migrate({ ...terms, isFinal: false }, quiet);
    const [gone, stays] = scopes as [Scope, Scope];
    expect(await filesIn(to, [gone])).not.toEqual([]);
    await source.truth.write(gone, async ({ turns }) => {
      for (const session of await readAll((page) => turns.listSessions(page)))
        await turns.remove((await readAll((page) => turns.list(session.id, page))).map(({ id }) => id));
    });
    await place.clear(gone, "");
    const { files } = await migrate({ ...terms, isFinal: true }, quiet);
    expect(files).toMatchObject({ removed: FILES_EACH });
    expect(await filesIn(to, [gone])).toEqual([]);
    expect(await filesIn(to, [stays])).toHaveLength(FILES_EACH);
  });

  it("P21 takes out of the target what was erased in the source since, and brings what came", async () => {
    const made = await filled(createMemoryBlobs());
    const [target, place] = [await scene.sqlite(), createMemoryBlobs()];
    await migrate(terms(made, target, place), quiet);
    const [scope] = made.scopes as [Scope];
    const [gone = "", changed = ""] = (await made.place.list(scope, "", { limit: 9 })).items;
    await made.place.remove(scope, [gone]);
    await made.place.put(scope, changed, { bytes: Uint8Array.of(7), facts: { name: "changed" } });
    const { files } = await migrate(terms(made, target, place, true), quiet);
    expect(files).toMatchObject({ written: 1, removed: 1 });
    expect(await filesIn(place, made.scopes)).toEqual(await filesIn(made.place, made.scopes));
    expect(await migrate(terms(made, target, place, true), quiet)).toMatchObject({ final: true, resumed: true });
  });

  it("goes on wherever it was cut off", async () => {
    const made = await filled(createMemoryBlobs());
    const [target, place] = [await scene.sqlite(), createMemoryBlobs()];
    for (const n of [1, 4, 9])
      await expect(migrate(terms(made, target, cutAt(place, n), true), quiet)).rejects.toThrow("cut");
    await migrate(terms(made, target, place, true), quiet);
    expect(await filesIn(place, made.scopes)).toEqual(await filesIn(made.place, made.scopes));
  });

  it("names the damaged, and is not complete without them", async () => {
    const made = await filled(createMemoryBlobs());
    const [scope] = made.scopes as [Scope];
    const [broken = ""] = (await made.place.list(scope, "", { limit: 1 })).items;
    const place: BlobStore = changedStore(made.place, {
      find: async (asked: Scope, key: string) => {
        if (asked.user === scope.user && asked.tenant === scope.tenant && key === broken)
          throw new KeepsakeError("STORE_CORRUPT", "not what was put there");
        return made.place.find(asked, key);
      },
    });
    const target = await scene.sqlite();
    const [asked, other] = [{ ...made, place }, createMemoryBlobs()];
    const { files } = await migrate(terms(asked, target, other), quiet);
    expect(files.damaged).toEqual([{ tenant: scope.tenant, user: scope.user, key: broken }]);
    expect(await refusal(migrate(terms(asked, target, other, true), quiet))).toBe("STORE_CORRUPT");
    await made.source.tenants.ensure("open again", 1);
    await made.place.remove(scope, [broken]);
    expect((await migrate(terms(asked, target, other, true), quiet)).final).toBe(true);
  });

  it("writes nothing where both sides are one place, where the target has none, or has files of the same tenants", async () => {
    const made = await filled(createMemoryBlobs());
    const before = await filesIn(made.place, made.scopes);
    const shared = await migrate(terms(made, await scene.sqlite(), made.place, true), quiet);
    expect(shared.files).toMatchObject({ state: "shared", figures: { files: before.length }, written: 0 });
    await made.source.contents!.release();
    const target = await scene.sqlite();
    const without = { ...terms(made, target, made.place), files: { source: made.place } };
    expect(await refusal(migrate(without, quiet))).toBe("CONFIG_INVALID");
    const used = createMemoryBlobs();
    await used.put(made.scopes[0]!, "attachments/a/b", { bytes: Uint8Array.of(1), facts: {} });
    expect(await refusal(migrate(terms(made, target, used), quiet))).toBe("CONFLICT");
    expect(await target.contents!.findMark()).toBeUndefined();
    expect((await migrate({ ...without, files: "left" }, quiet)).files.state).toBe("left");
    expect(await filesIn(made.place, made.scopes)).toEqual(before);
  });
});
