import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createBundledEmbedder } from "../adapters/models/bundled/index.js";
import type { Embedder } from "../ports/index.js";
import { openWriteScene } from "../testing/write-scene.js";
import { askedRelatives, mayBeAsked, speaksOf } from "./asked-relative.js";
import { recall } from "./index.js";

describe("relatives that a question asks about", () => {
  it.each([
    ["What's my brother's name?", ["brother"]],
    ["我先生是做什么的", ["husband"]],
    ["我家的狗几岁了", ["dog"]],
    ["Do I have any kids?", ["child"]],
    ["我有没有宠物", ["pet"]],
    ["What does my boss want?", []],
    ["我的预算是多少", []],
  ])("%s", (query, relatives) => {
    expect(askedRelatives(query)).toEqual(relatives);
  });

  it("a child is a son or a daughter, a wife no husband, and whoever has a name may be anyone", () => {
    expect(mayBeAsked("user's daughter", ["child"])).toBe(true);
    expect(mayBeAsked("user's daughter", ["son"])).toBe(false);
    expect(mayBeAsked("user's husband", ["wife"])).toBe(false);
    expect(mayBeAsked("user", ["brother"])).toBe(false);
    expect(mayBeAsked("Tom", ["brother"])).toBe(true);
  });

  it("are spoken of by any word for them, in either language", () => {
    expect(speaksOf("My hubby cooks.", ["husband"])).toBe(true);
    expect(speaksOf("我丈夫会做饭。", ["husband"])).toBe(true);
    expect(speaksOf("我们去年结婚了。", ["wife"])).toBe(true);
    expect(speaksOf("My sister cooks.", ["brother"])).toBe(false);
  });
});

describe("what was told of one relative answers nothing about another", () => {
  let embedder: Embedder;
  beforeAll(async () => {
    embedder = createBundledEmbedder({ modelFolder: fileURLToPath(new URL("../../model", import.meta.url)) });
    await embedder.open();
  });
  afterAll(() => embedder.close());

  it.each([
    ["My name is Ingrid. / My aunt bakes bread. / I love sailing.", "What's my brother's name?", undefined],
    ["My name is Ingrid. / My aunt bakes bread. / I love sailing.", "What's my name?", "Ingrid"],
    ["My nephew's party is in May. / I work at a bakery.", "Do I have kids?", undefined],
    ["我老公叫陆远。 / 我女儿八岁了。 / 我喜欢爬山。", "我妻子叫什么", undefined],
    ["我老公叫陆远。 / 我女儿八岁了。 / 我喜欢爬山。", "我爸爸叫什么", undefined],
    ["我老公叫陆远。 / 我女儿八岁了。 / 我喜欢爬山。", "我儿子几岁了", undefined],
    ["我老公叫陆远。 / 我女儿八岁了。 / 我喜欢爬山。", "我丈夫叫什么", "陆远"],
    ["我老公叫陆远。 / 我女儿八岁了。 / 我喜欢爬山。", "我养了什么宠物", undefined],
    ["我对虾过敏。 / 我喜欢去东湖散步。 / 我老公叫陆远。", "我有什么忌口", "虾"],
    [
      "I can't eat wheat. / Never book me before noon. / I love sailing.",
      "What should the chef avoid for me?",
      "wheat",
    ],
    ["I can't eat wheat. / Never book me before noon. / I love sailing.", "Do I have dietary restrictions?", "wheat"],
  ])("%s %s", async (told, query, answer) => {
    const scene = await openWriteScene({ embedder });
    await scene.tell("talk", told.split(" / "));
    const { items } = await recall(scene.parts, scene.scope, { query });
    if (answer === undefined) expect(items.map(({ content }) => content)).toEqual([]);
    else expect(items[0]?.content).toContain(answer);
  });
});
