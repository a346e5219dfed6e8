import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, it } from "vitest";
import { createFakeEmbedder } from "../../adapters/models/fake/index.js";
import { createSqliteStorage } from "../../adapters/storage/sqlite/index.js";
import { KeepsakeError } from "../../domain/index.js";
import type { Storage } from "../../ports/index.js";
import { january, openScene } from "../../testing/scene.js";
import { dropCached, recall } from "../index.js";
import { throughCache } from "./recall-cache.js";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function folder(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), "keepsake-cache-"));
  closing.push(() => rm(path, { recursive: true, force: true }));
  return path;
}

async function sqlite(dataFolder: string): Promise<Storage> {
  const storage = createSqliteStorage({ dataFolder });
  await storage.open();
  closing.push(() => storage.close());
  return storage;
}

const QUERY = { query: "archive key clock" };

async function sceneWithKey(storage?: Storage) {
  const scene = await openScene(storage === undefined ? {} : { storage });
  await scene.say("s1", "The archive key hangs behind the clock");
  return scene;
}

const isCached = async ({ parts, scope }: Awaited<ReturnType<typeof openScene>>) =>
  (await recall(parts, scope, QUERY)).cached === true;

describe.each(["memory", "sqlite"])("3.8 the cache of recall, %s", (kind) => {
  const open = async () => sceneWithKey(kind === "memory" ? undefined : await sqlite(await folder()));

  it("gives an equal request the equal answer, and says that it is one", async () => {
    const scene = await open();
    const first = await recall(scene.parts, scene.scope, QUERY);
    const second = await recall(scene.parts, scene.scope, QUERY);
    expect(first.cached).toBeUndefined();
    expect(second).toEqual({ ...first, cached: true });
    for (const other of [{ limit: 3 }, { floor: 0 }, { currentSessionId: "s1" }, { now: january(30) }]) {
      expect((await recall(scene.parts, scene.scope, { ...QUERY, ...other })).cached).toBeUndefined();
    }
  });

  it.each([
    ["a recorded turn", async (scene) => void (await scene.say("s2", "Something else"))],
    ["a new memory", async (scene) => void (await scene.keep("The archive key is brass"))],
    [
      "a change that no index sees",
      ({ parts, scope }) =>
        parts.storage.truth.write(scope, ({ requests }) =>
          requests.put({ key: "k", operation: "feedback", bodyHash: "h", response: "{}", at: 1 }),
        ),
    ],
    [
      "queued work",
      ({ parts, scope }) =>
        parts.storage.truth.write(scope, (transaction) =>
          transaction.journal.append([
            { id: parts.ids.journal(), task: { type: "summarise", sessionId: "s1" as never }, at: 1 },
          ]),
        ),
    ],
  ] satisfies [string, (scene: Awaited<ReturnType<typeof openScene>>) => Promise<void>][])(
    "is emptied by %s",
    async (_, write) => {
      const scene = await open();
      await isCached(scene);
      expect(await isCached(scene)).toBe(true);
      await write(scene);
      expect(await isCached(scene)).toBe(false);
    },
  );

  it("stays when only the audit log was told of something", async () => {
    const scene = await open();
    await isCached(scene);
    await scene.parts.audit.write(scene.scope.tenant, {
      ...{ action: "recall", actor: "a", targets: [], outcome: "done", user: scene.scope.user },
    });
    expect(await isCached(scene)).toBe(true);
  });

  it("stays when another user's memory is written, and is never another's", async () => {
    const scene = await open();
    const other = await openScene({ storage: scene.parts.storage }, "bob");
    await isCached(scene);
    await other.say("s9", "The archive key of Bob is lost");
    expect(await isCached(scene)).toBe(true);
    expect((await recall(other.parts, other.scope, QUERY)).items[0]?.content).toContain("Bob");
  });
});

describe("P17 P21 the cache of recall", () => {
  it("is emptied by another process on the same store", async () => {
    const path = await folder();
    const scene = await sceneWithKey(await sqlite(path));
    await isCached(scene);
    expect(await isCached(scene)).toBe(true);
    const elsewhere = await openScene({ storage: await sqlite(path) });
    await elsewhere.keep("The archive key clock was moved to the cellar");
    const { items, cached } = await recall(scene.parts, scene.scope, QUERY);
    expect(cached).toBeUndefined();
    expect(items.some((item) => item.content.includes("cellar"))).toBe(true);
  });

  it("keeps no answer that was incomplete, and none of a call that failed", async () => {
    let failure: KeepsakeError | undefined = new KeepsakeError("MODEL_UNAVAILABLE", "down");
    const embedder = createFakeEmbedder({
      dimension: 64,
      failure: (texts) => (texts.length === 1 ? failure : failure),
    });
    failure = undefined;
    const scene = await openScene({ embedder });
    await scene.say("s1", "The archive key hangs behind the clock");
    failure = new KeepsakeError("MODEL_UNAVAILABLE", "down");
    expect((await recall(scene.parts, scene.scope, QUERY)).degraded).toBeDefined();
    failure = new KeepsakeError("CLOSED", "gone");
    await expect(recall(scene.parts, scene.scope, QUERY)).rejects.toMatchObject({ code: "CLOSED" });
    failure = undefined;
    const whole = await recall(scene.parts, scene.scope, QUERY);
    expect(whole.cached).toBeUndefined();
    expect(whole.degraded).toBeUndefined();
  });

  it("keeps no answer that a write overtook", async () => {
    const scene = await sceneWithKey();
    const { changes } = scene.parts.storage;
    let looks = 0;
    const stampOf = async (scope: Parameters<NonNullable<typeof changes>["stampOf"]>[0]) => {
      const stamp = (await changes?.stampOf(scope)) ?? "";
      looks += 1;
      return looks === 2 ? `${stamp} and more` : stamp;
    };
    const parts = { ...scene.parts, storage: { ...scene.parts.storage, changes: { stampOf } } };
    await recall(parts, scene.scope, QUERY);
    expect((await recall(parts, scene.scope, QUERY)).cached).toBeUndefined();
  });

  it("P21 holds no answer of a snapshot that an erasure came after, not even one that is never given", async () => {
    const scene = await sceneWithKey();
    const result = await recall(scene.parts, scene.scope, QUERY);
    let stamp = "before";
    const parts = { ...scene.parts, storage: { ...scene.parts.storage, changes: { stampOf: async () => stamp } } };
    const ask = (meanwhile: string) =>
      throughCache(parts, scene.scope, QUERY, async () => {
        stamp = meanwhile; // after the snapshot: while a model orders what was read in it
        return { result, stamp: "before" };
      });
    expect((await ask("erased")).cached).toBeUndefined();
    stamp = "before"; // as if it had never been: an answer that was held would be given now
    expect((await ask("before")).cached).toBeUndefined();
    expect((await ask("before")).cached).toBe(true);
  });

  it("P28 gives nothing again that has ended or grown old meanwhile", async () => {
    let at = january(20);
    const scene = await openScene({ clock: { now: () => at } });
    await scene.keep("The archive key is lent out", { expiresAt: january(20) + 5_000 });
    expect(await isCached(scene)).toBe(false);
    at += 4_999;
    expect(await isCached(scene)).toBe(true);
    at += 1;
    const ended = await recall(scene.parts, scene.scope, QUERY);
    expect(ended).toMatchObject({ items: [] });
    expect(ended.cached).toBeUndefined();
    at += 60_000;
    expect(await isCached(scene)).toBe(false);
  });

  it("lets nobody change what it holds, and lets go of a user's when told", async () => {
    const scene = await sceneWithKey();
    await recall(scene.parts, scene.scope, QUERY);
    const held = await recall(scene.parts, scene.scope, QUERY);
    (held.items as unknown[]).length = 0;
    expect((await recall(scene.parts, scene.scope, QUERY)).items).not.toEqual([]);
    dropCached(scene.parts, scene.scope);
    expect(await isCached(scene)).toBe(false);
  });

  it("asks a store that gives no stamps every time", async () => {
    const scene = await sceneWithKey();
    const { changes: _, ...storage } = scene.parts.storage;
    const parts = { ...scene.parts, storage };
    await recall(parts, scene.scope, QUERY);
    expect((await recall(parts, scene.scope, QUERY)).cached).toBeUndefined();
  });
});

describe("3.8 what is new since", () => {
  it.each([
    ["The archive key hangs behind the clock", "The archive key was copied today", "archive key"],
    ["仓库的钥匙挂在时钟后面", "仓库的钥匙今天配了一把", "仓库的钥匙"],
  ])("gives only what was recorded later (%s)", async (before, after, query) => {
    const scene = await openScene();
    await scene.say("s1", before, { at: january(5) });
    const first = await recall(scene.parts, scene.scope, { query });
    expect(first.items).toHaveLength(1);
    const since = first.recalledAt ?? 0;
    expect((await recall(scene.parts, scene.scope, { query, since })).items).toEqual([]);
    await scene.say("s2", after, { at: since + 1 });
    const { items } = await recall(scene.parts, scene.scope, { query, since, now: since + 2 });
    expect(items.map(({ sessionId }) => sessionId)).toEqual(["s2"]);
  });
});
