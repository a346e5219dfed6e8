import { expect, it } from "vitest";
import { type AgentId, makeScope, type Scope, type SessionId, type SummaryState } from "../../domain/index.js";
import { collect, expectError, type MakeStorage, suite } from "./harness.js";
import {
  episodeId,
  HOSTILE_IDS,
  journalId,
  MODEL,
  memoryId,
  NOW,
  sampleAttributes,
  sampleEpisode,
  sampleMemory,
  sampleSummary,
  sampleTurn,
  turnId,
  vectorAt,
} from "./samples.js";

const SHARED = {
  turn: turnId("shared"),
  memory: memoryId("shared"),
  episode: episodeId("shared"),
  entry: journalId("shared"),
};
const SESSION = "session" as SessionId;
const RANGE = {
  from: SHARED.turn,
  to: SHARED.turn,
  firstPosition: 0,
  lastPosition: 0,
  turns: 1,
  startedAt: NOW,
  endedAt: NOW,
};
const SUMMARISED: Partial<SummaryState> = {
  summary: {
    ...{ summary: "words", decisions: [], openQuestions: [], entities: [], turnRange: RANGE, method: "extractive" },
    ...{ final: false, madeAt: NOW, policyVersion: "p" },
  },
};

export function isolationConformance(make: MakeStorage): void {
  suite("isolation", make, (bench) => {
    const scopes: Scope[] = HOSTILE_IDS.flatMap((id) => [makeScope(id, "user"), makeScope("tenant", id)]);
    // Pairs that a careless key would join: ("a", "b:c") and ("a:b", "c").
    scopes.push(makeScope("a", "b:c"), makeScope("a:b", "c"), makeScope('a","b', "c"), makeScope("a", 'b","c'));

    const fill = (scope: Scope, mark: string) =>
      bench.storage.truth.write(scope, async (transaction) => {
        await transaction.turns.append([sampleTurn({ id: SHARED.turn, text: mark, sessionId: SESSION })]);
        await transaction.memories.insert(
          sampleMemory({
            id: SHARED.memory,
            content: mark,
            attribute: "name",
            cardinality: "single",
            turnIds: [SHARED.turn],
          }),
        );
        await transaction.episodes.insert(
          sampleEpisode({ id: SHARED.episode, centreTurnId: SHARED.turn, speaker: mark }),
        );
        await transaction.summaries.put(sampleSummary({ sessionId: SESSION, agentId: mark as AgentId, ...SUMMARISED }));
        await transaction.journal.append([
          { id: SHARED.entry, task: { type: "digest", turnId: SHARED.turn, sessionId: SESSION }, at: NOW },
        ]);
        await transaction.audit.append({ at: NOW, action: mark, actor: "a", targets: [], outcome: "done" });
        const line = { at: NOW, memoryId: SHARED.memory, kind: "new", before: {}, after: {} } as const;
        await transaction.writes.append([{ ...line, importId: "import", policyVersion: mark }]);
        await transaction.requests.put({ key: "k", operation: "o", bodyHash: mark, response: mark, at: NOW });
        await transaction.servingModel.put({ modelId: mark, since: NOW });
        const vector = { modelId: MODEL, values: vectorAt(0) };
        await bench.storage.projection.apply(transaction, [
          { type: "put", attributes: sampleAttributes(SHARED.memory, { subject: mark }), terms: ["tea", mark], vector },
        ]);
      });

    const view = (scope: Scope) =>
      bench.storage.truth.read(
        scope,
        async ({ turns, memories, writes, episodes, summaries, journal, audit, requests, servingModel }) => ({
          turns: (await turns.list(SESSION, { limit: 9 })).items.map((turn) => turn.text),
          sessions: (await turns.listSessions({ limit: 9 })).items.map((session) => session.turnCount),
          memories: (await memories.list({ op: "all" }, { limit: 9 })).items.map((memory) => memory.content),
          bySubject: (await memories.listActiveBySubject("user", 9)).length,
          byTurns: (await memories.listByTurns([SHARED.turn])).map((memory) => memory.content),
          written: (await writes.list({ by: "import", importId: "import" }, { limit: 9 })).items.map(
            (line) => line.policyVersion,
          ),
          writtenOf: (await writes.listByMemories([SHARED.memory])).map((line) => line.policyVersion),
          episodes: (await episodes.list({ limit: 9 })).items.map((episode) => episode.speaker),
          summary: (await summaries.find(SESSION))?.agentId,
          summaries: (await summaries.list({ limit: 9 })).items.map((state) => state.agentId),
          idle: (await summaries.listIdle(NOW + 1, 9)).map((state) => state.agentId),
          journal: (await journal.list({ limit: 9 })).items.map((entry) => entry.scope.user),
          audit: (await audit.list({ limit: 9 })).items.map((event) => event.action),
          request: (await requests.find("k", "o"))?.response,
          servingModel: (await servingModel.find())?.modelId,
        }),
      );

    it("P09 P10 P12 keeps every user's rows apart, whatever the ids look like", async () => {
      for (const tenant of new Set(scopes.map((scope) => scope.tenant as string)))
        await bench.storage.tenants.ensure(tenant, NOW);
      for (const [index, scope] of scopes.entries()) await fill(scope, `mark ${index}`);
      for (const [index, scope] of scopes.entries()) {
        const mark = `mark ${index}`;
        const one = [mark];
        const expected = {
          turns: one,
          sessions: [1],
          memories: one,
          bySubject: 1,
          byTurns: one,
          written: one,
          writtenOf: one,
          episodes: one,
          summary: mark,
          summaries: one,
          idle: one,
          journal: [scope.user],
          audit: one,
          request: mark,
          servingModel: mark,
        };
        expect(await view(scope), `${scope.tenant} / ${scope.user}`).toEqual(expected);
        const hits = await bench.storage.keywords.search(scope, {
          terms: ["tea", "mark 0"],
          filter: { op: "all" },
          limit: 99,
        });
        expect(hits.map((hit) => hit.coverage === 1)).toEqual([index === 0]);
        expect(
          await bench.storage.vectors.search(scope, {
            vector: vectorAt(0),
            modelId: MODEL,
            filter: { op: "all" },
            limit: 99,
          }),
        ).toHaveLength(1);
      }
      expect(await view(makeScope("tenant", "acm"))).toMatchObject({ turns: [], memories: [], journal: [], audit: [] });
    });

    it("lists tenants and users by whole id, all of them, in the order of code points (P27)", async () => {
      const tenants = await collect((page) => bench.storage.tenants.list(page), 7);
      const names = tenants.map((tenant) => tenant.id);
      expect(names).toEqual(expect.arrayContaining([...new Set(scopes.map((scope) => scope.tenant as string))]));
      expect(new Set(names).size).toBe(names.length);
      const users = (await collect((page) => bench.storage.tenants.listUsers("tenant", page), 5)).map(
        (user) => user.id,
      );
      expect(users).toEqual([...HOSTILE_IDS].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));
      expect(
        (await collect((page) => bench.storage.tenants.listUsers("acme", page), 5)).map((user) => user.id),
      ).toEqual(["user"]);
      expect((await bench.storage.tenants.listUsers("acm", { limit: 5 })).items).toEqual([]);
    });

    it("makes a tenant once, with its first date; refuses impossible names: INVALID_INPUT", async () => {
      await bench.storage.tenants.ensure("once", NOW);
      await bench.storage.tenants.ensure("once", NOW + 1);
      const tenants = await collect((page) => bench.storage.tenants.list(page), 1000);
      expect(tenants.filter((tenant) => tenant.id === "once")).toEqual([{ id: "once", createdAt: NOW }]);
      for (const name of ["", "x".repeat(257), "a\u0000b", "\ud800"])
        await expectError(bench.storage.tenants.ensure(name, NOW), "INVALID_INPUT");
    });

    it("removes and changes only the caller's own rows", async () => {
      const [mine = bench.scope(), theirs = bench.scope()] = scopes;
      await bench.storage.truth.write(mine, async ({ turns, memories, episodes, summaries, journal, requests }) => {
        await turns.remove([SHARED.turn]);
        await memories.update(SHARED.memory, 1, { status: "archived" });
        await memories.remove([SHARED.memory]);
        await episodes.remove([SHARED.episode]);
        await summaries.remove([SESSION]);
        await journal.removeFor({ turnIds: [SHARED.turn] });
        await requests.clear();
      });
      await bench.index(mine, { type: "remove", itemId: SHARED.memory });
      expect(await view(mine)).toMatchObject({
        turns: [],
        memories: [],
        episodes: [],
        summaries: [],
        journal: [],
        request: undefined,
      });
      expect(await view(theirs)).toMatchObject({
        turns: ["mark 1"],
        memories: ["mark 1"],
        episodes: ["mark 1"],
        summary: "mark 1",
        request: "mark 1",
      });
      expect(await bench.storage.vectors.countByModel(theirs)).toEqual(new Map([[MODEL, 1]]));
    });
  });
}
