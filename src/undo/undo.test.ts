import { describe, expect, it } from "vitest";
import type { AgentId, Memory, SessionId, TurnId, WriteSelection } from "../domain/index.js";
import { DEFAULT_POLICY } from "../policy/index.js";
import { forget } from "../privacy/index.js";
import { listMemories, recall } from "../recall/index.js";
import { accept, remember } from "../remember/index.js";
import { acceptReview } from "../review/index.js";
import { openWriteScene, SCENE_START, type WriteScene } from "../testing/write-scene.js";
import { listWrites, rollback } from "./index.js";

const DAY_MS = 86_400_000;

const session = (id: string): WriteSelection => ({ by: "session", sessionId: id as SessionId });
const undo = (scene: WriteScene, selection: WriteSelection, dryRun = false) =>
  rollback(scene.parts, scene.scope, selection, { dryRun });
const row = async (scene: WriteScene, id: string | undefined) => (await scene.rows()).find((each) => each.id === id);
const kinds = async (scene: WriteScene, selection: WriteSelection) =>
  (await listWrites(scene.parts, scene.scope, selection)).items.map(({ write }) => write.kind);

async function said(scene: WriteScene, content: string): Promise<Memory> {
  const found = (await scene.rows()).find((memory) => memory.content === content);
  if (found === undefined) throw new Error(`nothing says ${content}`);
  return found;
}

/** What matters of a row once something was taken back: everything but how often it was touched. */
const state = ({ revision: _, embeddingModel: __, ...rest }: Memory) => rest;

describe("what was written", () => {
  it("is listed by turn, session, agent, import and policy version, with what each did", async () => {
    const scene = await openWriteScene();
    const { turnIds } = await scene.tell("s1", ["I live in Aberhaven"]);
    scene.clock.at += 1_000;
    await accept(scene.parts, scene.scope, {
      sessionId: "s2",
      agentId: "guide",
      importId: "imp",
      turns: [
        { role: "user", text: "I moved to Basel", at: scene.clock.at },
        { role: "user", text: "I work at Corvane", at: scene.clock.at + 1 },
        { role: "user", text: "I work at Corvane", at: scene.clock.at + 2 },
        { role: "user", text: "I no longer work at Corvane", at: scene.clock.at + 3 },
      ],
    });
    await scene.worker.drain(scene.scope, 5_000);
    expect(await kinds(scene, { by: "turn", turnId: turnIds[0] as TurnId })).toEqual(["new"]);
    const two = ["retracted", "reinforced", "new", "version", "superseded"];
    for (const selection of [
      session("s2"),
      { by: "agent", agentId: "guide" as AgentId },
      { by: "import", importId: "imp" },
    ] as const) {
      expect(await kinds(scene, selection), selection.by).toEqual(two);
    }
    const all = await listWrites(scene.parts, scene.scope, { by: "policy", policyVersion: DEFAULT_POLICY.version });
    expect(all.items).toHaveLength(two.length + 1);
    expect(all.items.every(({ write, memory }) => memory?.id === write.memoryId)).toBe(true);
    expect(await kinds(scene, session("S2"))).toEqual([]);
  });

  it.each([{}, undefined, { by: "everything" }, { by: "session" }, { by: "turn", turnId: "" }])(
    "refuses %j",
    async (selection) => {
      const scene = await openWriteScene();
      await expect(undo(scene, selection as never)).rejects.toMatchObject({ code: "INVALID_INPUT" });
      await expect(listWrites(scene.parts, scene.scope, selection as never)).rejects.toMatchObject({
        code: "INVALID_INPUT",
      });
    },
  );
});

describe("taking back", () => {
  it.each([
    ["I live in Aberhaven", "I moved to Basel"],
    ["我住在杭州", "我搬到了成都"],
  ])("a change: what it replaced holds again, and it itself at no instant: %s", async (first, second) => {
    const scene = await openWriteScene();
    await scene.tell("s1", [first]);
    const before = (await scene.rows())[0] as Memory;
    scene.clock.at += DAY_MS;
    await scene.tell("s2", [second]);
    const changed = (await scene.rows()).find((memory) => memory.id !== before.id) as Memory;
    const report = await undo(scene, session("s2"));
    expect(report).toMatchObject({ closed: [changed.id], restored: [before.id], kept: [], dryRun: false, writes: 2 });
    expect(state((await row(scene, before.id)) as Memory)).toEqual(state(before));
    expect(await row(scene, changed.id)).toMatchObject({
      ...{ content: changed.content, status: "superseded", validTo: changed.validFrom },
      reason: expect.stringContaining("rolled back (session s2)"),
    });
    for (const asOf of [changed.validFrom - 1, changed.validFrom, changed.validFrom + DAY_MS]) {
      expect((await listMemories(scene.parts, scene.scope, { asOf })).items.map((each) => each.id)).toEqual([
        before.id,
      ]);
    }
    const { items } = await recall(scene.parts, scene.scope, { query: second, floor: 0, types: ["memory"] });
    expect(items.map((item) => item.id)).toEqual([before.id]);
  });

  it.each([
    ["I like oolong tea", "I no longer like oolong tea"],
    ["我在蓝湾公司上班", "我不在蓝湾公司上班了"],
  ])("a retraction: what it ended holds again: %s", async (first, second) => {
    const scene = await openWriteScene();
    await scene.tell("s1", [first]);
    const before = (await scene.rows())[0] as Memory;
    scene.clock.at += 1_000;
    await scene.tell("s2", [second]);
    expect((await row(scene, before.id))?.status).toBe("superseded");
    expect((await undo(scene, session("s2"))).restored).toEqual([before.id]);
    expect(state((await row(scene, before.id)) as Memory)).toEqual(state(before));
    expect(await scene.active()).toEqual([before.content]);
  });

  it("a repetition: only its own share, with others before and after it", async () => {
    const scene = await openWriteScene();
    await scene.tell("s1", ["I like oolong tea"]);
    const tell = async (id: string): Promise<Memory> => {
      scene.clock.at += 1_000;
      await scene.tell(id, ["I like oolong tea"]);
      return said(scene, "The user likes oolong tea");
    };
    const first = await tell("s2");
    await tell("s3");
    const last = await tell("s4");
    expect(last.reinforcedCount).toBe(3);
    const report = await undo(scene, session("s3"));
    expect(report).toMatchObject({ closed: [], restored: [], weakened: [first.id] });
    const after = await said(scene, "The user likes oolong tea");
    expect(after).toMatchObject({ reinforcedCount: 2, status: "active" });
    expect(after.turnIds).toHaveLength(3);
    expect(after.importance).toBeLessThan(last.importance);
    expect(after.importance).toBeGreaterThan(first.importance);
    await undo(scene, session("s4"));
    await undo(scene, session("s2"));
    expect(await said(scene, "The user likes oolong tea")).toMatchObject({ reinforcedCount: 0 });
  });

  it("what was said again elsewhere stays, and so does what it replaced stay replaced", async () => {
    const scene = await openWriteScene();
    await scene.tell("s1", ["I live in Aberhaven"]);
    scene.clock.at += 1_000;
    await scene.tell("s2", ["I moved to Basel"]);
    scene.clock.at += 1_000;
    await scene.tell("s3", ["I live in Basel"]);
    const basel = (await scene.rows()).find((memory) => memory.value === "Basel");
    const report = await undo(scene, session("s2"));
    expect(report).toMatchObject({ closed: [], restored: [], writes: 0 });
    expect(report.kept).toEqual([{ id: basel?.id, reason: expect.stringContaining("said again elsewhere") }]);
    await undo(scene, session("s3"));
    expect((await undo(scene, session("s2"))).closed).toEqual([basel?.id]);
    expect(await scene.active()).toEqual(["The user lives in Aberhaven"]);
  });

  it("P02: does not bring back what something newer replaced, and links it to that", async () => {
    const scene = await openWriteScene();
    await scene.tell("s1", ["I live in Aberhaven"]);
    scene.clock.at += DAY_MS;
    await scene.tell("s2", ["I moved to Basel"]);
    scene.clock.at += DAY_MS;
    await scene.tell("s3", ["I moved to Cork"]);
    const [cork, basel, aberhaven] = await scene.rows();
    const report = await undo(scene, session("s2"));
    expect(report).toMatchObject({ closed: [basel?.id], restored: [], kept: [{ id: aberhaven?.id }] });
    expect(await row(scene, aberhaven?.id)).toMatchObject({
      ...{ status: "superseded", supersededBy: cork?.id, validTo: cork?.validFrom },
    });
    expect(await scene.active()).toEqual([cork?.content]);
    const asOf = SCENE_START + 1.5 * DAY_MS;
    expect((await listMemories(scene.parts, scene.scope, { asOf })).items.map((each) => each.id)).toEqual([
      aberhaven?.id,
    ]);
    expect((await undo(scene, session("s3"))).closed).toEqual([cork?.id]);
  });

  it("a whole import at once: changes of changes come back to what was before it", async () => {
    const scene = await openWriteScene();
    await scene.tell("s1", ["I live in Aberhaven", "I like oolong tea"]);
    const before = (await scene.rows()).map(state);
    scene.clock.at += DAY_MS;
    const texts = ["I moved to Basel", "I moved to Cork", "I no longer like oolong tea", "I work at Northwind"];
    const turns = texts.map((text, index) => ({ role: "user" as const, text, at: scene.clock.at + index }));
    for (const sessionId of ["i1", "i2"]) {
      await accept(scene.parts, scene.scope, { sessionId, importId: "imp_1", turns });
    }
    await scene.worker.drain(scene.scope, 5_000);
    const report = await undo(scene, { by: "import", importId: "imp_1" });
    expect(report.restored).toHaveLength(2);
    const rows = await scene.rows();
    const old = rows.filter((memory) => before.some((each) => each.id === memory.id)).map(state);
    expect(old).toEqual(before);
    expect(rows.filter((memory) => memory.status === "active")).toHaveLength(2);
  });

  it("what waits for review, and what was accepted there", async () => {
    const policy = { ...DEFAULT_POLICY, review: { ...DEFAULT_POLICY.review, protectedUsers: ["user"] } };
    const scene = await openWriteScene({ policy });
    await scene.tell("s1", ["I live in Aberhaven"]);
    scene.clock.at += 1_000;
    await scene.tell("s2", ["I like oolong tea"]);
    const [tea, home] = await scene.rows();
    await acceptReview(scene.parts, scene.scope, { by: "ids", ids: [home?.id as Memory["id"]] }, "ops");
    expect((await row(scene, home?.id))?.policyVersion).toBe(DEFAULT_POLICY.version);
    for (const [id, memory] of [
      ["s1", home],
      ["s2", tea],
    ] as const) {
      expect((await undo(scene, session(id))).closed).toEqual([memory?.id]);
    }
    expect(
      await acceptReview(scene.parts, scene.scope, { by: "ids", ids: [tea?.id as Memory["id"]] }, "ops"),
    ).toMatchObject([{ outcome: "not-pending" }]);
    expect(await scene.active()).toEqual([]);
  });

  it("a dry run says the same and changes nothing", async () => {
    const scene = await openWriteScene();
    await scene.tell("s1", ["I live in Aberhaven"]);
    scene.clock.at += 1_000;
    await scene.tell("s2", ["I moved to Basel"]);
    const before = await scene.rows();
    const look = await undo(scene, session("s2"), true);
    expect(look.dryRun).toBe(true);
    expect(await scene.rows()).toEqual(before);
    expect(await undo(scene, session("s2"))).toEqual({ ...look, dryRun: false });
  });

  it("twice changes nothing more, and there is no rollback of a rollback", async () => {
    const scene = await openWriteScene();
    await scene.tell("s1", ["I live in Aberhaven"]);
    scene.clock.at += 1_000;
    await scene.tell("s2", ["I moved to Basel"]);
    await Promise.all([undo(scene, session("s2")), undo(scene, session("s2"))]);
    const rows = await scene.rows();
    const nothing = { dryRun: false, writes: 0, closed: [], restored: [], weakened: [], kept: [] };
    expect(await undo(scene, session("s2"))).toEqual(nothing);
    expect(await scene.rows()).toEqual(rows);
    const { items } = await listWrites(scene.parts, scene.scope, session("s2"));
    expect(items.every(({ write }) => write.undoneAt !== undefined)).toBe(true);
    expect(items).toHaveLength(2);
  });

  it("what is said again afterwards is written again, as the lineage's next version", async () => {
    const scene = await openWriteScene();
    await scene.tell("s1", ["I live in Aberhaven"]);
    scene.clock.at += 1_000;
    await scene.tell("s2", ["I moved to Basel"]);
    await undo(scene, session("s2"));
    scene.clock.at += 1_000;
    const { memory } = await remember(scene.parts, scene.scope, { content: "I live in Basel" });
    const [, , first] = await scene.rows();
    expect(memory).toMatchObject({ version: 3, lineageId: first?.lineageId, supersedes: [first?.id] });
  });

  it("P21: knows nothing of what was forgotten", async () => {
    const scene = await openWriteScene();
    await scene.tell("s1", ["I live in Aberhaven"]);
    await forget(scene.parts, scene.scope, { by: "everything" });
    expect(await kinds(scene, session("s1"))).toEqual([]);
    expect(await undo(scene, session("s1"))).toMatchObject({ writes: 0 });
  });

  it("P09: never reaches another user's memory", async () => {
    const scene = await openWriteScene();
    await scene.tell("s1", ["I live in Aberhaven"]);
    const stranger = { ...scene.scope, user: "another" as typeof scene.scope.user };
    expect(await rollback(scene.parts, stranger, session("s1"))).toMatchObject({ writes: 0 });
    expect(await scene.active()).toHaveLength(1);
  });
});
