import { describe, expect, it } from "vitest";
import { haveCommonMatter } from "./common-matter.js";
import { pairFeatures } from "./pair-features.js";
import { readSaid } from "./said.js";

function areOneMatter(first: string, second: string, same = 0.5): boolean {
  const [one, other] = [readSaid(first), readSaid(second)];
  return haveCommonMatter(one, other, pairFeatures(one, other, 0.7), same);
}

describe("what two statements could both be about (P30)", () => {
  it.each([
    ["Please never call me before noon.", "I never drink alcohol."],
    ["I don't eat lamb.", "I have gout."],
    ["我不吃牛肉。", "我有痛风。"],
    ["我喝不了酒。", "我不吃茄子。"],
  ])("is nothing, however alike their frames are: %s / %s", (first, second) => {
    expect(areOneMatter(first, second, 0.9)).toBe(false);
  });

  it.each([
    ["I never drink alcohol.", "Alcohol is nothing for me."],
    ["I have irritable bowel syndrome.", "I've got IBS."],
    ["我不喝酒。", "我滴酒不沾。"],
    ["我坐船会晕。", "我晕船。"],
  ])("is a word, a sign or an abbreviation of both: %s / %s", (first, second) => {
    expect(areOneMatter(first, second)).toBe(true);
  });

  it("asks for more certainty across languages, where no word can be shared", () => {
    expect(areOneMatter("My wife is afraid of flying.", "我妻子怕坐飞机。", 0.8)).toBe(true);
    expect(areOneMatter("My wife is afraid of flying.", "我岳父怕坐飞机。", 0.5)).toBe(false);
  });
});
