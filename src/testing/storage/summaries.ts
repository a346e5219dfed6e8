import { expect, it } from "vitest";
import type { AgentId, Scope, SessionId, SummaryState } from "../../domain/index.js";
import { collect, expectError, type MakeStorage, suite } from "./harness.js";
import { HOSTILE_IDS, HOSTILE_TEXTS, memoryId, NOW, sampleSummary, sessionId, turnId } from "./samples.js";

/** A state with every field, its text this one. */
export function fullState(text: string): SummaryState {
  const turnRange = {
    from: turnId(),
    to: turnId(),
    firstPosition: 0,
    lastPosition: 7,
    turns: 8,
    startedAt: NOW,
    endedAt: NOW,
  };
  return sampleSummary({
    agentId: "a" as AgentId,
    endedAt: NOW + 1,
    coveredTo: 8,
    summary: {
      ...{ summary: text, decisions: [text], openQuestions: [], entities: [text], turnRange, method: "abstractive" },
      ...{ final: true, madeAt: NOW, policyVersion: "p", memoryId: memoryId() },
    },
    material: {
      points: [{ role: "decision", text, speaker: "", turnId: turnId(), position: 3, score: 0.123456789 }],
      names: [{ name: text, count: 2 }],
    },
  });
}

export function summariesConformance(make: MakeStorage): void {
  suite("summaries", make, (bench) => {
    const put = (scope: Scope, state: SummaryState) =>
      bench.storage.truth.write(scope, ({ summaries }) => summaries.put(state));
    const find = (scope: Scope, id: SessionId) =>
      bench.storage.truth.read(scope, ({ summaries }) => summaries.find(id));

    it("gives every field back as it was, absent fields absent", async () => {
      const scope = bench.scope();
      for (const text of HOSTILE_TEXTS) {
        const state = fullState(text);
        expect(await put(scope, state)).toStrictEqual({ ...state, revision: 1 });
        expect(await find(scope, state.sessionId)).toStrictEqual({ ...state, revision: 1 });
      }
      const bare = sampleSummary();
      await put(scope, bare);
      expect(await find(scope, bare.sessionId)).toStrictEqual({ ...bare, revision: 1 });
      expect(await find(scope, sessionId())).toBeUndefined();
    });

    it("P17 replaces the row that the caller saw and no other: CONFLICT", async () => {
      const scope = bench.scope();
      const first = await put(scope, fullState("old words"));
      await expectError(put(scope, { ...first, revision: 0 }), "CONFLICT");
      await expectError(put(scope, { ...first, revision: 2 }), "CONFLICT");
      await expectError(put(scope, sampleSummary({ revision: 1 })), "CONFLICT");
      const { summary: _, endedAt: __, ...open } = first;
      const second = await put(scope, { ...open, openTurns: 9 });
      expect(second).toStrictEqual({ ...open, openTurns: 9, revision: 2 });
      expect(await find(scope, first.sessionId)).toStrictEqual(second);
    });

    it("P10 takes sessions as exact keys, never as patterns", async () => {
      const scope = bench.scope();
      for (const [index, id] of HOSTILE_IDS.entries())
        await put(scope, sampleSummary({ sessionId: id as SessionId, openTurns: index }));
      for (const [index, id] of HOSTILE_IDS.entries())
        expect((await find(scope, id as SessionId))?.openTurns, id).toBe(index);
    });

    it("lists idle sessions that have not ended, oldest first", async () => {
      const scope = bench.scope();
      const [a, b, c, d] = [3, 1, 2, 5].map((at) => sampleSummary({ lastTurnAt: NOW + at }));
      for (const state of [a, b, c, d]) if (state !== undefined) await put(scope, state);
      await put(scope, sampleSummary({ lastTurnAt: NOW, endedAt: NOW }));
      const idle = (before: number, limit: number) =>
        bench.storage.truth.read(scope, async ({ summaries }) =>
          (await summaries.listIdle(before, limit)).map((state) => state.sessionId),
        );
      expect(await idle(NOW + 5, 9)).toEqual([b?.sessionId, c?.sessionId, a?.sessionId]);
      expect(await idle(NOW + 5, 2)).toEqual([b?.sessionId, c?.sessionId]);
      expect(await idle(NOW + 1, 9)).toEqual([]);
    });

    it("P27 lists those with a summary by last turn, newest first, then by id, page by page; removes", async () => {
      const scope = bench.scope();
      const made = Array.from({ length: 11 }, (_, index) => ({
        ...fullState("words"),
        lastTurnAt: NOW + (index % 3),
      }));
      for (const state of [...made, sampleSummary()]) await put(scope, state);
      const listed = await collect(
        (page) => bench.storage.truth.read(scope, ({ summaries }) => summaries.list(page)),
        4,
      );
      const expected = [...made].sort((a, b) => b.lastTurnAt - a.lastTurnAt || (a.sessionId < b.sessionId ? -1 : 1));
      expect(listed.map((state) => state.sessionId)).toEqual(expected.map((state) => state.sessionId));
      const gone = expected.slice(0, 2).map((state) => state.sessionId);
      expect(await bench.storage.truth.write(scope, ({ summaries }) => summaries.remove([...gone, sessionId()]))).toBe(
        2,
      );
      expect(await find(scope, gone[0] ?? sessionId())).toBeUndefined();
    });

    it("P21 drops the waiting work of the named sessions only", async () => {
      const scope = bench.scope();
      const [mine, other] = [sessionId(), sessionId()];
      const ids = [mine, other].map((id, index) => ({ id: `job_sum_${id}_${index}` as never, sessionId: id }));
      await bench.storage.truth.write(scope, ({ journal }) =>
        journal.append(ids.map(({ id, sessionId }) => ({ id, task: { type: "summarise", sessionId }, at: NOW }))),
      );
      const removed = await bench.storage.truth.write(scope, ({ journal }) =>
        journal.removeFor({ sessionIds: [mine] }),
      );
      expect(removed).toBe(1);
      const left = await bench.storage.truth.read(scope, ({ journal }) => journal.list({ limit: 9 }));
      expect(left.items.map((entry) => entry.task)).toEqual([{ type: "summarise", sessionId: other }]);
    });
  });
}
