import { expect, it } from "vitest";
import { KeepsakeError } from "../../domain/index.js";
import type { Storage } from "../../ports/index.js";
import { type MakeStorage, suite } from "./harness.js";
import { memoryId, sampleMemory, sampleTurn, sessionId } from "./samples.js";

/** Writers on two connections where the engine can have two, else on one. */
export function racesConformance(make: MakeStorage): void {
  suite("races", make, (bench) => {
    const both = async (): Promise<readonly [Storage, Storage]> => [
      bench.storage,
      (await bench.subject.secondConnection?.()) ?? bench.storage,
    ];
    const codeOf = (outcome: PromiseSettledResult<unknown>) =>
      outcome.status === "fulfilled"
        ? "done"
        : outcome.reason instanceof KeepsakeError
          ? outcome.reason.code
          : String(outcome.reason);

    it("P17 P19 lets one of many writers fill a single-valued slot; the others learn of it", async () => {
      const storages = await both();
      const scope = bench.scope();
      const outcomes = await Promise.allSettled(
        Array.from({ length: 16 }, (_, index) =>
          storages[index % 2 === 0 ? 0 : 1].truth.write(scope, async ({ memories }) => {
            await memories.insert(
              sampleMemory({ attribute: "employer", cardinality: "single", value: `value ${index}` }),
            );
          }),
        ),
      );
      expect(outcomes.map(codeOf).sort()).toEqual([...Array(15).fill("CONFLICT"), "done"]);
      expect(await bench.storage.truth.read(scope, ({ memories }) => memories.count({ op: "all" }))).toBe(1);
    });

    it("P17 loses no change: read, compare and set, from many writers", async () => {
      const storages = await both();
      const scope = bench.scope();
      const id = memoryId();
      await bench.storage.truth.write(scope, ({ memories }) => memories.insert(sampleMemory({ id })));
      const bump = (storage: Storage) =>
        storage.truth.write(scope, async ({ memories }) => {
          const memory = await memories.find(id);
          await memories.update(id, memory?.revision ?? 0, { accessCount: (memory?.accessCount ?? 0) + 1 });
        });
      await Promise.all(Array.from({ length: 40 }, (_, index) => bump(storages[index % 2 === 0 ? 0 : 1])));
      expect(await bench.storage.truth.read(scope, ({ memories }) => memories.find(id))).toMatchObject({
        accessCount: 40,
        revision: 41,
      });
    });

    it("P16 P17 gives each turn a position of its own, from many writers, and refuses none", async () => {
      const storages = await both();
      const scope = bench.scope();
      const session = sessionId();
      await Promise.all(
        Array.from({ length: 60 }, (_, index) =>
          storages[index % 2 === 0 ? 0 : 1].truth.write(scope, ({ turns }) =>
            turns.append([sampleTurn({ sessionId: session })]),
          ),
        ),
      );
      const listed = await bench.storage.truth.read(scope, ({ turns }) => turns.list(session, { limit: 100 }));
      expect(listed.items.map((turn) => turn.position)).toEqual(Array.from({ length: 60 }, (_, index) => index));
    });

    it("P18 writes a retried turn once, also when both tries run together", async () => {
      const storages = await both();
      const scope = bench.scope();
      const turn = sampleTurn();
      const written = await Promise.all(
        storages.flatMap((storage) =>
          [1, 2].map(() => storage.truth.write(scope, ({ turns }) => turns.append([turn]))),
        ),
      );
      expect(written.flat()).toHaveLength(1);
    });
  });
}
