import { expect, it } from "vitest";
import { compareCodePoints, type ItemId, type JournalTask, type Scope, toIndexLists } from "../../domain/index.js";
import type { IndexOutbox } from "../../ports/index.js";
import { type Bench, collect, type MakeStorage, suite } from "./harness.js";
import {
  episodeId,
  HOSTILE_IDS,
  journalId,
  MODEL,
  memoryId,
  NOW,
  sampleAttributes,
  sessionId,
  turnId,
  unique,
  vectorAt,
} from "./samples.js";

const index = (itemIds: readonly ItemId[], erased = false): JournalTask => ({
  ...{ type: "index", itemIds },
  ...(erased && { erased: true }),
});

async function append(bench: Bench, scope: Scope, ...tasks: JournalTask[]) {
  const entries = tasks.map((task) => ({ id: journalId(), task, at: NOW }));
  await bench.storage.truth.write(scope, ({ journal }) => journal.append(entries));
  return entries.map(({ id }) => id);
}

/** A test of a storage that has an outbox; there is nothing to be tested in another. */
type DefineTest = (name: string, work: () => Promise<void>) => void;

function entryTests(bench: Bench, outbox: () => IndexOutbox, it: DefineTest): void {
  it("lists entries of type index, oldest first, and the journal lists and counts the others only", async () => {
    const scope = bench.scope();
    const items = [memoryId("[odd"), episodeId('"quoted"'), ...HOSTILE_IDS.map((id) => id as ItemId)];
    const digest: JournalTask = { type: "digest", turnId: turnId(), sessionId: sessionId() };
    const [first, digested, second] = await append(bench, scope, index(items, true), digest, index([memoryId("b")]));
    expect(await outbox().list(scope, 10)).toStrictEqual([
      {
        ...{ id: first, scope, task: { type: "index", itemIds: items, erased: true }, state: "waiting", attempts: 0 },
        ...{ appendedAt: NOW, dueAt: NOW },
      },
      {
        ...{ id: second, scope, task: { type: "index", itemIds: [memoryId("b")] }, state: "waiting", attempts: 0 },
        ...{ appendedAt: NOW, dueAt: NOW },
      },
    ]);
    expect((await outbox().list(scope, 1)).map(({ id }) => id)).toEqual([first]);
    expect(await outbox().list(bench.scope(), 10)).toEqual([]);
    const listed = await bench.storage.truth.read(scope, ({ journal }) => journal.list({ limit: 10 }));
    expect(listed.items.map(({ id }) => id)).toEqual([digested]);
    expect(await bench.storage.truth.read(scope, ({ journal }) => journal.pending())).toBe(1);
  });

  it("counts them by themselves, and nobody's turns are refused for their sake", async () => {
    const tenant = `tenant ${unique()}`;
    await bench.storage.tenants.ensure(tenant, NOW);
    const [before, backlog] = [await outbox().lag(), await bench.storage.queue.backlog()];
    await append(bench, bench.scopeOf(tenant), index([memoryId()]), index([memoryId()]));
    const after = await outbox().lag();
    expect(after).toMatchObject({ waiting: before.waiting + 2, dead: before.dead });
    expect(after.oldestAppendedAt).toBeLessThanOrEqual(NOW);
    expect(await bench.storage.queue.backlog()).toEqual(backlog);
    expect(await bench.storage.queue.countWaiting(tenant, 10)).toBe(0);
  });

  it("takes entries out whoever holds them, and then the lease on them is void", async () => {
    const scope = bench.scope();
    const [held, other] = await append(bench, scope, index([memoryId()]), index([memoryId()]));
    const claim = { now: NOW, leaseSeconds: 10, maxEntries: 1, maxAttempts: 5, scope };
    const work = await bench.storage.queue.claim(claim);
    expect(work?.entries.map(({ id, task }) => [id, task.type])).toEqual([[held, "index"]]);
    const digest: JournalTask = { type: "digest", turnId: turnId(), sessionId: sessionId() };
    const [turn] = await append(bench, scope, digest);
    await outbox().settle(scope, [held!, journalId("absent"), turn!]);
    expect((await outbox().list(scope, 10)).map(({ id }) => id)).toEqual([other]);
    const completing = bench.storage.truth.write(scope, ({ journal }) =>
      journal.complete(held!, work?.leaseToken ?? ""),
    );
    await expect(completing).rejects.toMatchObject({ code: "CONFLICT" });
    expect(await bench.storage.truth.read(scope, ({ journal }) => journal.pending())).toBe(1);
    const next = await bench.storage.queue.claim(claim);
    expect(next?.entries.map(({ id }) => id)).toEqual([other]);
    await outbox().settle(bench.scope(), [other!]);
    expect(await outbox().list(scope, 10)).toHaveLength(1);
  });

  it("P21 keeps them when their items are erased, and lists those that failed for good, which wait again when told", async () => {
    const scope = bench.scope();
    const item = memoryId();
    const [id] = await append(bench, scope, index([item]), { type: "embed", itemId: item });
    expect(await bench.storage.truth.write(scope, ({ journal }) => journal.removeFor({ itemIds: [item] }))).toBe(1);
    const work = await bench.storage.queue.claim({ now: NOW, leaseSeconds: 10, maxEntries: 9, maxAttempts: 5, scope });
    await bench.storage.queue.fail(id!, work?.leaseToken ?? "", { error: "refused" });
    expect(await outbox().list(scope, 10)).toMatchObject([{ id, state: "dead", attempts: 1, lastError: "refused" }]);
    expect((await outbox().lag()).dead).toBeGreaterThan(0);
    expect(await bench.storage.truth.write(scope, ({ journal }) => journal.retryDead())).toBe(1);
    expect(await outbox().list(scope, 10)).toMatchObject([{ id, state: "waiting", attempts: 0 }]);
  });

  it("holds as many items as there are, in lists that fit", async () => {
    const scope = bench.scope();
    const ids = Array.from({ length: 3_000 }, (_, at) => memoryId(`${String(at).padStart(8, "0")}-${"x".repeat(12)}`));
    await append(bench, scope, ...toIndexLists(ids).map((list) => index(list)));
    const held = (await outbox().list(scope, 1_000)).flatMap(({ task }) => task.itemIds);
    expect(held).toEqual(ids);
  });

  it("holds ids of other scripts, as long as ids may be and as hard to compress as texts get", async () => {
    const scope = bench.scope();
    // every Han character once: nothing for a store's compression to find
    const letters = Array.from({ length: 12 * 250 }, (_, at) => String.fromCharCode(0x4e00 + ((at * 7_919) % 20_900)));
    const ids = Array.from({ length: 12 }, (_, at) => memoryId(letters.slice(at * 250, (at + 1) * 250).join("")));
    await append(bench, scope, ...toIndexLists(ids).map((list) => index(list, true)));
    const held = (await outbox().list(scope, 1_000)).flatMap(({ task }) => task.itemIds);
    expect(held).toEqual(ids);
  });
}

function contentTests(bench: Bench, outbox: () => IndexOutbox, it: DefineTest): void {
  it("reads back what the indexes hold: all that a filter can see, and copies of the vectors of every model", async () => {
    const scope = bench.scope();
    const full = sampleAttributes(memoryId(), {
      ...{ kind: "goal", tier: "mid-term", subject: "Ann", sessionId: sessionId(), tags: ["a", "b"], entities: ["Ⅷ"] },
      ...{ agentId: "agent" as never, saidAt: NOW - 3, recordedAt: NOW - 2, validFrom: NOW - 1, validTo: NOW + 1 },
      ...{ expiresAt: NOW + 2, status: "superseded" },
    });
    const segment = sampleAttributes(episodeId(), { type: "episode", speaker: "Ann", role: "user", importance: 0 });
    const put = { type: "put" } as const;
    const values = [vectorAt(10), vectorAt(20, 6)] as const;
    await bench.index(
      scope,
      { ...put, attributes: full, terms: ["t"], vector: { modelId: MODEL, values: values[0] } },
      { ...put, attributes: full, vector: { modelId: "wide", values: values[1] } },
      { ...put, attributes: segment, terms: ["t"] },
    );
    const read = async () => {
      const items = await outbox().read(scope, [segment.id, memoryId(), full.id, full.id]);
      return new Map(items.map((item) => [item.attributes.id, item]));
    };
    const found = await read();
    expect([...found.keys()].sort()).toEqual([full.id, segment.id].sort());
    for (const attributes of [full, segment]) {
      const { importance: _, ...seen } = found.get(attributes.id)?.attributes ?? attributes;
      const { importance: __, ...expected } = attributes;
      expect(seen).toStrictEqual(expected);
    }
    expect(found.get(segment.id)?.vectors.size).toBe(0);
    const vectors = found.get(full.id)?.vectors;
    expect([...(vectors?.keys() ?? [])].sort()).toEqual([MODEL, "wide"].sort());
    expect([...(vectors?.get("wide") ?? [])]).toEqual([...values[1]]);
    vectors?.get(MODEL)?.fill(9);
    expect([...((await read()).get(full.id)?.vectors.get(MODEL) ?? [])]).toEqual([...values[0]]);
    expect(await outbox().read(bench.scope(), [full.id])).toEqual([]);
    await bench.index(scope, { type: "remove", itemId: full.id });
    expect([...(await read()).keys()]).toEqual([segment.id]);
  });

  it("lists the ids of everything that the indexes hold, by code points", async () => {
    const scope = bench.scope();
    const ids = [...HOSTILE_IDS.map((id) => `mem_${id}` as ItemId), episodeId("\uffff"), episodeId("😀")];
    await bench.index(
      scope,
      ...ids.map((id) => ({ type: "put", attributes: sampleAttributes(id), terms: ["t"] }) as const),
    );
    const expected = [...ids].sort(compareCodePoints);
    expect(await collect((page) => outbox().listIds(scope, page), 7)).toEqual(expected);
    expect(await collect((page) => outbox().listIds(bench.scope(), page), 7)).toEqual([]);
  });
}

/** Of storages beside which an engine can stand. */
export function indexOutboxConformance(make: MakeStorage): void {
  suite("index outbox", make, (bench) => {
    const outbox = (): IndexOutbox => {
      if (bench.storage.outbox === undefined) throw new Error("the storage has no outbox");
      return bench.storage.outbox;
    };
    const define: DefineTest = (name, work) =>
      it(name, async () => {
        if (bench.storage.outbox !== undefined) await work();
      });
    entryTests(bench, outbox, define);
    contentTests(bench, outbox, define);
  });
}
