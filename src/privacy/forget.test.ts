import { describe, expect, it } from "vitest";
import { ALL, KeepsakeError, type MemoryId } from "../domain/index.js";
import { analyze } from "../language/index.js";
import type { AuditLine, EngineParts } from "../ports/index.js";
import { remember } from "../remember/index.js";
import { giveFeedback } from "../review/index.js";
import { putState } from "../sessions/index.js";
import { expectError } from "../testing/storage/harness.js";
import { openWriteScene, type WriteScene } from "../testing/write-scene.js";
import { forget, wouldForget } from "./forget.js";

async function everythingHeld(scene: WriteScene): Promise<string> {
  const { parts, scope } = scene;
  return parts.storage.truth.read(scope, async (transaction) => {
    const sessions = (await transaction.turns.listSessions({ limit: 100 })).items;
    const turns = await Promise.all(sessions.map((session) => transaction.turns.list(session.id, { limit: 100 })));
    const memories = await transaction.memories.list(ALL, { limit: 100 });
    const journal = await transaction.journal.list({ limit: 100 });
    return JSON.stringify([turns, memories, journal]);
  });
}

async function indexed(scene: WriteScene, text: string): Promise<number> {
  const terms = [...new Set(analyze(text))];
  return (await scene.parts.storage.keywords.search(scene.scope, { terms, filter: ALL, limit: 50 })).length;
}

describe("forget", () => {
  it("P21: by id takes every version, the words they came from, episodes and index rows", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["My shoe size is 41"]);
    await scene.tell("b", ["hello there", "My shoe size is 42", "thanks a lot"]);
    const current = (await scene.rows()).find((memory) => memory.status === "active");
    const report = await forget(scene.parts, scene.scope, { by: "id", id: current?.id as MemoryId });
    expect(report).toMatchObject({ erased: { memories: 2, turns: 2, episodes: 2 }, residue: [] });
    await scene.worker.drain(scene.scope, 5_000);
    expect(await everythingHeld(scene)).not.toMatch(/shoe/u);
    expect(await indexed(scene, "shoe size")).toBe(0);
    expect(await indexed(scene, "thanks")).toBe(1);
  });

  it("P21: by text finds it whatever its case and width", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["My dentist is Dr Quill", "我的项目代号是蓝鲸"]);
    await remember(scene.parts, scene.scope, { content: "Quill is on holiday in May" });
    const report = await forget(scene.parts, scene.scope, { by: "text", text: "ＱＵＩＬＬ" });
    expect(report.residue).toEqual([]);
    expect(report.erased.memories).toBe(2);
    expect(await everythingHeld(scene)).not.toMatch(/quill/iu);
    expect(await everythingHeld(scene)).toContain("蓝鲸");
  });

  it.each([
    ["My shoe size is 41.5", "My shoe size is 42", "41.5", "42"],
    ["我住在临溪", "我搬到云栖了", "临溪", "云栖"],
  ])(
    "P21: by text spares what was said anew without it, and a dry run shows what would go (%j)",
    async (first, second, text, left) => {
      const scene = await openWriteScene();
      await scene.tell("a", [first]);
      await scene.tell("b", [second]);
      const tried = await wouldForget(scene.parts, scene.scope, { by: "text", text });
      expect(tried.contents?.map(({ content }) => content).join()).toContain(text);
      expect((await forget(scene.parts, scene.scope, { by: "text", text })).residue).toEqual([]);
      expect((await scene.active()).join()).toContain(left);
      expect(await everythingHeld(scene)).not.toContain(text);
    },
  );

  it.each([
    ["I'm allergic to latex. My shoe size is 42.", "latex", ["The user's shoe size is 42"]],
    ["我对乳胶过敏。我住在临溪。", "乳胶", ["用户住在临溪"]],
  ])("P21: by id leaves what else was said in the same turn (%j)", async (text, trace, left) => {
    const scene = await openWriteScene();
    await scene.tell("a", [text]);
    const target = (await scene.rows()).find((memory) => memory.value === trace);
    const report = await forget(scene.parts, scene.scope, { by: "id", id: target?.id as MemoryId });
    expect(report).toMatchObject({ erased: { memories: 1, turns: 1, episodes: 1 }, residue: [] });
    await scene.worker.drain(scene.scope, 5_000);
    expect((await scene.active()).map((content) => content.replace(/[.。]$/u, ""))).toEqual(left);
    expect(await everythingHeld(scene)).not.toContain(trace);
  });

  it("P21: by id takes a sibling whose words repeat what is erased", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["My sister Anna works at Corvane Labs. I work at Corvane Labs."]);
    const own = (await scene.rows()).find((memory) => memory.subject === "user");
    await forget(scene.parts, scene.scope, { by: "id", id: own?.id as MemoryId });
    expect(await everythingHeld(scene)).not.toMatch(/corvane/iu);
  });

  it("P06 takes working memory in the same write: neither goes where that fails", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["My shoe size is 41"]);
    await putState(scene.parts, scene.scope, "a", "draft", { to: "Dr Quill" });
    const failing: AuditLine = {
      append: () => Promise.reject(new KeepsakeError("STORE_FULL", "full")),
      take: () => {
        throw new Error("nothing is taken");
      },
    };
    const request = { by: "everything" } as const;
    await expectError(forget({ ...scene.parts, auditLine: failing }, scene.scope, request), "STORE_FULL");
    expect(await scene.parts.storage.sessions.list(scene.scope, "a", 0)).toHaveLength(1);
    expect(await scene.active()).toHaveLength(1);
    const dropped: unknown[] = [];
    const { sessions } = scene.parts.storage;
    const storage: EngineParts["storage"] = {
      ...scene.parts.storage,
      // whoever is killed behind the commit never comes here: what rested in the store is gone all the same
      sessions: {
        ...sessions,
        dropCopies: async (_scope, spaces) => {
          dropped.push(spaces);
          expect(await sessions.list(scene.scope, "a", 0)).toEqual([]);
        },
      },
    };
    const report = await forget({ ...scene.parts, storage }, scene.scope, request);
    expect(report).toMatchObject({ erased: { stateEntries: 1 }, residue: [] });
    expect(dropped).toEqual([undefined]);
  });

  it("P21: an engine that cannot be asked makes no error of an erasure that is committed: the receipt says so", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["I'm allergic to latex"]);
    const feed = {
      flush: async () => 0,
      examine: async () => ({ engine: "searcher", state: "resting" }),
      isEmpty: () => Promise.reject(new KeepsakeError("UNAVAILABLE", "down")),
    };
    const storage = { ...scene.parts.storage, feed } as unknown as EngineParts["storage"];
    const report = await forget({ ...scene.parts, storage }, scene.scope, { by: "everything" });
    expect(report.erased.memories).toBe(1);
    expect(report.residue).toEqual([expect.stringMatching(/^searcher: it could not be asked/u)]);
    expect(await scene.rows()).toEqual([]);
  });

  it("by text takes working memory that holds it", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["hello there"]);
    await putState(scene.parts, scene.scope, "a", "draft", { to: "Dr Quill" });
    await putState(scene.parts, scene.scope, "a", "step", 2);
    const report = await forget(scene.parts, scene.scope, { by: "text", text: "quill" });
    expect(report).toMatchObject({ erased: { stateEntries: 1 }, residue: [] });
  });

  it.each([
    ["a quotation mark", 'said "Quillwort jam" to', { note: 'He said "Quillwort jam" to me' }],
    ["a backslash", "C:\\\\Quillwort", { path: ["C:\\\\Quillwort\\\\x"] }],
    ["a line end", "one\nQuillwort", { deep: { note: "line one\nQuillwort two" } }],
    ["a key of the value", "Quillwort", { Quillwort: 1 }],
    ["a number", "4417", { count: 4417 }],
    ["中文引号", "“紫檀”木匠", { 备注: "他叫“紫檀”木匠" }],
  ])(
    "P21: by text finds working memory by what it holds, not by how JSON writes it: %s",
    async (_what, text, value) => {
      const scene = await openWriteScene();
      await putState(scene.parts, scene.scope, "s", "k", value);
      await putState(scene.parts, scene.scope, "s", "other", { step: 2 });
      expect((await wouldForget(scene.parts, scene.scope, { by: "text", text })).erased.stateEntries).toBe(1);
      const report = await forget(scene.parts, scene.scope, { by: "text", text });
      expect(report).toMatchObject({ erased: { stateEntries: 1 }, residue: [] });
      expect(await scene.parts.storage.sessions.list(scene.scope, "s", 0)).toMatchObject([{ key: "other" }]);
    },
  );

  it("P21: by text takes working memory that has run out, and what stands in a space of that name", async () => {
    const scene = await openWriteScene();
    await putState(scene.parts, scene.scope, "Quillwort-plan", "k", 1);
    await putState(scene.parts, scene.scope, "s", "short", "about Quillwort", 1);
    scene.clock.at += 5_000;
    const report = await forget(scene.parts, scene.scope, { by: "text", text: "quillwort" });
    expect(report).toMatchObject({ erased: { stateEntries: 2 }, residue: [] });
    expect(await scene.parts.storage.sessions.spaces(scene.scope, 0)).toEqual([]);
  });

  it.each([
    ["remembered", "I live in Glimmerfen", "Glimmerfen"],
    ["remembered", "我住在微光沼", "微光沼"],
    ["told", "My sister lives in Hollowmarsh.", "Hollowmarsh"],
  ])("P21: takes with it what waits in review because somebody reported it (%s: %s)", async (how, text, name) => {
    const scene = await openWriteScene();
    if (how === "told") await scene.tell("a", [text]);
    else await remember(scene.parts, scene.scope, { content: text });
    const memory = (await scene.rows()).find(({ content }) => content.includes(name));
    const id = memory?.id as MemoryId;
    const { reviewId } = await giveFeedback(scene.parts, scene.scope, { id, verdict: "wrong" }, "eve");
    expect(reviewId).toBeDefined();
    const report = await forget(scene.parts, scene.scope, { by: "id", id });
    expect(report.residue).toEqual([]);
    expect(report.memoryIds).toContain(reviewId);
    expect(await everythingHeld(scene)).not.toContain(name);
  });

  it.each([
    ["I'm allergic to Quibblenut.", "Noted: you are allergic to Quibblenut.", "Quibblenut"],
    ["My sister's name is Orlantha.", "Got it, your sister's name is Orlantha!", "Orlantha"],
    ["我对夸克豆过敏。", "好的，您对夸克豆过敏。", "夸克豆"],
    ["我的猫叫团绒。", "记住了，你的猫叫团绒。", "团绒"],
  ])("P21: by id takes the agent's answer that only says it again (%s)", async (text, answer, name) => {
    const scene = await openWriteScene();
    await scene.tell("a", [{ role: "user", text }, { role: "assistant", text: answer }, "see you"] as never);
    const target = (await scene.rows()).find(({ content }) => content.includes(name));
    const report = await forget(scene.parts, scene.scope, { by: "id", id: target?.id as MemoryId });
    expect(report.residue).toEqual([]);
    expect(await everythingHeld(scene)).not.toContain(name);
  });

  it.each([
    ["I'm allergic to Quibblenut.", "Noted: no Quibblenut. The ferry leaves at nine on Friday.", "Quibblenut", "ferry"],
    ["我对夸克豆过敏。", "好的，不放夸克豆。周五的渡轮九点开。", "夸克豆", "渡轮"],
  ])(
    "P21: by id leaves what else an answer says, and names where it still stands (%s)",
    async (text, answer, name, rest) => {
      const scene = await openWriteScene();
      await scene.tell("a", [
        { role: "user", text },
        { role: "assistant", text: answer },
      ] as never);
      await scene.tell("b", [`${name} again?`, "see you"]);
      const target = (await scene.rows()).find(({ value }) => value?.includes(name) ?? false);
      const report = await forget(scene.parts, scene.scope, { by: "id", id: target?.id as MemoryId });
      expect(report.residue, "the proof holds: nothing of what was asked for is left").toEqual([]);
      const sessions = report.saidElsewhere.map(({ kind, sessionId }) => `${kind} of ${sessionId}`);
      expect(sessions.sort()).toEqual(["turn of a", "turn of b"]);
      expect(JSON.stringify(report)).not.toContain(name);
      expect(await everythingHeld(scene)).toContain(rest);
      expect((await forget(scene.parts, scene.scope, { by: "text", text: name })).residue).toEqual([]);
    },
  );

  it.each([
    ["I live in Kastanienstraße", "KASTANIENSTRASSE"],
    ["I live in İzmirova", "izmirova"],
    ["My boat is named ΟΔΥΣΣΕΥΣ", "Οδυσσευς"],
  ])("P21: by text finds what differs in case alone, in every script (%s)", async (said, text) => {
    const scene = await openWriteScene();
    await scene.tell("a", [said]);
    const report = await forget(scene.parts, scene.scope, { by: "text", text });
    expect(report).toMatchObject({ erased: { turns: 1 }, residue: [] });
  });

  it("by session takes its turns, its memories and its state, and leaves other sessions", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["I'm allergic to latex"]);
    await scene.tell("b", ["I'm allergic to wool"]);
    await putState(scene.parts, scene.scope, "a", "step", 2);
    const report = await forget(scene.parts, scene.scope, { by: "session", sessionId: "a" as never });
    expect(report).toMatchObject({ erased: { memories: 1, turns: 1, episodes: 1, stateEntries: 1 }, residue: [] });
    expect(await scene.active()).toEqual(["The user is allergic to wool"]);
  });

  it("everything leaves nothing, waiting work and remembered answers included", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["I'm allergic to latex"]);
    await remember(scene.parts, scene.scope, { content: "I like short meetings", idempotencyKey: "k" });
    const { accept } = await import("../remember/index.js");
    await accept(scene.parts, scene.scope, { sessionId: "c", turns: [{ role: "user", text: "not digested yet" }] });
    const report = await forget(scene.parts, scene.scope, { by: "everything" });
    expect(report.residue).toEqual([]);
    const held = await scene.parts.storage.truth.read(scene.scope, async (transaction) => ({
      memories: await transaction.memories.count(ALL),
      episodes: await transaction.episodes.count(),
      pending: await transaction.journal.pending(),
      request: await transaction.requests.find("k", "remember"),
    }));
    expect(held).toEqual({ memories: 0, episodes: 0, pending: 0, request: undefined });
  });

  it.each(["id", "text", "session"] as const)("by %s takes remembered answers about what is erased", async (by) => {
    const scene = await openWriteScene();
    const content = "I'm allergic to latex";
    const { memory } = await remember(scene.parts, scene.scope, { content, sessionId: "a", idempotencyKey: "k" });
    const request = {
      id: { by: "id", id: memory?.id as MemoryId },
      text: { by: "text", text: "latex" },
      session: { by: "session", sessionId: "a" as never },
    } as const;
    await forget(scene.parts, scene.scope, { by: "text", text: "nothing of the kind" });
    const kept = () => scene.parts.storage.truth.read(scene.scope, async (rows) => rows.requests.find("k", "remember"));
    expect(await kept()).toBeDefined();
    await forget(scene.parts, scene.scope, request[by]);
    expect(await kept()).toBeUndefined();
  });

  it("looks for what is left when the write is over", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["I'm allergic to latex"]);
    const { truth } = scene.parts.storage;
    const order: string[] = [];
    const watched: typeof truth = {
      ...truth,
      write: async (scope, work) => {
        const result = await truth.write(scope, work);
        order.push("written");
        return result;
      },
      read: async (scope, work) => {
        order.push("read");
        return truth.read(scope, work);
      },
    };
    const storage = { ...scene.parts.storage, truth: watched };
    await forget({ ...scene.parts, storage }, scene.scope, { by: "text", text: "latex" });
    expect(order[0]).toBe("written");
    expect(order).toContain("read");
  });

  it("refuses an unknown id, an empty text and an unknown way", async () => {
    const scene = await openWriteScene();
    for (const request of [{ by: "mood" }, {}, undefined])
      await expect(forget(scene.parts, scene.scope, request as never)).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(forget(scene.parts, scene.scope, { by: "id", id: "mem_none" as MemoryId })).rejects.toMatchObject({
      code: "NOT_FOUND",
    });
    await expect(forget(scene.parts, scene.scope, { by: "text", text: "  " })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });

  it.each([
    [["My birthday is 9 November", "please forget my birthday"], /november/iu],
    [["我的收货地址是望海路7号", "把我的收货地址忘了吧"], /望海路/u],
    [["I'm allergic to latex", "Forget that I'm allergic to latex"], /latex/iu],
    [["I'm allergic to latex", "Forget about my latex allergy"], /latex/iu],
    [["我对乳胶过敏", "忘掉我对乳胶过敏这件事"], /乳胶/u],
    [["我对乳胶过敏", "请忘记我对乳胶过敏"], /乳胶/u],
  ])("asked for in conversation (%j): erased, and the request brings nothing up again", async (texts, trace) => {
    const scene = await openWriteScene();
    for (const text of texts) await scene.tell("s", [text]);
    expect(await scene.active()).toEqual([]);
    expect(await everythingHeld(scene)).not.toMatch(trace);
  });

  it.each(["Forget that I'm allergic to latex", "Forget about my latex allergy"])(
    "P21: %s takes the allergy and leaves the turn before it alone",
    async (asked) => {
      const scene = await openWriteScene();
      await scene.tell("a", ["I'm allergic to latex"]);
      await scene.tell("b", ["My shoe size is 42", asked]);
      expect(await scene.active()).toEqual(["The user's shoe size is 42"]);
      expect(await everythingHeld(scene)).toContain("My shoe size is 42");
    },
  );

  it("by session leaves what was stored outright and only repeated there", async () => {
    const scene = await openWriteScene();
    await remember(scene.parts, scene.scope, { content: "I'm allergic to latex" });
    await scene.tell("a", ["I'm allergic to latex"]);
    const report = await forget(scene.parts, scene.scope, { by: "session", sessionId: "a" as never });
    expect(report).toMatchObject({ erased: { memories: 0, turns: 1 }, residue: [] });
    expect((await scene.rows()).map((memory) => memory.turnIds)).toEqual([[]]);
  });

  it("by session takes what was stored outright in it, and leaves what another session said too", async () => {
    const scene = await openWriteScene();
    await remember(scene.parts, scene.scope, { content: "I'm allergic to wool", sessionId: "a" });
    await scene.tell("a", ["I'm allergic to latex"]);
    await scene.tell("b", ["I'm allergic to latex"]);
    await forget(scene.parts, scene.scope, { by: "session", sessionId: "a" as never });
    expect(await scene.active()).toEqual(["The user is allergic to latex"]);
  });

  it("by session leaves what outlived its own turn and was repeated there", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["I'm allergic to latex. My shoe size is 42."]);
    const latex = (await scene.rows()).find((memory) => memory.value === "latex");
    await forget(scene.parts, scene.scope, { by: "id", id: latex?.id as MemoryId });
    await scene.tell("b", ["My shoe size is 42."]);
    await forget(scene.parts, scene.scope, { by: "session", sessionId: "b" as never });
    expect(await scene.active()).toEqual(["The user's shoe size is 42."]);
  });

  it.each([
    [["I might be having a baby next year", "don't remember that please"], /baby/u],
    [["我在备孕，可能明年休产假", "刚才那个别记了"], /备孕/u],
    [["This is off the record: I want to quit"], /quit/u],
  ])("off the record (%j) is kept nowhere", async (texts, trace) => {
    const scene = await openWriteScene();
    for (const text of texts) await scene.tell("s", [text]);
    expect(await everythingHeld(scene)).not.toMatch(trace);
  });
});

describe("forget by filter (9.2)", () => {
  it("P21: takes what meets all that is named, with its sources, and nothing else", async () => {
    const scene = await openWriteScene();
    await remember(scene.parts, scene.scope, { content: "Quill is on holiday in May", tags: ["work"], kind: "event" });
    await remember(scene.parts, scene.scope, { content: "The gate code is blue", tags: ["work"], kind: "fact" });
    await remember(scene.parts, scene.scope, { content: "Likes oolong tea", tags: ["tea"], kind: "preference" });
    const filter = { tags: ["work"], kinds: ["event"] } as const;
    const trial = await wouldForget(scene.parts, scene.scope, { by: "filter", filter });
    expect(trial.erased.memories).toBe(1);
    expect(await everythingHeld(scene)).toContain("Quill");
    const report = await forget(scene.parts, scene.scope, { by: "filter", filter });
    const { contents, ...counted } = trial;
    expect(contents?.map(({ content }) => content).join()).toContain("Quill");
    expect(report).toEqual({ ...counted, residue: [] });
    expect(await everythingHeld(scene)).not.toContain("Quill");
    expect(await everythingHeld(scene)).toContain("gate code");
  });

  it("P21: a stretch of time takes the turns said in it, whether or not a memory came of them", async () => {
    const scene = await openWriteScene();
    await scene.tell("a", ["hello there", "My shoe size is 41"]);
    const now = scene.parts.clock.now();
    const none = await forget(scene.parts, scene.scope, { by: "filter", filter: { from: now + 60_000 } });
    expect(none.erased.turns).toBe(0);
    const all = await forget(scene.parts, scene.scope, { by: "filter", filter: { from: 0, to: now + 60_000 } });
    expect(all).toMatchObject({ erased: { turns: 2, memories: 1 }, residue: [] });
  });

  it.each([{}, { kinds: [] }, { tags: [] }, { from: 2, to: 1 }])("refuses %j, which is no wish", async (filter) => {
    const scene = await openWriteScene();
    await expect(forget(scene.parts, scene.scope, { by: "filter", filter })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
  });
});
