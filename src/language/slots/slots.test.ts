import { describe, expect, it } from "vitest";
import { canonicalAttribute } from "./attributes.js";
import { findSlots } from "./find-slots.js";
import { PERSON_SLOTS } from "./person-slots.js";
import { coreSubject } from "./subjects.js";
import { qualifiersCompatible, sameValue, valueClass } from "./values.js";

const rows = PERSON_SLOTS.flatMap((slot) => slot.patterns.map((pattern) => ({ slot, pattern })));

describe("the slot table", () => {
  it.each(rows.map(({ slot, pattern }) => [slot.name, pattern.example, pattern, slot] as const))(
    "%s: %s",
    (name, example, pattern) => {
      const match = findSlots(example).find((each) => each.slot === name);
      expect(match).toMatchObject({
        value: pattern.value,
        subject: pattern.subject ?? "user",
        polarity: pattern.polarity ?? "positive",
      });
    },
  );
});

describe("attributes named outright", () => {
  it.each([
    ["the owner of Foxglove is Ines Tabor", "Foxglove", "owner", "Ines Tabor"],
    ["Foxglove 的负责人是老陈", "Foxglove", "owner", "老陈"],
    ["Foxglove's budget was raised to 40k", "Foxglove", "budget", "40k"],
    ["海棠湾展位的预算改成42万", "海棠湾展位", "budget", "42万"],
    ["component-07 当前版本是 v1.1", "component-07", "version", "v1.1"],
    ["component-07 现在运行 release v1.2", "component-07", "version", "v1.2"],
    ["网关昨晚升到 v3.8.2 了", "网关", "version", "v3.8.2"],
    ["Alder service runs on Postgres 15", "Alder", "database", "Postgres 15"],
    ["小鹿项目用的是MySQL 8", "小鹿", "database", "MySQL 8"],
    ["the Teasel account is handled by Rohesia Lund", "Teasel", "owner", "Rohesia Lund"],
    ["my shoe size is 9", "user", "shoe size", "9"],
    ["the flux quota of Heron is 30", "Heron", "flux quota", "30"],
  ])("%s", (text, subject, attribute, value) => {
    expect(findSlots(text)[0]).toMatchObject({ subject, attribute, value });
  });

  it.each([
    "my brain is soup",
    "the point of this is speed",
    "my day was awful",
    "我的天是真的蓝",
    "会议室那个白板笔又没水了",
  ])("sees no slot in %s", (text) => {
    expect(findSlots(text)).toEqual([]);
  });

  it("keeps parts and environments apart", () => {
    expect(findSlots("counter-9 的 blue 部署当前版本是 v2.0")[0]?.qualifiers).toEqual({ part: "blue 部署" });
    expect(findSlots("Heron staging region is Turku")[0]?.qualifiers).toEqual({ environment: "staging" });
  });
});

describe("comparing", () => {
  it.each([
    ["30万", "300,000", true],
    ["Postgres 15", "postgresql 15", true],
    ["v1.2", "1.2", true],
    ["#ops", "#ops 频道", true],
    ["九点", "9点", true],
    ["30万", "31万", false],
  ])("%s and %s", (a, b, same) => {
    expect(sameValue(a, b)).toBe(same);
  });

  it.each([
    ["六点半", "time"],
    ["2pm", "time"],
    ["42万", "money"],
    ["/data/logs/x", "path"],
    ["3 March", "date"],
  ])("%s is a %s", (value, name) => {
    expect(valueClass(value)).toBe(name);
  });

  it("names one thing the same with and without its sort, and one attribute the same in both languages", () => {
    expect(coreSubject("the Alder service")).toBe("Alder");
    expect(coreSubject("小鹿项目")).toBe("小鹿");
    expect(canonicalAttribute("负责人")).toBe(canonicalAttribute("the owner"));
  });

  it("a missing qualifier is compatible, different ones are not", () => {
    expect(qualifiersCompatible({}, { environment: "staging" })).toBe(true);
    expect(qualifiersCompatible({ environment: "prod" }, { environment: "staging" })).toBe(false);
    expect(qualifiersCompatible({ beside: "x" }, {})).toBe(false);
  });
});
