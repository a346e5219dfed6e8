import { describe, expect, it } from "vitest";
import { january, openScene } from "../testing/scene.js";
import { recall } from "./index.js";

/** One conversation, in which a statement was replaced. */
async function oneConversation() {
  const scene = await openScene();
  const say = (day: number, text: string) => scene.say("only", text, { at: january(day) });
  const old = await say(2, "My piano teacher is Odile Marchetti");
  await say(3, "The gutters were cleaned by the neighbours");
  await say(4, "Our tortoise sleeps under the radiator");
  const fresh = await say(5, "My piano teacher is Ruben Aldana now");
  await say(6, "Right, good night then!");
  const current = await scene.keep("The user's piano teacher is Ruben Aldana now", {
    ...{ evidence: fresh.text, turnIds: [fresh.id], attribute: "teacher", saidAt: fresh.at, validFrom: fresh.at },
  });
  const before = await scene.keep("The user's piano teacher is Odile Marchetti", {
    ...{ evidence: old.text, turnIds: [old.id], attribute: "teacher", saidAt: old.at, validFrom: old.at },
    ...{ status: "superseded", supersededBy: current.id, validTo: fresh.at },
  });
  return { scene, current, before, old };
}

describe("own evidence", () => {
  it("admits nothing for the conversation it stands in", async () => {
    const { scene } = await oneConversation();
    const { items } = await recall(scene.parts, scene.scope, { query: "who is my piano teacher" });
    const shown = items.map(({ content }) => content).join("\n");
    expect(shown).toContain("Ruben Aldana");
    expect(items.filter(({ why }) => why.includes("conversation"))).toEqual([]);
    expect(items.some(({ content }) => content.startsWith("[2026-01-06]"))).toBe(false);
    expect(
      items.some(({ type, content }) => type === "episode" && /^\S+ User: Right, good night/mu.test(content)),
    ).toBe(false);
  });

  it("gives scores that never rise", async () => {
    const { scene } = await oneConversation();
    const { items } = await recall(scene.parts, scene.scope, { query: "piano teacher or tortoise", floor: 0 });
    const scores = items.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(scores.length).toBeGreaterThan(1);
  });

  it("不因同在一段对话而算作相关", async () => {
    const scene = await openScene();
    await scene.say("only", "我的帐篷是军绿色的", { at: january(2) });
    await scene.say("only", "楼下的面馆搬走了", { at: january(3) });
    await scene.say("only", "周末把书架重新漆了一遍", { at: january(4) });
    const { items } = await recall(scene.parts, scene.scope, { query: "我的帐篷是什么颜色的" });
    expect(items[0]?.content).toContain("军绿色");
    expect(items.some(({ turnIds, content }) => turnIds.length > 0 && content.endsWith("书架重新漆了一遍"))).toBe(
      false,
    );
  });
});

describe("a memory and its turn", () => {
  it("are one entry, the memory's, with the reason given", async () => {
    const { scene, current } = await oneConversation();
    const { items, explanation } = await recall(scene.parts, scene.scope, {
      ...{ query: "who is my piano teacher", explain: true },
    });
    expect(items[0]?.id).toBe(current.id);
    expect(items.filter(({ turnIds }) => turnIds[0] === current.turnIds[0])).toHaveLength(1);
    expect(explanation?.dropped.filter(({ reason }) => reason === "overlaps").map(({ why }) => why)).toContain(
      `${current.id} tells its turn, and stands in its place`,
    );
  });

  it("stay two where the turn says more than the memory", async () => {
    const scene = await openScene();
    const turn = await scene.say(
      "s",
      "I bake rye bread, and the oven in the barn was built by Teodor in a single week",
    );
    await scene.keep("The user bakes rye bread", { evidence: "I bake rye bread", turnIds: [turn.id] });
    const { items } = await recall(scene.parts, scene.scope, { query: "who built the oven in the barn" });
    expect(items[0]?.content).toContain("Teodor");
  });
});

describe("a replaced statement", () => {
  it("stands behind what replaced it and says when it was superseded", async () => {
    const { scene, current, old } = await oneConversation();
    const { items } = await recall(scene.parts, scene.scope, { query: "Odile Marchetti piano teacher" });
    const places = items.map(({ id, turnIds }) => (id === current.id ? "current" : turnIds[0]));
    expect(places.indexOf("current")).toBe(0);
    expect(places).toContain(old.id);
    expect(items[places.indexOf(old.id)]?.why).toContain("superseded on 2026-01-05");
  });

  it("is left in its place when a time at which it held is asked for", async () => {
    const { scene, before } = await oneConversation();
    const { items } = await recall(scene.parts, scene.scope, { query: "who is my piano teacher", asOf: january(4) });
    expect(items[0]?.id).toBe(before.id);
    expect(items.some(({ why }) => why.includes("superseded"))).toBe(false);
  });
});

describe("the attribute asked for", () => {
  it.each(["Who signs off KTL-318?", "KTL-318 由谁审批？"])(
    "decides between statements about one thing: %s",
    async (query) => {
      const scene = await openScene();
      await scene.keep("The owner of KTL-318 is Wanda Przybyl", { subject: "KTL-318", attribute: "owner" });
      const approver = await scene.keep("KTL-318 needs the signature of Ioan", {
        ...{ subject: "KTL-318", attribute: "approver" },
      });
      await scene.keep("The approver of KTL-900 is Petra", { subject: "KTL-900", attribute: "approver" });
      const { items } = await recall(scene.parts, scene.scope, { query });
      expect(items[0]?.id).toBe(approver.id);
    },
  );

  it("puts the present channel before a turn that speaks of notices", async () => {
    const scene = await openScene();
    await scene.say("s", "Please send me notifications by carrier pigeon", { at: january(3) });
    const channel = await scene.keep("Reach the user on Signal", { subject: "notifications", attribute: "channel" });
    const { items } = await recall(scene.parts, scene.scope, { query: "How should you send me notifications?" });
    expect(items[0]?.id).toBe(channel.id);
  });
});
