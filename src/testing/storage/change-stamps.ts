import { expect, it } from "vitest";
import type { TruthTransaction } from "../../ports/index.js";
import { type Bench, type MakeStorage, suite } from "./harness.js";
import { MODEL, NOW, sampleAttributes, sampleMemory, sampleTurn, vectorAt } from "./samples.js";

type Write = (bench: Bench, transaction: TruthTransaction) => Promise<unknown>;

/** Every kind of write that recall could see the effect of. */
const WRITES: readonly (readonly [string, Write])[] = [
  [
    "a turn recorded with its work",
    async (_, { turns, journal }) => {
      const turn = sampleTurn();
      await turns.append([turn]);
      const task = { type: "digest" as const, turnId: turn.id, sessionId: turn.sessionId };
      await journal.append([{ id: `job_${turn.id}` as never, task, at: NOW }]);
    },
  ],
  [
    "a memory with its index rows",
    async ({ storage }, transaction) => {
      const memory = sampleMemory();
      await transaction.memories.insert(memory);
      const vector = { modelId: MODEL, values: vectorAt(10) };
      const attributes = sampleAttributes(memory.id);
      await storage.projection.apply(transaction, [{ type: "put", attributes, terms: ["tea"], vector }]);
    },
  ],
  [
    "a line of the write log",
    (_, { writes }) =>
      writes.append([{ at: NOW, memoryId: sampleMemory().id, kind: "new", before: {}, after: {}, policyVersion: "1" }]),
  ],
  [
    "a change of a row alone",
    ({ storage: _ }, { requests }) =>
      requests.put({ key: "k", operation: "feedback", bodyHash: "h", response: "{}", at: NOW }),
  ],
];

/** Of storages that give stamps; the others are never cached. */
export function changeStampsConformance(make: MakeStorage): void {
  suite("change stamps", make, (bench) => {
    const stampOf = async (scope = bench.scope(), storage = bench.storage) => storage.changes?.stampOf(scope);

    it("has a stamp for a scope that was never written, and the same while nothing is", async () => {
      const scope = bench.scope();
      expect(await stampOf(scope)).toBe(await stampOf(scope));
      const { truth, vectors } = bench.storage;
      await truth.write(scope, ({ directory }) => directory.ensureUser(NOW));
      const before = await stampOf(scope);
      await truth.read(scope, ({ turns }) => turns.listSessions({ limit: 10 }));
      await vectors.search(scope, { vector: vectorAt(1), modelId: MODEL, filter: { op: "all" }, limit: 5 });
      expect(await stampOf(scope)).toBe(before);
    });

    it.each(WRITES)("changes with %s, and no other scope's does", async (_, write) => {
      if (bench.storage.changes === undefined) return;
      const [scope, other] = [bench.scope(), bench.scope()];
      for (const each of [scope, other]) {
        await bench.storage.truth.write(each, ({ directory }) => directory.ensureUser(NOW));
      }
      const [before, others] = [await stampOf(scope), await stampOf(other)];
      await bench.storage.truth.write(scope, (transaction) => write(bench, transaction));
      expect(await stampOf(scope)).not.toBe(before);
      expect(await stampOf(other)).toBe(others);
    });

    it("stays when only the audit log is told of something", async () => {
      const scope = bench.scope();
      const { truth } = bench.storage;
      await truth.write(scope, ({ directory }) => directory.ensureUser(NOW));
      const before = await stampOf(scope);
      await truth.write(scope, ({ audit }) =>
        audit.append({ at: NOW, action: "recall", actor: "test", targets: [], outcome: "done" }),
      );
      expect(await stampOf(scope)).toBe(before);
    });

    it("P17 sees what another connection wrote, at once", async () => {
      const second = await bench.subject.secondConnection?.();
      if (second === undefined || bench.storage.changes === undefined) return;
      const scope = bench.scope();
      await bench.storage.truth.write(scope, ({ directory }) => directory.ensureUser(NOW));
      const before = await stampOf(scope);
      await second.truth.write(scope, ({ turns }) => turns.append([sampleTurn()]));
      expect(await stampOf(scope)).not.toBe(before);
      expect(await stampOf(scope, second)).toBe(await stampOf(scope));
    });
  });
}
