import { expect, it } from "vitest";
import type { Filter, ItemId } from "../../domain/index.js";
import { expectError } from "../storage/harness.js";
import { HOSTILE_IDS, memoryId, NOW, sampleAttributes, vectorAt } from "../storage/samples.js";
import { type EngineBench, engineSuite, freshScope, type MakeEngine, modelOfRun, point } from "./harness.js";

/** Ids of every look, a NUL among them. */
const STRANGE_IDS = [...HOSTILE_IDS.filter((id) => id.length < 200), "mem_\u0000", "mem_\u0000a", "mem_\uffff"].map(
  (id) => id as ItemId,
);

const CURRENT: Filter = { op: "current", at: NOW };

function putTests(bench: EngineBench): void {
  it("replaces an item whole: its vector and what filters see of it", async () => {
    const scope = freshScope();
    const id = memoryId();
    await bench.engine.put(scope, [point(id, 0, { tags: ["old"], subject: "old", validTo: NOW + 5, importance: 0.9 })]);
    await bench.engine.put(scope, [point(id, 90, { tags: ["new"] })]);
    const hits = await bench.hits(scope, 90);
    expect(hits.map((hit) => hit.itemId)).toEqual([id]);
    expect(hits[0]?.cosine).toBeCloseTo(1, 4);
    const gone: readonly Filter[] = [
      { op: "hasAny", field: "tags", values: ["old"] },
      { op: "in", field: "subject", values: ["old"] },
      { op: "not", filter: { op: "current", at: NOW + 5 } },
    ];
    for (const filter of gone) expect(await bench.ids(scope, 90, { filter }), JSON.stringify(filter)).toEqual([]);
    expect(await bench.ids(scope, 90, { filter: { op: "hasAny", field: "tags", values: ["new"] } })).toEqual([id]);
  });

  it("is harmless twice; of two points of one item and model the last stands", async () => {
    const scope = freshScope();
    const id = memoryId();
    const given = [point(id, 0, { status: "superseded" }), point(id, 60)];
    await bench.engine.put(scope, given);
    await bench.engine.put(scope, given);
    const hits = await bench.hits(scope, 0, { filter: CURRENT });
    expect(hits.map((hit) => hit.itemId)).toEqual([id]);
    expect(hits[0]?.cosine).toBeCloseTo(0.5, 4);
    expect(await bench.listed(scope, 10)).toEqual([id]);
  });

  it("is seen by whoever searches afterwards, over another connection too", async () => {
    const scope = freshScope();
    const second = await bench.subject.second();
    try {
      for (let round = 0; round < 5; round++) {
        const id = memoryId();
        await bench.engine.put(scope, [point(id, round)]);
        const search = { vector: vectorAt(0), modelId: modelOfRun(), filter: CURRENT, limit: 100 };
        expect((await second.search(scope, search)).map((hit) => hit.itemId)).toContain(id);
        await second.remove(scope, [id]);
        expect(await bench.ids(scope, 0)).toEqual([]);
      }
    } finally {
      await second.close();
    }
  });

  it("refuses numbers that are not finite and another dimension, and puts nothing of such a call", async () => {
    const scope = freshScope();
    await bench.engine.put(scope, [point(memoryId("kept"), 0)]);
    const wrong = [vectorAt(0, 5), new Float32Array(), Float32Array.of(Number.NaN, 0, 0, 0)];
    for (const values of [...wrong, Float32Array.of(Number.POSITIVE_INFINITY, 0, 0, 0)]) {
      const call = [point(memoryId(), 0), { attributes: sampleAttributes(memoryId()), modelId: modelOfRun(), values }];
      await expectError(bench.engine.put(scope, call), "INVALID_INPUT");
    }
    const unheard = modelOfRun("two dimensions at once");
    const call = [4, 5].map((dimension) => ({
      attributes: sampleAttributes(memoryId()),
      modelId: unheard,
      values: vectorAt(0, dimension),
    }));
    await expectError(bench.engine.put(scope, call), "INVALID_INPUT");
    expect(await bench.listed(scope, 10)).toEqual([memoryId("kept")]);
    expect(await bench.listed(scope, 10, unheard)).toEqual([]);
  });

  it("takes nothing, and more than an engine takes at a time", async () => {
    const scope = freshScope();
    await bench.engine.put(scope, []);
    await bench.engine.remove(scope, []);
    const many = Array.from({ length: 2_500 }, (_, index) => point(memoryId(`bulk ${index}`), index / 10));
    await bench.engine.put(scope, many);
    expect(await bench.ids(scope, 0, { limit: 4096 })).toHaveLength(2_500);
    const gone = many.slice(0, 2_400).map(({ attributes }) => attributes.id);
    await bench.engine.remove(scope, gone);
    const kept = many.slice(2_400).map(({ attributes }) => attributes.id);
    expect([...(await bench.ids(scope, 0, { limit: 4096 }))].sort()).toEqual([...kept].sort());
  }, 120_000);

  it("keeps ids apart, whatever is in them", async () => {
    const scope = freshScope();
    await bench.engine.put(
      scope,
      STRANGE_IDS.map((id, index) => point(id, index)),
    );
    expect([...(await bench.ids(scope, 0))].sort()).toEqual([...STRANGE_IDS].sort());
    for (const id of STRANGE_IDS.slice(0, 12)) {
      await bench.engine.remove(scope, [id]);
      const left = await bench.ids(scope, 0);
      expect(left, JSON.stringify(id)).not.toContain(id);
    }
    expect(await bench.ids(scope, 0)).toHaveLength(STRANGE_IDS.length - 12);
  });
}

function removeTests(bench: EngineBench): void {
  it("P21 removes an item's vectors of every model, and no other item's", async () => {
    const scope = freshScope();
    const [gone, kept] = [memoryId(), memoryId()];
    const models = [modelOfRun(), modelOfRun("second"), modelOfRun("third")];
    await bench.engine.put(
      scope,
      models.flatMap((modelId) => [point(gone, 0, {}, modelId), point(kept, 0, {}, modelId)]),
    );
    await bench.engine.remove(scope, [gone, memoryId()]);
    for (const modelId of models) {
      expect(await bench.ids(scope, 0, { modelId }), modelId).toEqual([kept]);
      expect(await bench.listed(scope, 10, modelId), modelId).toEqual([kept]);
    }
    await bench.engine.remove(scope, [gone, kept]);
    await bench.engine.remove(scope, [gone, kept]);
    for (const modelId of models) expect(await bench.ids(scope, 0, { modelId })).toEqual([]);
  });

  it("lists ids page after page, each once", async () => {
    const scope = freshScope();
    expect(await bench.listed(scope, 10)).toEqual([]);
    await bench.engine.put(
      scope,
      STRANGE_IDS.map((id) => point(id, 5)),
    );
    for (const limit of [1, 7, 1_000]) expect(await bench.listed(scope, limit)).toEqual([...STRANGE_IDS].sort());
    expect(await bench.listed(scope, 10, modelOfRun("absent"))).toEqual([]);
    for (const limit of [0, 1_001, 1.5]) {
      await expectError(bench.engine.listIds(scope, modelOfRun(), { limit }), "INVALID_INPUT");
    }
  });

  it("lists what is there throughout exactly once, whatever comes and goes between the pages", async () => {
    const scope = freshScope();
    const ids = Array.from({ length: 40 }, (_, index) => memoryId(`there ${index}`));
    const [kept, gone] = [ids.slice(0, 20), ids.slice(20)];
    await bench.engine.put(
      scope,
      ids.map((id) => point(id, 5)),
    );
    const seen: ItemId[] = [];
    let cursor: string | undefined;
    do {
      const page = await bench.engine.listIds(scope, modelOfRun(), {
        limit: 3,
        ...(cursor === undefined ? {} : { cursor }),
      });
      seen.push(...page.items);
      cursor = page.nextCursor;
      await bench.engine.remove(scope, gone.splice(0, 2));
      await bench.engine.put(scope, [point(memoryId(), 5)]);
      expect(seen.length).toBeLessThan(200);
    } while (cursor !== undefined);
    expect(seen.filter((id) => new Set<ItemId>(kept).has(id)).sort()).toEqual([...kept].sort());
  });

  it("lists more ids than a page holds", async () => {
    const scope = freshScope();
    const ids = Array.from({ length: 1_234 }, (_, index) => memoryId(`listed ${String(index).padStart(5, "0")}`));
    await bench.engine.put(
      scope,
      ids.map((id) => point(id, 5)),
    );
    expect(await bench.listed(scope, 1_000)).toEqual(ids);
    expect(await bench.listed(scope, 200)).toEqual(ids);
  }, 60_000);
}

export function writingConformance(make: MakeEngine): void {
  engineSuite("put, remove and list", make, (bench) => {
    putTests(bench);
    removeTests(bench);
  });
}
