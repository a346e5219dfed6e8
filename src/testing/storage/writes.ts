import { expect, it } from "vitest";
import type { AgentId, MemoryWrite, Scope, SessionId, WriteSelection } from "../../domain/index.js";
import { collect, type MakeStorage, suite } from "./harness.js";
import { HOSTILE_IDS, memoryId, NOW, sampleMemory, sampleTurn, turnId } from "./samples.js";

type Line = Omit<MemoryWrite, "sequence" | "undoneAt">;

function sampleWrite(fields: Partial<Line> = {}): Line {
  return { at: NOW, memoryId: memoryId(), kind: "new", policyVersion: "p1", before: {}, after: {}, ...fields };
}

const bare = ({ sequence: _, ...line }: MemoryWrite): Line => line;

export function writesConformance(make: MakeStorage): void {
  suite("write log", make, (bench) => {
    const append = (scope: Scope, lines: readonly Line[]) =>
      bench.storage.truth.write(scope, ({ writes }) => writes.append(lines));
    const listed = (scope: Scope, selection: WriteSelection, limit = 1_000) =>
      collect((page) => bench.storage.truth.read(scope, ({ writes }) => writes.list(selection, page)), limit);
    const about = (scope: Scope, ...ids: MemoryWrite["memoryId"][]) =>
      bench.storage.truth.read(scope, ({ writes }) => writes.listByMemories(ids));

    it("gives every line back as it was, absent fields absent and nulls as nulls", async () => {
      const scope = bench.scope();
      const full = sampleWrite({
        kind: "superseded",
        turnId: turnId(),
        sessionId: "s" as SessionId,
        agentId: "a" as AgentId,
        importId: "i",
        before: { status: "active", supersededBy: null, validTo: null, importance: 0.123456789 },
        after: { status: "superseded", supersededBy: memoryId(), validTo: NOW, turnIds: [turnId()] },
      });
      const short = sampleWrite();
      await append(scope, [full, short]);
      expect((await about(scope, full.memoryId, short.memoryId)).map(bare)).toStrictEqual([full, short]);
    });

    it("P27 lists what one origin wrote and nothing else, newest first, page by page", async () => {
      const scope = bench.scope();
      const origins: [WriteSelection, Partial<Line>][] = [
        [{ by: "turn", turnId: turnId("t") }, { turnId: turnId("t") }],
        [{ by: "session", sessionId: "s" as SessionId }, { sessionId: "s" as SessionId }],
        [{ by: "agent", agentId: "a" as AgentId }, { agentId: "a" as AgentId }],
        [{ by: "import", importId: "i" }, { importId: "i" }],
        [{ by: "policy", policyVersion: "p2" }, { policyVersion: "p2" }],
      ];
      for (const [, fields] of origins) {
        await append(
          scope,
          [1, 2, 3].map((step) => sampleWrite({ ...fields, at: NOW + step })),
        );
      }
      await append(bench.scope(), [sampleWrite({ sessionId: "s" as SessionId })]);
      for (const [selection] of origins) {
        const lines = await listed(scope, selection, 2);
        expect(
          lines.map((line) => line.at - NOW),
          selection.by,
        ).toEqual([3, 2, 1]);
      }
    });

    it("P10 takes origins as exact keys, never as patterns", async () => {
      const scope = bench.scope();
      await append(
        scope,
        HOSTILE_IDS.map((importId) => sampleWrite({ importId })),
      );
      for (const importId of HOSTILE_IDS) {
        expect((await listed(scope, { by: "import", importId })).map((line) => line.importId)).toEqual([importId]);
      }
    });

    it("marks lines as undone once, and keeps the first instant", async () => {
      const scope = bench.scope();
      await append(scope, [sampleWrite({ importId: "i" }), sampleWrite({ importId: "i" })]);
      const [second, first] = (await listed(scope, { by: "import", importId: "i" })).map((line) => line.sequence);
      const mark = (sequences: readonly (number | undefined)[], at: number) =>
        bench.storage.truth.write(scope, ({ writes }) =>
          writes.markUndone(
            sequences.filter((each) => each !== undefined),
            at,
          ),
        );
      expect(await mark([first], NOW + 1)).toBe(1);
      expect(await mark([first, second, 999_999_999], NOW + 2)).toBe(1);
      const lines = await listed(scope, { by: "import", importId: "i" });
      expect(lines.map((line) => line.undoneAt)).toEqual([NOW + 2, NOW + 1]);
    });

    it("P21 goes with the memory or the turn that it tells of", async () => {
      const scope = bench.scope();
      const [memory, other] = [sampleMemory(), sampleMemory()];
      const turn = sampleTurn();
      await bench.storage.truth.write(scope, async ({ memories, turns, writes }) => {
        await memories.insert(memory);
        await memories.insert(other);
        await turns.append([turn]);
        await writes.append([
          sampleWrite({ memoryId: memory.id }),
          sampleWrite({ memoryId: other.id }),
          sampleWrite({ memoryId: other.id, kind: "reinforced", turnId: turn.id }),
        ]);
      });
      await bench.storage.truth.write(scope, ({ memories }) => memories.remove([memory.id]));
      expect((await about(scope, memory.id, other.id)).map((line) => line.kind)).toEqual(["new", "reinforced"]);
      await bench.storage.truth.write(scope, ({ turns }) => turns.remove([turn.id]));
      expect((await about(scope, memory.id, other.id)).map((line) => line.kind)).toEqual(["new"]);
    });
  });
}
