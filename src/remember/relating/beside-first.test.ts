import { describe, expect, it } from "vitest";
import { isBesideFirst, isOnlyOnce } from "./beside-first.js";
import { readSaid } from "./said.js";

const isBeside = (first: string, second: string) => isBesideFirst(readSaid(first), readSaid(second));

describe("P30 what stands beside what was said before", () => {
  it.each([
    ["another side", "On weekdays I get up at six.", "At the weekend I sleep until nine."],
    ["another side, in Chinese", "工作日我六点起床", "周末我九点起床"],
    ["what goes on", "I sing in the Harbour Choir.", "The Harbour Choir is still my main thing."],
    ["what goes on, in Chinese", "店里九点开门", "周日照旧"],
    ["one case of a rule", "Run the checks, then tag the release.", "If the checks fail, stop."],
    ["one case of a rule, in Chinese", "先跑检查，再打包", "检查没过就停"],
  ])("%s", (_name, first, second) => {
    expect(isBeside(first, second)).toBe(true);
  });

  it.each([
    ["the same side", "At the weekend I get up at eight.", "At the weekend I sleep until nine."],
    ["another value, in Chinese", "押金三百块", "押金四百块"],
    ["the same thing", "Lunch is at noon.", "Lunch is at one."],
  ])("is not %s", (_name, first, second) => {
    expect(isBeside(first, second)).toBe(false);
  });
});

describe("what is left out once", () => {
  it.each(["No dessert today.", "I'm not having coffee tonight", "今天不喝了", "这顿我先不吃了"])("%s", (text) => {
    expect(isOnlyOnce(text)).toBe(true);
  });

  it.each(["I no longer drink coffee.", "I quit today.", "今天起不再喝酒", "不喝了"])("%s is none", (text) => {
    expect(isOnlyOnce(text)).toBe(false);
  });
});
