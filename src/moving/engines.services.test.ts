import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { testDatabase as testMariadb } from "../adapters/storage/mariadb/mariadb.scene.js";
import { testDatabase } from "../adapters/storage/postgres/postgres.scene.js";
import type { JournalEntryId, Scope, SessionId, TurnId } from "../domain/index.js";
import type { Storage } from "../ports/index.js";
import { fillStore } from "../testing/storage/full-store.js";
import { backUp, restoreBackup } from "./backup.js";
import { migrate } from "./migrate.js";
import { figures, MovingScene, quiet, refusal } from "./moving.scene.js";

const scene = new MovingScene();
const databases = [testDatabase(), testDatabase(), testDatabase(), testDatabase()];
afterAll(async () => {
  await scene.end();
  await Promise.all(databases.map((database) => database.drop()));
});

async function hand(from: Storage, to: Storage, name: string): Promise<void> {
  const file = join(scene.folder(), name);
  await backUp(from, { file, createdAt: 1, release: "test" }, quiet);
  await restoreBackup(to, { file, now: 2 }, quiet);
}

/** What the indexes answer, scores included. */
async function found({ vectors, keywords }: Storage, scope: Scope): Promise<readonly unknown[]> {
  const asked = { filter: { op: "all" }, limit: 20 } as const;
  const near = await vectors.search(scope, { ...asked, modelId: "one", vector: new Float32Array([1, 0, 0, 0]) });
  const other = await vectors.search(scope, { ...asked, modelId: "two", vector: new Float32Array([1, 0]) });
  const worded = await keywords.search(scope, { ...asked, terms: ["shoe", "尺码", "tea"] });
  expect(near.length * other.length * worded.length).toBeGreaterThan(0);
  const rounded = (hits: readonly { readonly itemId: string; readonly cosine: number }[]) =>
    hits.map(({ itemId, cosine }) => [itemId, cosine.toFixed(5)]);
  return [rounded(near), rounded(other), worded];
}

/** New numbers come behind the old ones, and the chain goes on at its end. */
async function expectGoesOn({ truth, auditLog }: Storage, scope: Scope): Promise<void> {
  const turnId = "turn_new" as TurnId;
  const sessionId = "first" as SessionId;
  await truth.write(scope, async ({ turns, journal, audit }) => {
    const said = { id: turnId, sessionId, role: "user", text: "x", at: 9, recordedAt: 9, timeZone: "UTC" } as const;
    expect((await turns.append([said]))[0]?.position).toBe(17);
    await journal.append([{ id: "job_new" as JournalEntryId, task: { type: "digest", turnId, sessionId }, at: 9 }]);
    expect((await journal.list({ limit: 50 })).items.at(-1)?.id).toBe("job_new");
    await audit.append({ at: 9, action: "recall", actor: "cli", targets: [], outcome: "done" });
  });
  const { items } = await auditLog.chain(scope.tenant, { limit: 100 });
  expect(items.at(-1)?.previous).toBe(items.at(-2)?.hash);
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
      expect(await found(storage, scope)).toEqual(await found(first, scope));
    }
  }
  for (const storage of [middle, last]) await expectGoesOn(storage, scopes[0]!);
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
  const terms = { source, target, sourceName: "one", now: 1, isFinal: true, files: {} };
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

it("8.4 moves from SQLite to MariaDB, on to PostgreSQL and back, held at each end: figures, answers and numbers go on", async () => {
  const maria = [await testMariadb(), await testMariadb()];
  try {
    const first = await scene.sqlite();
    const scopes = await fillStore(first);
    const before = await figures(first);
    const stores = [await maria[0]!.connect(), await databases[3]!.connect(), await maria[1]!.connect()];
    let source = first;
    for (const [place, target] of stores.entries()) {
      await migrate({ source, target, sourceName: `round ${place}`, now: place + 1, isFinal: true, files: {} }, quiet);
      expect(await figures(target)).toEqual(before);
      for (const scope of scopes) expect(await found(target, scope)).toEqual(await found(first, scope));
      source = target;
    }
    const put = () => stores[0]!.sessions.put(scopes[0]!, "space", "late", 1, { now: 5, ttlSeconds: 60 });
    expect(await refusal(put())).toBe("STORE_READ_ONLY");
    await stores[0]!.contents!.release();
    await put();
    await expectGoesOn(stores[2]!, scopes[0]!);
  } finally {
    for (const database of maria) await database.drop();
  }
}, 120_000);
