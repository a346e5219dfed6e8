import { describe, expect, it } from "vitest";
import { createFakeChatModel } from "../adapters/models/fake/index.js";
import { KeepsakeError, type Route, usageDay } from "../domain/index.js";
import { january, openScene } from "../testing/scene.js";
import { route } from "./index.js";

const CASES: readonly (readonly [Route, string])[] = [
  ["memory", "What did I tell you about my allergies?"],
  ["memory", "Where does my sister live?"],
  ["memory", "Which restaurant did we talk about last time?"],
  ["memory", "Book the usual table for us"],
  ["memory", "我上次说的那个供应商叫什么？"],
  ["memory", "还记得我喜欢喝什么吗"],
  ["memory", "我妈妈的生日是哪天"],
  ["knowledge", "What is the travel policy for contractors?"],
  ["knowledge", "How do I reset the router?"],
  ["knowledge", "What does error code E-203 mean according to the manual?"],
  ["knowledge", "差旅报销的标准是多少"],
  ["knowledge", "如何重置密码"],
  ["knowledge", "我怎么重置密码"],
  ["knowledge", "什么是灰度发布"],
  ["both", "Does my trip to Oslo fit the travel policy?"],
  ["both", "How many days of leave do I have left under the handbook?"],
  ["both", "我的出差符合报销规定吗"],
  ["both", "按照年假制度，我还剩几天假"],
  ["both", "Who is responsible for Atlas?"],
  ["both", "阿特拉斯的负责人是谁"],
  ["neither", "Hi there!"],
  ["neither", "Thank you so much"],
  ["neither", "What's 17 * 23?"],
  ["neither", "Translate into French: I love my dog"],
  ["neither", "你好"],
  ["neither", "好的，谢谢"],
  ["neither", "谢谢啦～"],
  ["neither", "3+4等于几"],
  ["neither", "把下面这段翻译成英文：我明天去上海"],
  ["neither", "???"],
];

describe("5.1 routing by rules", () => {
  it.each(CASES)("%s: %s", async (expected, query) => {
    const scene = await openScene();
    const result = await route(scene.parts, scene.scope, { query });
    expect(result.route).toBe(expected);
    expect(result.by).toBe("rules");
    expect(result.reason).toMatch(/\p{Script=Han}/u.test(query) ? /\p{Script=Han}/u : /[a-z]/u);
    expect(result.degraded).toBeUndefined();
  });

  it("stays linear in what is asked, however long", async () => {
    const scene = await openScene();
    const query = `${"如何 how do I my 我的 ".repeat(10_000)}?`;
    expect((await route(scene.parts, scene.scope, { query })).route).toBe("both");
  });

  it("refuses an empty query and a route that is none", async () => {
    const scene = await openScene();
    await expect(route(scene.parts, scene.scope, { query: " " })).rejects.toMatchObject({ code: "INVALID_INPUT" });
    const nowhere = { query: "x", override: "nowhere" as Route };
    await expect(route(scene.parts, scene.scope, nowhere)).rejects.toMatchObject({ code: "INVALID_INPUT" });
  });
});

describe("5.1 the model and the caller", () => {
  const UNSURE = "Who is responsible for Atlas?";
  const SURE = "Where does my sister live?";
  const answering = (object: unknown) => createFakeChatModel([{ object }]);

  it("the model decides only where the rules are not sure, with its reason, and is metered (P23)", async () => {
    const chatModel = answering({ route: "knowledge", reason: "an org chart says so" });
    const scene = await openScene({ chatModel });
    expect(await route(scene.parts, scene.scope, { query: SURE })).toMatchObject({ by: "rules", route: "memory" });
    expect(chatModel.requests).toHaveLength(0);
    expect(await route(scene.parts, scene.scope, { query: UNSURE })).toMatchObject({
      ...{ by: "model", route: "knowledge", reason: "an org chart says so" },
    });
    expect((await scene.parts.storage.usage.find(scene.scope.tenant, usageDay(january(31)))).calls).toBe(1);
    expect((await route(scene.parts, scene.scope, { query: UNSURE, useModel: false })).by).toBe("rules");
    expect(chatModel.requests).toHaveLength(1);
  });

  it("the caller's word is asked before anybody else's", async () => {
    const chatModel = answering({ route: "knowledge", reason: "" });
    const scene = await openScene({ chatModel });
    const result = await route(scene.parts, scene.scope, { query: UNSURE, override: "neither" });
    expect(result).toMatchObject({ route: "neither", by: "override", confidence: 1 });
    expect(chatModel.requests).toHaveLength(0);
  });

  it.each([
    ["names no route", answering({ route: "elsewhere" }), "MODEL_INVALID_OUTPUT"],
    ["answers nothing", answering(null), "MODEL_INVALID_OUTPUT"],
    ["is down", createFakeChatModel([{ error: new KeepsakeError("MODEL_UNAVAILABLE", "down") }]), "MODEL_UNAVAILABLE"],
  ])("P08 the rules decide, and it is said, when the model %s", async (_, chatModel, code) => {
    const scene = await openScene({ chatModel });
    const result = await route(scene.parts, scene.scope, { query: UNSURE });
    expect(result).toMatchObject({ route: "both", by: "rules", degraded: [`model: ${code}`] });
  });
});
