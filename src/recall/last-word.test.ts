import { describe, expect, it } from "vitest";
import { january, openScene } from "../testing/scene.js";
import { askedAspects, speaksOfAskedAspect } from "./asked-aspect.js";
import { recall } from "./index.js";

describe("the last word on someone's work or home (requirement 3.4)", () => {
  it.each([
    ["Where do I live now?", "The user lives in Aarhus near the harbour", "home", "The user rented a flat in Odense"],
    ["我现在住在哪里？", "用户住在南昌的滕王阁附近", "home", "用户在景德镇租了一间老屋"],
    ["我现在做什么工作？", "用户做灯塔看守的工作", "role", "用户拿到了博物馆的录用通知"],
  ])("stands before what was said earlier, when the present is asked for: %s", async (query, old, attribute, told) => {
    const scene = await openScene();
    const before = await scene.keep(old, { attribute, saidAt: january(2) });
    const last = await scene.keep(told, { saidAt: january(9) });
    const { items } = await recall(scene.parts, scene.scope, { query, floor: 0 });
    expect(items.map(({ id }) => id)).toEqual([last.id, before.id]);
  });

  it("is not looked for where the present is not asked for, nor in what was said of someone else", async () => {
    const scene = await openScene();
    const own = await scene.keep("The user lives in Aarhus near the harbour", {
      attribute: "home",
      saidAt: january(2),
    });
    const sister = await scene.keep("The user's sister moved to Odense", { subject: "sister", saidAt: january(9) });
    const { items } = await recall(scene.parts, scene.scope, { query: "Where do I live now?", floor: 0 });
    expect(items.map(({ id }) => id)).toEqual([own.id, sister.id]);
    await scene.keep("The user rented a flat in Vejle", { saidAt: january(1) });
    const then = await recall(scene.parts, scene.scope, { query: "Where do I live near the harbour?", floor: 0 });
    expect(then.items[0]?.id).toBe(own.id);
  });
});

describe("speaksOfAskedAspect", () => {
  it.each([
    ["where do I live", "we signed the lease on Tuesday", true],
    ["where do I live", "I got hired by the ferry line", false],
    ["what is my job", "I got hired by the ferry line", true],
    ["我住在哪里", "上个月搬到了江边", true],
    ["我的职业经历", "年底就从茶厂离职了", true],
    ["我住在哪里", "把书搬上楼了", false],
    ["我做什么工作", "周末在厨房做蛋糕", false],
    ["what is my job", "they offer a discount on Mondays", false],
    ["which bus goes to the harbour", "we moved into a boat", false],
  ])("%s – %s", (query, text, expected) => {
    expect(speaksOfAskedAspect(text, askedAspects(query))).toBe(expected);
  });
});
