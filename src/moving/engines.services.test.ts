import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { testDatabase } from "../adapters/storage/postgres/postgres.scene.js";
import type { SessionId } from "../domain/index.js";
import type { Storage } from "../ports/index.js";
import { fillStore } from "../testing/storage/full-store.js";
import { backUp, restoreBackup } from "./backup.js";
import { migrate } from "./migrate.js";
import { figures, MovingScene, quiet, refusal } from "./moving.scene.js";

const scene = new MovingScene();
const databases = [testDatabase(), testDatabase(), testDatabase()];
afterAll(async () => {
  await scene.end();
  await Promise.all(databases.map((database) => database.drop()));
});

async function hand(from: Storage, to: Storage, name: string): Promise<void> {
  const file = join(scene.folder(), name);
  await backUp(from, { file, createdAt: 1, release: "test" }, quiet);
  await restoreBackup(to, { file, now: 2 }, quiet);
}

it("8.4 a backup of either engine restores into the other: counts and checksums are the same all the way round", async () => {
  const first = await scene.sqlite();
  const scopes = await fillStore(first);
  const before = await figures(first);
  const middle = await databases[0]!.connect();
  await hand(first, middle, "one");
  expect(await figures(middle)).toEqual(before);
  const last = await scene.sqlite();
  await hand(middle, last, "two");
  expect(await figures(last)).toEqual(before);
  expect(await last.health!.inspect()).toEqual([]);
  for (const storage of [middle, last]) {
    for (const scope of scopes) {
      const turns = (from: Storage) =>
        from.truth.read(scope, (stores) => stores.turns.list("first" as SessionId, { limit: 50 }));
      expect((await turns(storage)).items).toEqual((await turns(first)).items);
    }
  }
});

it("8.4 a store that PostgreSQL filled itself moves to SQLite", async () => {
  const source = await databases[1]!.connect();
  await fillStore(source);
  const target = await scene.sqlite({ encryptionKey: "a key of its own" });
  await hand(source, target, "three");
  expect(await figures(target)).toEqual(await figures(source));
  expect(await target.health!.inspect()).toEqual([]);
});

it("8.4 moves from PostgreSQL while it is written to, and holds its writers off at the end", async () => {
  const source = await databases[2]!.connect();
  const [scope] = await fillStore(source);
  const other = await databases[2]!.connect();
  const target = await scene.sqlite();
  const terms = { source, target, sourceName: "one", now: 1, isFinal: true };
  const put = (key: string) => other.sessions.put(scope!, "space", key, 1, { now: 5, ttlSeconds: 60 });
  const meanwhile: Promise<unknown>[] = [];
  await migrate(terms, () => void (meanwhile.length < 40 && meanwhile.push(put(`k${meanwhile.length}`))));
  const outcomes = await Promise.allSettled(meanwhile);
  const acknowledged = outcomes.filter(({ status }) => status === "fulfilled").length;
  const kept = await target.sessions.list(scope!, "space", 6);
  expect(kept).toHaveLength(acknowledged + 1);
  expect(await figures(target)).toEqual(await figures(source));
  expect(await refusal(put("too late"))).toBe("STORE_READ_ONLY");
  expect(await refusal(other.tenants.ensure("new", 1))).toBe("STORE_READ_ONLY");
  await source.contents!.release();
  await put("again");
});
