import { describe, expect, it } from "vitest";
import { areOpposed } from "./opposites.js";
import { pairFeatures } from "./pair-features.js";
import { readSaid } from "./said.js";
import { areReordered, findSubstitution, saysTheSame } from "./substitution.js";

const featuresOf = (first: string, second: string) => pairFeatures(readSaid(first), readSaid(second), 0.8);

describe("the one place in which two texts differ", () => {
  it.each([
    ["The licence costs 900 a year.", "The licence costs 950 a year.", "900", "950", false],
    ["错误率超过阈值时自动扩容。", "流量超过阈值时自动扩容。", "错误率", "流量", true],
    ["The mobile repo is reviewed by Ethan.", "The web repo is reviewed by Ethan.", "mobile", "web", true],
  ])("%s / %s", (first, second, a, b, isEarly) => {
    expect(findSubstitution(first, second)).toEqual({ first: a, second: b, isEarly });
  });

  it.each([
    ["My daughter's class has 42 children.", "我女儿班上有四十二个孩子。"],
    ["We decided on Lisbon for the offsite in May.", "The offsite takes us to Lisbon, it's settled."],
    ["I like tea.", "I like tea"],
  ])("is none: %s / %s", (first, second) => {
    expect(findSubstitution(first, second)).toBeUndefined();
  });

  it("says the same where one value is written in two ways, or nothing but filler stands there", () => {
    expect(saysTheSame({ first: "120k", second: "120,000", isEarly: false })).toBe(true);
    expect(saysTheSame({ first: "", second: "其实", isEarly: true })).toBe(true);
    expect(saysTheSame({ first: "80", second: "65", isEarly: false })).toBe(false);
  });

  it("sees who does it to whom", () => {
    expect(areReordered("Yusuf mentors Beatrix.", "Beatrix mentors Yusuf.")).toBe(true);
    expect(areReordered("我欠阿坤三千块。", "阿坤欠我三千块。")).toBe(true);
    expect(areReordered("Yusuf mentors Beatrix.", "Yusuf mentors Dana.")).toBe(false);
  });
});

describe("opposites", () => {
  it.each([
    ["附件最大二十兆", "附件最小二十兆"],
    ["I have hearing loss in my left ear.", "I have hearing loss in my right ear."],
    ["Take it before dinner.", "Take it after dinner."],
    ["所有接口都加了限流。", "部分接口加了限流。"],
  ])("%s / %s", (first, second) => {
    expect(areOpposed(first, second)).toBe(true);
    expect(areOpposed(first, first)).toBe(false);
  });
});

describe("what is to be seen of two statements", () => {
  it("P30 tells one head with two modifiers, and other sides of one habit", () => {
    expect(featuresOf("The mobile repo uses Jest.", "The web repo uses Vitest.")).toMatchObject({
      "modifier.differ": 1,
    });
    expect(featuresOf("工作日我六点起床", "周末我九点起床")).toMatchObject({ "side.week.differ": 1, "side.differ": 1 });
  });

  it("marks announced changes, ends and additions of the later one", () => {
    expect(featuresOf("周会在周三", "周会改到周五")).toMatchObject({ "second.change": 1, "days.differ": 1 });
    expect(featuresOf("I run on Sundays.", "I no longer run.")).toMatchObject({ "second.ended": 1 });
    expect(featuresOf("I play chess.", "I also play go.")).toMatchObject({ "second.addition": 1 });
  });

  it("compares figures by value, and notes when no word is shared", () => {
    expect(featuresOf("预算三十五万", "预算40万")["figures.differ"]).toBe(1);
    expect(featuresOf("I live in Leith.", "The stove needs repair.").noWord).toBe(1);
  });
});
