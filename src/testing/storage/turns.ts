import { expect, it } from "vitest";
import type { AgentId, SessionId } from "../../domain/index.js";
import { collect, expectError, type MakeStorage, suite } from "./harness.js";
import { HOSTILE_TEXTS, NOW, sampleTurn, sessionId, turnId } from "./samples.js";

export function turnsConformance(make: MakeStorage): void {
  suite("turns", make, (bench) => {
    const write: typeof bench.storage.truth.write = (scope, work) => bench.storage.truth.write(scope, work);
    const read: typeof bench.storage.truth.read = (scope, work) => bench.storage.truth.read(scope, work);

    it("gives positions from 0 without gaps, a session at a time", async () => {
      const scope = bench.scope();
      const [a, b] = [sessionId(), sessionId()];
      const first = await write(scope, ({ turns }) =>
        turns.append([a, b, a].map((session) => sampleTurn({ sessionId: session }))),
      );
      const second = await write(scope, ({ turns }) => turns.append([sampleTurn({ sessionId: a })]));
      expect([...first, ...second].map((turn) => turn.position)).toEqual([0, 0, 1, 2]);
    });

    it("P18 skips a turn id that is there, unchanged, within one call and across calls", async () => {
      const scope = bench.scope();
      const turn = sampleTurn({ text: "first" });
      const twice = await write(scope, ({ turns }) => turns.append([turn, { ...turn, text: "second" }]));
      const again = await write(scope, ({ turns }) =>
        turns.append([{ ...turn, text: "third", sessionId: sessionId() }]),
      );
      expect(twice).toHaveLength(1);
      expect(again).toEqual([]);
      expect(await read(scope, ({ turns }) => turns.find(turn.id))).toEqual({ ...turn, position: 0 });
      expect((await read(scope, ({ turns }) => turns.listSessions({ limit: 9 }))).items).toHaveLength(1);
    });

    it("gives every field back as it was", async () => {
      const scope = bench.scope();
      const full = sampleTurn({ speaker: "Ann", agentId: "agent" as AgentId, importId: "import", role: "assistant" });
      const written = await write(scope, ({ turns }) => turns.append([full, sampleTurn()]));
      expect(written[0]).toEqual({ ...full, position: 0 });
      expect(await read(scope, ({ turns }) => turns.findMany(written.map((turn) => turn.id)))).toEqual(written);
    });

    it("keeps text to the last unit; a lone surrogate, which has no UTF-8 form, becomes U+FFFD", async () => {
      const scope = bench.scope();
      const written = await write(scope, ({ turns }) =>
        turns.append([...HOSTILE_TEXTS, "a\ud800b"].map((text) => sampleTurn({ text }))),
      );
      const found = await read(scope, ({ turns }) => turns.findMany(written.map((turn) => turn.id)));
      expect(found.map((turn) => turn.text)).toEqual([...HOSTILE_TEXTS, "a\ufffdb"]);
    });

    it("finds many in the order asked, without those that do not exist", async () => {
      const scope = bench.scope();
      const [a, b, c] = [turnId(), turnId(), turnId()];
      await write(scope, ({ turns }) => turns.append([a, b, c].map((id) => sampleTurn({ id }))));
      const found = await read(scope, ({ turns }) => turns.findMany([c, turnId(), a]));
      expect(found.map((turn) => turn.id)).toEqual([c, a]);
      expect(await read(scope, ({ turns }) => turns.findMany([]))).toEqual([]);
      expect(await read(scope, ({ turns }) => turns.find(turnId()))).toBeUndefined();
    });

    it("gives the last turns in order, before a position where one is named", async () => {
      const scope = bench.scope();
      const session = sessionId();
      await write(scope, ({ turns }) =>
        turns.append(Array.from({ length: 6 }, () => sampleTurn({ sessionId: session }))),
      );
      const positions = async (limit: number, before?: number) =>
        (await read(scope, ({ turns }) => turns.recent(session, limit, before))).map((turn) => turn.position);
      expect(await positions(3)).toEqual([3, 4, 5]);
      expect(await positions(2, 3)).toEqual([1, 2]);
      expect(await positions(9)).toEqual([0, 1, 2, 3, 4, 5]);
      expect(await positions(3, 0)).toEqual([]);
      expect(await positions(0)).toEqual([]);
    });

    it("P27 lists all turns of a session, and a page's cursor outlives new turns", async () => {
      const scope = bench.scope();
      const session = sessionId();
      await write(scope, ({ turns }) =>
        turns.append(Array.from({ length: 25 }, () => sampleTurn({ sessionId: session }))),
      );
      const all = await collect((page) => read(scope, ({ turns }) => turns.list(session, page)), 4);
      expect(all.map((turn) => turn.position)).toEqual(Array.from({ length: 25 }, (_, index) => index));
      const first = await read(scope, ({ turns }) => turns.list(session, { limit: 24 }));
      await write(scope, ({ turns }) => turns.append([sampleTurn({ sessionId: session })]));
      const rest = await read(scope, ({ turns }) => turns.list(session, { limit: 24, cursor: first.nextCursor ?? "" }));
      expect(rest.items.map((turn) => turn.position)).toEqual([24, 25]);
      expect(rest.nextCursor).toBeUndefined();
    });

    it("lists sessions, the one with the latest turn first, with their figures", async () => {
      const scope = bench.scope();
      const [old, late, same] = ["old", "late", "same"] as SessionId[];
      await write(scope, ({ turns }) =>
        turns.append([
          sampleTurn({ sessionId: old as SessionId, at: NOW - 50 }),
          sampleTurn({ sessionId: late as SessionId, at: NOW, agentId: "a" as AgentId }),
          sampleTurn({ sessionId: late as SessionId, at: NOW - 100 }),
          sampleTurn({ sessionId: same as SessionId, at: NOW }),
        ]),
      );
      const sessions = await collect((page) => read(scope, ({ turns }) => turns.listSessions(page)), 1);
      expect(sessions).toEqual([
        { id: "late", agentId: "a", startedAt: NOW - 100, lastTurnAt: NOW, turnCount: 2 },
        { id: "same", startedAt: NOW, lastTurnAt: NOW, turnCount: 1 },
        { id: "old", startedAt: NOW - 50, lastTurnAt: NOW - 50, turnCount: 1 },
      ]);
      expect(await read(scope, ({ turns }) => turns.findSession("late" as SessionId))).toEqual(sessions[0]);
      expect(await read(scope, ({ turns }) => turns.findSession("LATE" as SessionId))).toBeUndefined();
    });

    it("removes turns, corrects the session's figures and ends it with its last turn", async () => {
      const scope = bench.scope();
      const session = sessionId();
      const made = await write(scope, ({ turns }) =>
        turns.append([1, 2, 3].map((step) => sampleTurn({ sessionId: session, at: NOW + step }))),
      );
      const ids = made.map((turn) => turn.id);
      expect(await write(scope, ({ turns }) => turns.remove([...ids.slice(2), turnId()]))).toBe(1);
      expect(await read(scope, ({ turns }) => turns.findSession(session))).toMatchObject({
        turnCount: 2,
        startedAt: NOW + 1,
        lastTurnAt: NOW + 2,
      });
      const next = await write(scope, ({ turns }) => turns.append([sampleTurn({ sessionId: session })]));
      expect(next[0]?.position, "a position is never given twice").toBe(3);
      await write(scope, ({ turns }) => turns.remove([...ids, ...next.map((turn) => turn.id)]));
      expect(await read(scope, ({ turns }) => turns.findSession(session))).toBeUndefined();
    });

    it("P27 refuses page sizes outside 1–1000 and cursors of another listing, session or user: INVALID_INPUT", async () => {
      const [scope, other] = [bench.scope(), bench.scope()];
      const session = sessionId();
      await write(scope, ({ turns }) => turns.append([1, 2].map(() => sampleTurn({ sessionId: session }))));
      for (const limit of [0, -1, 1001, 1.5, Number.NaN]) {
        await expectError(
          read(scope, ({ turns }) => turns.list(session, { limit })),
          "INVALID_INPUT",
        );
      }
      const { nextCursor: cursor = "" } = await read(scope, ({ turns }) => turns.list(session, { limit: 1 }));
      await expectError(
        read(scope, ({ turns }) => turns.list(sessionId(), { limit: 1, cursor })),
        "INVALID_INPUT",
      );
      await expectError(
        read(scope, ({ turns }) => turns.listSessions({ limit: 1, cursor })),
        "INVALID_INPUT",
      );
      await expectError(
        read(other, ({ turns }) => turns.list(session, { limit: 1, cursor })),
        "INVALID_INPUT",
      );
      await expectError(
        read(scope, ({ turns }) => turns.list(session, { limit: 1, cursor: "not a cursor" })),
        "INVALID_INPUT",
      );
    });
  });
}
