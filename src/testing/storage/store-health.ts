import { expect, it } from "vitest";
import { type MakeStorage, suite } from "./harness.js";
import { MODEL, sampleAttributes, sampleEpisode, sampleMemory, sampleTurn, vectorAt } from "./samples.js";

/** Of storages that can tell. */
export function storeHealthConformance(make: MakeStorage): void {
  suite("store health", make, (bench) => {
    it("finds nothing in what was written, changed and erased", async () => {
      const { health, projection, truth } = bench.storage;
      if (health === undefined) return;
      expect(await health.inspect()).toEqual([]);
      const scope = bench.scope();
      const [kept, gone] = [sampleMemory({ tags: ["a"] }), sampleMemory({ tags: ["a", "b"] })];
      const turns = [sampleTurn(), sampleTurn()];
      const vector = { modelId: MODEL, values: vectorAt(3) };
      await truth.write(scope, async (transaction) => {
        await transaction.turns.append(turns);
        for (const memory of [kept, gone]) {
          await transaction.memories.insert(memory);
          const attributes = sampleAttributes(memory.id);
          await projection.apply(transaction, [{ type: "put", attributes, terms: ["tea", "cup", "tea"], vector }]);
        }
      });
      expect(await health.inspect()).toEqual([]);
      await truth.write(scope, async (transaction) => {
        await transaction.memories.remove([gone.id]);
        await transaction.turns.remove(turns.map(({ id }) => id));
        await projection.apply(transaction, [{ type: "remove", itemId: gone.id }]);
        await projection.apply(transaction, [{ type: "put", attributes: sampleAttributes(kept.id), terms: ["pot"] }]);
      });
      expect(await health.inspect()).toEqual([]);
    });

    it("tells of rows that no search finds, and of index rows that stand for nothing", async () => {
      const { health, projection, truth } = bench.storage;
      if (health === undefined) return;
      const scope = bench.scope();
      await truth.write(scope, ({ memories }) => memories.insert(sampleMemory()));
      await truth.write(scope, ({ episodes }) => episodes.insert(sampleEpisode()));
      await truth.write(scope, (transaction) =>
        projection.apply(transaction, [{ type: "put", attributes: sampleAttributes(sampleMemory().id) }]),
      );
      const kinds = (await health.inspect()).map(({ kind, rows }) => `${kind} ${rows}`);
      expect(kinds).toEqual(["unindexed 1", "unindexed 1", "orphaned 1"]);
    });
  });
}
