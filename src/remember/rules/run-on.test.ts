import { describe, expect, it } from "vitest";
import type { Candidate, Turn } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { extractByRules } from "../extract-rules.js";

function turnOf(text: string, position: number): Turn {
  return {
    id: `t${position}`,
    sessionId: "s",
    role: "user",
    text,
    at: Date.parse("2026-05-13T03:00:00Z"),
    timeZone: "Asia/Shanghai",
    position,
  } as Turn;
}

/** What is read off a turn of which every clause is worth keeping. */
function read(text: string, ...earlier: readonly string[]): readonly Candidate[] {
  const before = earlier.map(turnOf);
  return extractByRules(turnOf(text, before.length), { before, policy: DEFAULT_POLICY, worth: () => 0.9 }).candidates;
}

const contents = (text: string, ...earlier: readonly string[]) => read(text, ...earlier).map(({ content }) => content);

describe("a sentence that runs on makes several statements, each readable alone", () => {
  it("age, name and school of a daughter", () => {
    expect(contents("女儿今年五岁，叫朵朵，在实验小学上一年级")).toEqual([
      expect.stringMatching(/^用户的女儿.*五岁$/u),
      "用户的女儿叫朵朵",
      "用户的女儿朵朵在实验小学上一年级",
    ]);
  });

  it.each([
    ["我对花生过敏，下周三去成都出差", "花生", "成都"],
    ["我膝盖有旧伤，这周五去医院复查", "旧伤", "复查"],
    ["I'm allergic to peanuts and I'm flying to Leeds next Wednesday", "peanuts", "Leeds"],
  ])("a trip does not bound what one is anyway (P22): %s", (text, lasting, bounded) => {
    const found = read(text);
    expect(found.find(({ content }) => content.includes(lasting))).toMatchObject({ tier: "long-term" });
    expect(found.find(({ content }) => content.includes(bounded))).toMatchObject({ tier: "mid-term" });
    expect(found).toHaveLength(2);
  });

  it("one person after another", () => {
    expect(contents("老大上初二，老二上四年级")).toEqual(["用户的老大上初二", "用户的老二上四年级"]);
    expect(contents("我在医院当护士，俩孩子都上小学")).toEqual(["用户在医院当护士", "用户的俩孩子都上小学"]);
    expect(read("我家大宝今年十岁")).toMatchObject([{ subject: "user's child", attribute: "age" }]);
  });

  it.each([
    "因为膝盖不好，所以我不跑步，改游泳了",
    "我喝咖啡只要拿铁，不加糖，少冰",
    "我们公司周五下午开例会，地点在三楼小会议室，由赵敏主持",
    "鸡蛋不从老胡那儿进了，他家老缺货，改成从批发市场的方姐那儿拿，一箱一百二",
    "美式不喝了，改喝拿铁",
    "我不养猫，房东不让",
    "I quit coffee because it gave me palpitations, so it's rooibos now",
    "If it rains I take the bus, otherwise I cycle",
  ])("what makes sense only together stays together: %s", (text) => {
    expect(contents(text)).toHaveLength(1);
  });

  it("a fragment about a thing keeps its name though somebody is named in it", () => {
    expect(contents("小天鹅的，我姐搬家留下来的", "我家那台洗衣机又漏水").join()).toContain("洗衣机");
  });
});

describe("what is read is not lost", () => {
  it("taking something back is no wish to forget where it is said anew at once", () => {
    for (const text of ["Scratch that. My budget is 2500.", "刚才说的不算。预算三万五。"])
      expect(read(text, "My budget is 2000.")).toMatchObject([{ attribute: "budget" }]);
    expect(
      extractByRules(turnOf("Scratch that.", 1), { before: [turnOf("x", 0)], policy: DEFAULT_POLICY }),
    ).toMatchObject({
      forgetsPrevious: true,
    });
  });

  it("behind a wish to forget, in its sentence, the new value is read", () => {
    expect(read("别记我住浦东了，我搬到嘉定了")).toMatchObject([
      { intent: "forget" },
      { attribute: "home", value: "嘉定" },
    ]);
  });

  it("what stands in front of its verb is the object, and the user's own matter", () => {
    expect(read("美式不喝了，改喝拿铁")).toMatchObject([{ subject: "user", value: "喝拿铁", polarity: "positive" }]);
    expect(read("阿司匹林停了，改吃氯吡格雷")).toMatchObject([{ subject: "user", value: "吃氯吡格雷" }]);
    expect(read("小满不吃肉了")).not.toMatchObject([{ subject: "user" }]);
  });

  it("a new post beside the one that is over is a statement", () => {
    const [found] = read("我从七月起调到二车间当班长了，不在一车间了");
    expect(found).toMatchObject({ intent: "state" });
    expect(found?.value ?? "").not.toContain("一车间");
  });

  it("what has not changed is no new state", () => {
    expect(contents("户名没变过")).toEqual([]);
    expect(contents("我早上只喝豆浆，十年没变过")).toHaveLength(1);
    expect(contents("the account name hasn't changed")).toEqual([]);
  });

  it("the head of a noun is no word of assent", () => {
    expect(contents("行车证下个月到期").join()).toContain("行车证");
    expect(contents("stopped the metformin in May, on jardiance now").join()).toMatch(/^The user stopped/u);
  });
});
