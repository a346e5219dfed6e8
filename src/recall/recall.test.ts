import { describe, expect, it } from "vitest";
import { createFakeEmbedder } from "../adapters/models/fake/index.js";
import { KeepsakeError, type MemoryId } from "../domain/index.js";
import { january, openScene } from "../testing/scene.js";
import { recall } from "./index.js";

const DISTRACTORS = [
  "The bus was late again today",
  "My phone battery dies quickly",
  "Lunch was noodles with pickles",
  "The meeting moved to Thursday",
  "公交今天又晚点了",
  "手机电池很快就没电",
];

async function sceneWithChatter() {
  const scene = await openScene();
  for (const [day, text] of DISTRACTORS.entries()) await scene.say(`chatter-${day}`, text, { at: january(3 + day) });
  return scene;
}

describe("recall", () => {
  it("answers in both languages, best first", async () => {
    const scene = await sceneWithChatter();
    await scene.say("s1", "My cactus garden has twelve pots", { at: january(8) });
    await scene.say("s2", "我养了一只橘猫叫年糕", { at: january(9) });
    const english = await recall(scene.parts, scene.scope, { query: "how many pots are in my cactus garden" });
    expect(english.items[0]?.content).toBe("[2026-01-08] User: My cactus garden has twelve pots");
    const chinese = await recall(scene.parts, scene.scope, { query: "我的橘猫叫什么" });
    expect(chinese.items[0]?.content).toContain("橘猫叫年糕");
    expect(chinese.items[0]?.why).toMatch(/[意词]/u);
    for (const { score } of [...english.items, ...chinese.items]) {
      expect(score).toBeGreaterThanOrEqual(scene.parts.policy.recall.floor);
      expect(score).toBeLessThanOrEqual(1);
    }
  });

  it("gives an empty answer to what has nothing to do with the store", async () => {
    const scene = await sceneWithChatter();
    await scene.keep("The user is allergic to shellfish");
    expect((await recall(scene.parts, scene.scope, { query: "蒙古的首都是哪里" })).items).toEqual([]);
    expect((await recall(scene.parts, scene.scope, { query: "boiling point of nitrogen" })).items).toEqual([]);
  });

  it("passes over what was just said when a vague query points past it", async () => {
    const scene = await sceneWithChatter();
    await scene.say("old", "独木舟是找河湾船坞修的", { at: january(6) });
    await scene.say("old", "雨棚是自己搭的", { at: january(7) });
    await scene.say("now", "独木舟又漏水了", { at: january(30) });
    await scene.say("now", "要叫人来看看吗？", { role: "assistant", at: january(30) + 1 });
    const { items } = await recall(scene.parts, scene.scope, {
      query: "上回那个是找哪里修的",
      currentSessionId: "now",
    });
    expect(items[0]?.content).toContain("河湾船坞");
    expect(items.some((item) => item.sessionId === "now")).toBe(false);
  });

  it("finds the statement of the attribute that is asked for, whatever its words", async () => {
    const scene = await sceneWithChatter();
    await scene.keep("Tunes organs for the diocese", { attribute: "role", kind: "identity" });
    const { items } = await recall(scene.parts, scene.scope, { query: "what is my profession" });
    expect(items[0]?.content).toBe("Tunes organs for the diocese");
  });

  it("finds nothing in another user's scope (P12)", async () => {
    const scene = await sceneWithChatter();
    await scene.say("s1", "My cactus garden has twelve pots");
    const other = await openScene({ storage: scene.parts.storage }, "bob");
    expect((await recall(other.parts, other.scope, { query: "cactus garden pots", floor: 0 })).items).toEqual([]);
  });

  it("prefers the turns of the person asked about to those that address them", async () => {
    const scene = await openScene();
    await scene.say("s1", "Mira, did you finish the pottery course?", { speaker: "Jonas", at: january(5) });
    await scene.say("s1", "Yes, the pottery course ended with an exhibition", { speaker: "Mira", at: january(5) });
    await scene.say("s2", "My own pottery course starts in spring", { speaker: "Jonas", at: january(6) });
    await scene.say("s3", "Trains were cancelled all morning", { speaker: "Mira", at: january(7) });
    const { items, explanation } = await recall(scene.parts, scene.scope, {
      query: "How did Mira's pottery course end?",
      explain: true,
    });
    expect(items[0]?.speaker).toBe("Mira");
    expect(items[0]?.why).toContain("Mira");
    expect(explanation?.query.searchText).toBe("How did pottery course end?");
    expect(explanation?.query.askedSpeakers).toEqual(["Mira"]);
  });

  it("returns a turn with its neighbours of the same session, centre first, three at most", async () => {
    const scene = await openScene();
    await scene.say("s0", "Something else entirely happened before", { at: january(4) });
    const before = await scene.say("s1", "Where will you go in summer?", { role: "assistant", at: january(5) });
    const centre = await scene.say("s1", "We booked a lighthouse on Brindle island", { at: january(5) + 1 });
    const after = await scene.say("s1", "That sounds windy.", { role: "assistant", at: january(5) + 2 });
    await scene.say("s1", "We like it that way.", { at: january(5) + 3 });
    const { items } = await recall(scene.parts, scene.scope, { query: "which lighthouse did we book", limit: 1 });
    expect(items[0]?.turnIds).toEqual([centre.id, before.id, after.id]);
    expect(items[0]?.content.split("\n")).toEqual([
      "[2026-01-05] Assistant: Where will you go in summer?",
      "[2026-01-05] User: We booked a lighthouse on Brindle island",
      "[2026-01-05] Assistant: That sounds windy.",
    ]);
  });

  it("does not spend two places on turns that stand side by side", async () => {
    const scene = await sceneWithChatter();
    await scene.say("s1", "The sourdough starter is called Bertha", { at: january(8) });
    await scene.say("s1", "Bertha the sourdough starter needs feeding", { at: january(8) + 1 });
    const { items, explanation } = await recall(scene.parts, scene.scope, {
      query: "sourdough starter Bertha",
      explain: true,
    });
    expect(items.filter((item) => item.sessionId === "s1")).toHaveLength(1);
    expect(explanation?.dropped.some((dropped) => dropped.reason === "overlaps")).toBe(true);
  });

  it("boosts what was said in the time asked about", async () => {
    const scene = await openScene();
    await scene.say("s1", "I climbed a hill with the walking club", { at: Date.UTC(2025, 4, 12) });
    await scene.say("s2", "I climbed a hill with the walking club again", { at: Date.UTC(2025, 8, 20) });
    const ask = async (query: string) => (await recall(scene.parts, scene.scope, { query })).items[0]?.sessionId;
    expect(await ask("where did I climb with the walking club in May 2025")).toBe("s1");
    expect(await ask("2025年9月我和walking club爬了什么hill")).toBe("s2");
  });

  it("completes a vague query from the current session and never returns the query itself", async () => {
    const scene = await sceneWithChatter();
    await scene.say("old", "The greenhouse heater broke and costs 90 to repair", { at: january(6) });
    await scene.say("now", "I want to look after the greenhouse heater today", { at: january(30) });
    await scene.say("now", "what about that thing", { at: january(30) + 1 });
    const { items, explanation } = await recall(scene.parts, scene.scope, {
      ...{ query: "what about that thing", currentSessionId: "now", explain: true },
    });
    expect(items[0]?.content).toContain("greenhouse heater");
    expect(explanation?.query.rewrittenFromTurns).toHaveLength(1);
    expect(
      items.every((item) => !item.content.endsWith("User: what about that thing") || item.turnIds.length > 1),
    ).toBe(true);
  });

  it("answers from keywords when the embedder fails, and says so", async () => {
    let failing = false;
    const embedder = createFakeEmbedder({
      failure: () => (failing ? new KeepsakeError("MODEL_UNAVAILABLE", "down") : undefined),
    });
    const scene = await openScene({ embedder });
    await scene.say("s1", "The archive key hangs behind the clock");
    await scene.say("s2", "Lunch was noodles with pickles");
    failing = true;
    const result = await recall(scene.parts, scene.scope, { query: "where is the archive key" });
    expect(result.degraded).toEqual(["embedder: MODEL_UNAVAILABLE"]);
    expect(result.items[0]?.content).toContain("behind the clock");
    expect(result.items[0]?.channels.vector).toBeUndefined();
  });

  it("refuses an empty query, a limit out of range and an endless query", async () => {
    const scene = await openScene();
    await expect(recall(scene.parts, scene.scope, { query: "  " })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    await expect(recall(scene.parts, scene.scope, { query: "x", limit: 0 })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    await expect(recall(scene.parts, scene.scope, { query: "x", limit: 101 })).rejects.toMatchObject({
      code: "INVALID_INPUT",
    });
    await expect(recall(scene.parts, scene.scope, { query: "x".repeat(8_001) })).rejects.toMatchObject({
      code: "TOO_LARGE",
    });
  });
});

describe("recall of memories", () => {
  it("keeps what is superseded, expired or not begun out of the answer and explains it (P04)", async () => {
    const scene = await sceneWithChatter();
    const replacement = await scene.keep("The user works at the harbour office", { saidAt: january(20) });
    const old = await scene.keep("The user works at the harbour school", {
      status: "superseded",
      supersededBy: replacement.id,
    });
    const gone = await scene.keep("The user works at the harbour this week", { expiresAt: january(25) });
    const later = await scene.keep("The user works at the harbour museum", { validFrom: Date.UTC(2026, 6, 1) });
    const { items, explanation } = await recall(scene.parts, scene.scope, {
      query: "who works at the harbour",
      explain: true,
    });
    const ids = items.map((item) => item.id);
    expect(ids).toContain(replacement.id);
    for (const absent of [old, gone, later]) expect(ids).not.toContain(absent.id);
    const reasons = new Map(explanation?.dropped.map((dropped) => [dropped.id, dropped.reason]));
    expect([reasons.get(old.id), reasons.get(gone.id), reasons.get(later.id)]).toEqual([
      "superseded",
      "expired",
      "not-begun",
    ]);
    expect(explanation?.dropped.find((dropped) => dropped.id === old.id)?.why).toContain(replacement.id);
  });

  it("answers about a past instant with what held then", async () => {
    const scene = await openScene();
    const old = await scene.keep("The user lives in Tromsø", {
      status: "superseded",
      saidAt: january(1),
      validTo: january(15),
    });
    const current = await scene.keep("The user lives in Bergen", { saidAt: january(15) });
    const ask = async (asOf?: number) =>
      (
        await recall(scene.parts, scene.scope, {
          query: "where does the user live",
          floor: 0,
          ...(asOf === undefined ? {} : { asOf }),
        })
      ).items.map(({ id }) => id);
    expect(await ask()).toEqual([current.id]);
    expect(await ask(january(10))).toEqual([old.id]);
  });

  it("finds one matching memory among three hundred better ones that a filter excludes (P12)", async () => {
    const scene = await openScene();
    for (let index = 0; index < 150; index += 1) {
      await scene.keep(`The user likes green tea number ${index}`, { kind: "preference", tags: ["drinks"] });
    }
    const only = await scene.keep("Tea is served at four", {
      kind: "procedure",
      tags: ["house"],
      sessionId: "s9" as never,
      agentId: "butler" as never,
    });
    const search = async (filters: object) =>
      (await recall(scene.parts, scene.scope, { query: "the user likes green tea", floor: 0, ...filters })).items.map(
        ({ id }) => id,
      );
    expect(await search({ kinds: ["procedure"] })).toEqual([only.id]);
    expect(await search({ tags: ["house"] })).toEqual([only.id]);
    expect(await search({ sessionId: "s9" })).toEqual([only.id]);
    expect(await search({ agentId: "butler" })).toEqual([only.id]);
    expect(await search({ saidBetween: { from: january(11) } })).toEqual([]);
    expect(await search({ types: ["episode"] })).toEqual([]);
  });

  it("returns one of two memories that say the same", async () => {
    const scene = await openScene();
    await scene.keep("The user prefers window seats");
    await scene.keep("The user prefers  Window seats");
    const { items, explanation } = await recall(scene.parts, scene.scope, {
      query: "which seats does the user prefer",
      explain: true,
    });
    expect(items).toHaveLength(1);
    expect(explanation?.dropped.map((dropped) => dropped.reason)).toContain("duplicate");
  });

  it("shows a memory instead of the turn that it says all of", async () => {
    const scene = await openScene();
    const turn = await scene.say("s1", "Mine: O negative, by the way");
    const memory = await scene.keep("The user's blood group is O negative", {
      turnIds: [turn.id],
      evidence: "Mine: O negative, by the way",
    });
    const { items } = await recall(scene.parts, scene.scope, { query: "which blood group O negative" });
    expect(items.map((item) => item.id)).toEqual([memory.id]);
  });

  it("survives a row that the index still knows and the truth does not", async () => {
    const scene = await openScene();
    const ghost = await scene.keep("The user collects brass bells");
    await scene.parts.storage.truth.write(scene.scope, (transaction) =>
      transaction.memories.remove([ghost.id as MemoryId]),
    );
    expect((await recall(scene.parts, scene.scope, { query: "brass bells", floor: 0 })).items).toEqual([]);
  });
});
