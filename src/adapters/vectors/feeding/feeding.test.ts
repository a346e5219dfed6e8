import { afterEach, describe, expect, it } from "vitest";
import { type ItemId, makeScope, type Scope } from "../../../domain/index.js";
import type { IndexChange, Storage, VectorEngine } from "../../../ports/index.js";
import { MODEL, memoryId, NOW, sampleAttributes, vectorAt } from "../../../testing/storage/samples.js";
import { faultyEngine } from "../../../testing/vector-engine/faulty-engine.js";
import { createReferenceEngine, ReferenceData } from "../../../testing/vector-engine/index.js";
import { createMemoryStorage } from "../../storage/memory/index.js";
import { createIds, silentTelemetry } from "../../system/index.js";
import { type VectorEngineOptions, withVectorEngine } from "./index.js";

const ALL = { op: "all" } as const;
const openings: Storage[] = [];
afterEach(async () => {
  for (const storage of openings.splice(0)) await storage.close();
});

async function beside(
  inner: Storage,
  engine: VectorEngine,
  options: Partial<VectorEngineOptions> = {},
  isSettled = true,
) {
  const telemetry = silentTelemetry();
  const rest = { restMs: 3_600_000, ...options };
  const storage = withVectorEngine(inner, engine, { clock: { now: () => NOW }, ids: createIds(), telemetry, ...rest });
  await storage.open();
  openings.push(storage);
  if (isSettled) await expect.poll(async () => (await storage.feed?.examine())?.state).not.toBe("filling");
  return storage;
}

async function openBeside(options: Partial<VectorEngineOptions> = {}) {
  const inner = createMemoryStorage();
  await inner.open();
  await inner.tenants.ensure("tenant", NOW);
  const faulty = faultyEngine(createReferenceEngine());
  const storage = await beside(inner, faulty.engine, options);
  return { inner, faulty, storage, scope: makeScope("tenant", "ada") };
}

const put = (id: ItemId, degrees: number, fields = {}, modelId = MODEL): IndexChange => ({
  ...{ type: "put", attributes: sampleAttributes(id, fields), terms: ["t"] },
  vector: { modelId, values: vectorAt(degrees) },
});

async function write(storage: Storage, scope: Scope, ...changes: IndexChange[]): Promise<void> {
  await storage.truth.write(scope, (transaction) => storage.projection.apply(transaction, changes));
}

/** Ids nearest to 0°, and what was told of who answered. */
async function search(storage: Storage, scope: Scope, limit = 10) {
  const told: string[] = [];
  const query = { vector: vectorAt(0), modelId: MODEL, filter: ALL, limit };
  const hits = await storage.vectors.search(scope, { ...query, onSubstitute: (why) => told.push(why) });
  return { ids: hits.map(({ itemId }) => itemId), told };
}

const held = async (engine: VectorEngine, scope: Scope, modelId = MODEL) =>
  [...(await engine.listIds(scope, modelId, { limit: 1_000 })).items].sort();

describe("8.3 a vector engine beside the store", () => {
  it("answers searches itself, and sees every write that was acknowledged before", async () => {
    const { storage, faulty, scope } = await openBeside();
    for (let round = 0; round < 20; round++) {
      await write(storage, scope, put(memoryId(`round ${round}`), round));
      const { ids, told } = await search(storage, scope, 50);
      expect(ids).toHaveLength(round + 1);
      expect(told).toEqual([]);
    }
    expect(faulty.calls.filter((call) => call === "search")).toHaveLength(20);
    expect(await storage.outbox?.list(scope, 10)).toEqual([]);
  });

  it("hands changes, removals and the rest of a failed transaction's nothing to the engine", async () => {
    const { storage, faulty, scope } = await openBeside();
    const [kept, gone, never] = [memoryId(), memoryId(), memoryId()];
    await write(storage, scope, put(kept, 5), put(gone, 6));
    await write(storage, scope, { type: "update", attributes: sampleAttributes(kept, { status: "superseded" }) });
    await write(storage, scope, { type: "remove", itemId: gone });
    const failing = storage.truth.write(scope, async (transaction) => {
      await storage.projection.apply(transaction, [put(never, 1)]);
      throw new Error("abandoned");
    });
    await expect(failing).rejects.toThrow("abandoned");
    expect(await storage.feed?.flush(scope, 1_000)).toBe(0);
    expect(await held(faulty.engine, scope)).toEqual([kept]);
    const current = { vector: vectorAt(0), modelId: MODEL, filter: { op: "current", at: NOW }, limit: 5 } as const;
    expect(await storage.vectors.search(scope, current)).toEqual([]);
  });

  it("P07 answers from the store's own vectors while the engine does not answer, and says so; nothing written then is lost", async () => {
    const { storage, faulty, scope } = await openBeside();
    const [before, during] = [memoryId("a"), memoryId("b")];
    await write(storage, scope, put(before, 1));
    expect((await search(storage, scope)).told).toEqual([]);
    faulty.cut();
    await write(storage, scope, put(during, 2));
    expect(await search(storage, scope)).toEqual({ ids: [before, during], told: ["reference UNAVAILABLE"] });
    const calls = faulty.calls.length;
    expect((await search(storage, scope)).ids).toEqual([before, during]);
    expect(faulty.calls.length, "an engine at rest is not asked by whoever searches").toBe(calls);
    expect(await storage.feed?.examine()).toMatchObject({ state: "resting", waiting: 1, oldestAppendedAt: NOW });
    faulty.mend();
    expect(await storage.feed?.examine()).toMatchObject({ state: "ready" });
    expect(await search(storage, scope)).toEqual({ ids: [before, during], told: [] });
    expect(await storage.feed?.examine()).toMatchObject({ state: "ready", waiting: 0, dead: 0 });
  });

  it("asks an engine at rest by itself, now and then", async () => {
    const { storage, faulty, scope } = await openBeside({ restMs: 5 });
    faulty.cut();
    await write(storage, scope, put(memoryId(), 1));
    await storage.feed?.flush(scope, 1_000);
    faulty.mend();
    await expect.poll(async () => (await search(storage, scope)).told).toEqual([]);
  });

  it("opens without the engine, and uses it once it answers", async () => {
    const inner = createMemoryStorage();
    await inner.open();
    await inner.tenants.ensure("tenant", NOW);
    const faulty = faultyEngine(createReferenceEngine());
    faulty.cut();
    const storage = await beside(inner, faulty.engine);
    const scope = makeScope("tenant", "ada");
    await write(storage, scope, put(memoryId(), 1));
    expect((await search(storage, scope)).told).toEqual(["reference UNAVAILABLE"]);
    faulty.mend();
    await storage.feed?.examine();
    await expect.poll(async () => (await search(storage, scope)).told).toEqual([]);
  });

  it("P06 has what a killed process left delivered by another, and by a search there", async () => {
    const inner = createMemoryStorage();
    await inner.open();
    await inner.tenants.ensure("tenant", NOW);
    const data = new ReferenceData();
    const scope = makeScope("tenant", "ada");
    const dying = faultyEngine(createReferenceEngine(data));
    const first = await beside(inner, dying.engine);
    dying.cut(); // what it commits from now on it can tell nobody
    await write(first, scope, put(memoryId("left"), 1));
    const second = await beside(inner, createReferenceEngine(data));
    expect(await search(second, scope)).toEqual({ ids: [memoryId("left")], told: [] });
  });

  it("leaves nothing stale where two carry one item at once and the slower one read it long ago", async () => {
    const inner = createMemoryStorage();
    await inner.open();
    await inner.tenants.ensure("tenant", NOW);
    const data = new ReferenceData();
    const scope = makeScope("tenant", "ada");
    const slow = faultyEngine(createReferenceEngine(data));
    const [one, other] = [await beside(inner, slow.engine), await beside(inner, createReferenceEngine(data))];
    const [changed, erased] = [memoryId("changed"), memoryId("erased")];
    const hold = slow.holdNextPut();
    await write(one, scope, put(changed, 10), put(erased, 20), put(erased, 20, {}, "older model"));
    await hold.reached;
    // the other process carries the changes of both while the first still holds what it read
    await write(other, scope, put(changed, 90), { type: "remove", itemId: erased });
    expect(await other.feed?.flush(scope, 5_000)).toBe(0);
    hold.release();
    await one.close();
    const engine = createReferenceEngine(data);
    expect(await held(engine, scope)).toEqual([changed]);
    expect(await held(engine, scope, "older model")).toEqual([]);
    const query = { vector: vectorAt(90), modelId: MODEL, filter: ALL, limit: 1 };
    expect((await engine.search(scope, query))[0]?.cosine).toBeCloseTo(1, 5);
    openings.splice(openings.indexOf(one), 1);
  });

  it("P21 takes away the vectors of every model of what was erased and came anew without one", async () => {
    const { storage, faulty, scope } = await openBeside();
    const id = memoryId();
    await write(storage, scope, put(id, 1), put(id, 1, {}, "older model"));
    expect(await storage.feed?.flush(scope, 1_000)).toBe(0);
    await write(storage, scope, { type: "remove", itemId: id }, put(id, 50));
    expect(await storage.feed?.flush(scope, 1_000)).toBe(0);
    expect(await held(faulty.engine, scope)).toEqual([id]);
    expect(await held(faulty.engine, scope, "older model")).toEqual([]);
  });

  it("P15 fills an engine that was put beside a store with data in it, takes away what is too much, and answers itself meanwhile", async () => {
    const inner = createMemoryStorage();
    await inner.open();
    const scopes = ["ada", "bob", "eve"].map((user) => makeScope("tenant", user));
    await inner.tenants.ensure("tenant", NOW);
    for (const scope of scopes) {
      const many = Array.from({ length: 1_200 }, (_, index) => put(memoryId(`m${index}`), index / 10));
      await write(inner, scope, ...many);
    }
    const faulty = faultyEngine(createReferenceEngine());
    const stray = { attributes: sampleAttributes(memoryId("stray")), modelId: MODEL, values: vectorAt(0) };
    await faulty.engine.put(scopes[0]!, [stray]);
    const hold = faulty.holdNextPut();
    const storage = await beside(inner, faulty.engine, {}, false);
    await hold.reached;
    expect((await search(storage, scopes[2]!)).told).toEqual(["reference is being filled"]);
    expect(await storage.feed?.examine()).toMatchObject({ state: "filling" });
    hold.release();
    await expect.poll(async () => (await storage.feed?.examine())?.state, { timeout: 10_000 }).toBe("ready");
    for (const scope of scopes) {
      expect(await held(faulty.engine, scope)).toHaveLength(1_000);
      expect((await search(storage, scope, 4_096)).ids).toHaveLength(1_200);
      expect((await search(storage, scope)).told).toEqual([]);
    }
    expect((await search(storage, scopes[0]!, 4_096)).ids).not.toContain(memoryId("stray"));
    const puts = faulty.calls.length;
    await beside(inner, faulty.engine);
    expect(faulty.calls.slice(puts), "a filled engine is not filled again").not.toContain("put");
  });

  it("answers from the store where an item cannot be put, and lets no other suffer for it", async () => {
    const { storage, scope, faulty } = await openBeside();
    await write(storage, makeScope("tenant", "bob"), put(memoryId("bob's"), 1));
    expect(await storage.feed?.flush(makeScope("tenant", "bob"), 1_000)).toBe(0);
    const wide = { type: "put", attributes: sampleAttributes(memoryId("wide")), terms: ["t"] } as const;
    // of another dimension than other users' vectors of the model, which the store does not compare
    await write(storage, scope, { ...wide, vector: { modelId: MODEL, values: vectorAt(0, 9) } });
    const told: string[] = [];
    const query = { vector: vectorAt(0, 9), modelId: MODEL, filter: ALL, limit: 5, onSubstitute: told.push.bind(told) };
    expect((await storage.vectors.search(scope, query)).map(({ itemId }) => itemId)).toEqual([memoryId("wide")]);
    expect(told[0]).toBe("reference is behind");
    expect((await search(storage, makeScope("tenant", "bob"))).told).toEqual([]);
    expect(await held(faulty.engine, scope)).toEqual([]);
  });

  it("refuses a storage that has no outbox: CONFIG_INVALID", () => {
    const { outbox: _, ...without } = createMemoryStorage();
    const options = { clock: { now: () => NOW }, ids: createIds(), telemetry: silentTelemetry() };
    expect(() => withVectorEngine(without, createReferenceEngine(), options)).toThrow(
      expect.objectContaining({ code: "CONFIG_INVALID" }),
    );
  });
});
