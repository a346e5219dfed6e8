import { expect, it } from "vitest";
import { ALL, type Scope } from "../../domain/index.js";
import type { Storage } from "../../ports/index.js";
import { expectError, type MakeStorage, suite } from "./harness.js";
import { putIndexed, TERMS } from "./put-indexed.js";
import { MODEL, sampleMemory, vectorAt } from "./samples.js";

/** Everything that a snapshot shows of a scope, port by port. */
async function looked(storage: Storage, scope: Scope) {
  const { truth, vectors, keywords, changes } = storage;
  const vector = vectorAt(3);
  const hits = await vectors.search(scope, { vector, modelId: MODEL, filter: ALL, limit: 50 });
  const ids = await truth.read(scope, async ({ memories }) => (await memories.list(ALL, { limit: 50 })).items);
  return {
    memories: ids.map(({ id }) => id).sort(),
    byVector: hits.map(({ itemId }) => itemId).sort(),
    byWords: (await keywords.search(scope, { terms: TERMS, filter: ALL, limit: 50 })).map(({ bm25 }) => bm25),
    weights: [...(await keywords.termWeights(scope, TERMS)).values()],
    models: [...(await vectors.countByModel(scope))],
    stamp: await changes?.stampOf(scope),
  };
}

async function remove(storage: Storage, scope: Scope, id: Awaited<ReturnType<typeof putIndexed>>) {
  await storage.truth.write(scope, async (transaction) => {
    await transaction.memories.remove([id]);
    await storage.projection.apply(transaction, [{ type: "remove", itemId: id }]);
  });
}

/** Of storages that can hold one. */
export function snapshotsConformance(make: MakeStorage): void {
  suite("snapshots", make, (bench) => {
    it("P17 shows one state through every port, whatever is added, erased or written elsewhere meanwhile", async () => {
      const { snapshots } = bench.storage;
      if (snapshots === undefined) return;
      const scope = bench.scope();
      const [first] = [await putIndexed(bench.storage, scope), await putIndexed(bench.storage, scope)];
      const second = await bench.subject.secondConnection?.();
      const before = await looked(bench.storage, scope);
      await snapshots.hold(scope, async (held) => {
        expect(await looked(bench.storage, held)).toEqual(before);
        await putIndexed(bench.storage, scope);
        await remove(bench.storage, scope, first);
        if (second !== undefined) await putIndexed(second, scope);
        expect(await looked(bench.storage, held)).toEqual(before);
        const now = await looked(bench.storage, scope);
        expect(now.memories).toHaveLength(second === undefined ? 2 : 3);
        expect(now.memories).not.toContain(first);
        expect(now.byVector).toEqual(now.memories);
        expect(now.stamp).not.toBe(before.stamp);
      });
    });

    it("is fixed from its beginning, not from the first look at each port", async () => {
      const { snapshots } = bench.storage;
      if (snapshots === undefined) return;
      const scope = bench.scope();
      await putIndexed(bench.storage, scope);
      const before = await looked(bench.storage, scope);
      const seen = await snapshots.hold(scope, async (held) => {
        await putIndexed(bench.storage, scope);
        return looked(bench.storage, held);
      });
      expect(seen).toEqual(before);
    });

    it("answers calls that run side by side, and searches within a time", async () => {
      const { snapshots, vectors, keywords, truth } = bench.storage;
      if (snapshots === undefined) return;
      const scope = bench.scope();
      const id = await putIndexed(bench.storage, scope);
      const query = { vector: vectorAt(3), modelId: MODEL, filter: ALL, limit: 5, withinMs: 60_000 };
      const answers = await snapshots.hold(scope, (held) =>
        Promise.all([
          vectors.search(held, query),
          keywords.search(held, { terms: TERMS, filter: ALL, limit: 5, withinMs: 60_000 }),
          truth.read(held, ({ memories }) => memories.find(id)),
          vectors.score(held, query, [id]),
          keywords.score(held, TERMS, [id]),
        ]),
      );
      const [near, worded, memory, cosines, scores] = answers;
      expect(memory?.id).toBe(id);
      for (const hits of [near, worded, cosines, scores]) expect(hits.map(({ itemId }) => itemId)).toEqual([id]);
    });

    it("is the same instant within itself, and nothing to write with or to read after its end", async () => {
      const { snapshots, truth, vectors } = bench.storage;
      if (snapshots === undefined) return;
      const scope = bench.scope();
      await putIndexed(bench.storage, scope);
      const before = await looked(bench.storage, scope);
      const ended = await snapshots.hold(scope, async (held) => {
        await putIndexed(bench.storage, scope);
        expect(await snapshots.hold(held, (within) => looked(bench.storage, within))).toEqual(before);
        await expectError(
          truth.write(held, ({ memories }) => memories.insert(sampleMemory())),
          "INTERNAL",
        );
        return held;
      });
      await expectError(
        truth.read(ended, async () => 1),
        "INTERNAL",
      );
      await expectError(vectors.countByModel(ended), "INTERNAL");
      expect((await looked(bench.storage, scope)).memories).toHaveLength(2);
    });

    it("ends with what its work throws, and shows nothing of a scope that was never written", async () => {
      const { snapshots } = bench.storage;
      if (snapshots === undefined) return;
      const broken = snapshots.hold(bench.scope(), () => Promise.reject(new TypeError("broken")));
      await expect(broken).rejects.toThrow("broken");
      const { memories, byVector, byWords } = await snapshots.hold(bench.scope(), (held) =>
        looked(bench.storage, held),
      );
      expect([memories, byVector, byWords]).toEqual([[], [], []]);
    });
  });
}
