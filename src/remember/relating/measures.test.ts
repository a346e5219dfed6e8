import { describe, expect, it } from "vitest";
import { measuresOf } from "./measures.js";

const of = (text: string) => {
  const { times, days, figures } = measuresOf(text);
  return { times: [...times], days: [...days], figures: [...figures] };
};

describe("what a text measures", () => {
  it.each([
    ["The gate closes at half past eight in the evening.", "大门晚上八点半关。", "The gate shuts at 20:30."],
    ["The talk is at 4 pm.", "讲座下午四点开始。", "The talk begins at 16:00."],
    ["quarter to three", "14:45", "两点四十五"],
    ["Backups start at midnight.", "备份零点开始。", "Backups start at 00:00."],
  ])("reads one time of day: %s", (...texts) => {
    const [first, ...others] = texts.map((text) => of(text).times);
    expect(first).toHaveLength(1);
    for (const other of others) expect(other).toEqual(first);
  });

  it.each([
    ["every Wednesday", "每周三", "Wednesdays"],
    ["Tue & Fri", "礼拜二、星期五", "Tuesday and Friday"],
    ["on May 3", "5月3号", "the 3rd of May"],
  ])("reads one day: %s", (...texts) => {
    const [first, ...others] = texts.map((text) => of(text).days);
    expect(first?.length).toBeGreaterThan(0);
    for (const other of others) expect(other).toEqual(first);
  });

  it.each([
    ["an hour and a half", "90 minutes", "一个半小时"],
    ["six months", "half a year", "半年"],
    ["ten kilometres", "10 km", "一万米"],
    ["forty-two children", "四十二个孩子", "42 kids"],
    ["twelve hundred pounds", "£1,200", "1200镑"],
    ["twenty-three kilos", "二十三千克", "46斤"],
  ])("reads one figure: %s", (...texts) => {
    const [first, ...others] = texts.map((text) => of(text).figures);
    expect(first).toHaveLength(1);
    for (const other of others) expect(other).toEqual(first);
  });

  it("leaves words with a numeral in them alone", () => {
    expect(of("万一下雨我们一起走").figures).toEqual([]);
    expect(of("You may call me, I sat down.").days).toEqual([]);
  });
});
