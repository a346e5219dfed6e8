import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { addressOf } from "../../../test/services/addresses.js";
import { createFolderBlobs } from "../../adapters/blobs/folder/index.js";
import { createS3Blobs } from "../../adapters/blobs/s3/index.js";
import { makeBucket, optionsAt, type TestBucket } from "../../adapters/blobs/s3/s3.scene.js";
import { sealedBlobs } from "../../adapters/blobs/sealed/index.js";
import { testDatabase } from "../../adapters/storage/postgres/postgres.scene.js";
import type { Scope } from "../../domain/index.js";
import type { BlobStore } from "../../ports/index.js";
import { fillStore } from "../../testing/storage/full-store.js";
import { backUp, restoreBackup } from "../backup.js";
import { migrate } from "../migrate.js";
import { figures, MovingScene, quiet } from "../moving.scene.js";
import { changedStore, FILES_EACH, filesIn, putFiles } from "./files.scene.js";

const address = addressOf("KEEPSAKE_TEST_S3_URL");
const scene = new MovingScene();
const databases = [testDatabase(), testDatabase()] as const;
const KEY = { kind: "key", bytes: Buffer.alloc(32, 7) } as const;
let bucket: TestBucket;

beforeAll(async () => {
  bucket = await makeBucket(address, "versioned");
});
afterAll(async () => {
  await scene.end();
  await Promise.all(databases.map((database) => database.drop()));
  await bucket.remove();
});

const s3 = (prefix: string): BlobStore => createS3Blobs(optionsAt(address, bucket.name, { prefix }));

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

async function emptied(store: BlobStore, scopes: readonly Scope[]): Promise<void> {
  for (const scope of scopes) await store.clear(scope, "");
}

it("8.3 8.4 from SQLite and its folder to PostgreSQL and a bucket, cut off among the files and gone on with: the same bytes, sealed otherwise", async () => {
  const source = await scene.sqlite();
  const scopes = (await fillStore(source)).slice(0, 3);
  const from = sealedBlobs(createFolderBlobs({ path: scene.folder() }), "the key of the folder");
  await putFiles(from, scopes);
  const before = await filesIn(from, scopes);
  const target = await databases[0].connect();
  const to = sealedBlobs(s3("moved"), "the key of the bucket");
  const terms = { source, target, sourceName: "one", now: 1, isFinal: true };
  for (const n of [1, 5])
    await expect(migrate({ ...terms, files: { source: from, target: cutAt(to, n) } }, quiet)).rejects.toThrow("cut");
  const { files } = await migrate({ ...terms, files: { source: from, target: to } }, quiet);
  expect(files).toMatchObject({ state: "copied", damaged: [], figures: { files: FILES_EACH * scopes.length } });
  expect(await filesIn(to, scopes)).toEqual(before);
  expect(await figures(target)).toEqual(await figures(source));
  expect(await bucket.held("moved/")).toBe(before.length);
  await emptied(to, scopes);
}, 240_000);

it("8.3 8.4 a backup of a bucket restores into another store and prefix when all of the source is erased, cut off and gone on with", async () => {
  const source = await scene.sqlite();
  const scopes = (await fillStore(source)).slice(0, 3);
  const from = s3("kept");
  await putFiles(from, scopes);
  const before = await filesIn(from, scopes);
  const file = join(scene.folder(), "one.backup");
  await backUp(source, { file, createdAt: 1, release: "test", secret: KEY, files: from }, quiet);
  await emptied(from, scopes);
  expect(await bucket.held("kept/")).toBe(0);
  const target = await databases[1].connect();
  const to = s3("restored");
  const terms = { file, secret: KEY, now: 2 };
  await expect(restoreBackup(target, { ...terms, files: cutAt(to, 4) }, quiet)).rejects.toThrow("cut");
  const report = await restoreBackup(target, { ...terms, files: to }, quiet);
  expect(report).toMatchObject({ filesWritten: before.length - 3, otherFiles: 0 });
  expect(await filesIn(to, scopes)).toEqual(before);
  expect(await figures(target)).toEqual(await figures(source));
  await emptied(to, scopes);
}, 240_000);
