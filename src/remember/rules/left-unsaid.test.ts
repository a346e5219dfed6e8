import { describe, expect, it } from "vitest";
import type { Candidate, Turn } from "../../domain/index.js";
import { DEFAULT_POLICY } from "../../policy/index.js";
import { extractByRules } from "../extract-rules.js";

function read(text: string): readonly Candidate[] {
  const turn = {
    id: "t",
    sessionId: "s",
    role: "user",
    text,
    at: Date.parse("2026-05-13T03:00:00Z"),
    timeZone: "Asia/Shanghai",
  };
  return extractByRules(turn as unknown as Turn, { before: [], policy: DEFAULT_POLICY, worth: () => 0.9 }).candidates;
}

describe("what a clause leaves unsaid (P01, P30)", () => {
  it.each([
    ["我奶奶八十了，住在温岭", "home", "user's grandmother"],
    ["麻薯是我妹的兔子，两岁半", "age", "麻薯"],
    ["我外甥女今年上二年级，特别喜欢跳舞", "preference", "user's niece"],
  ])("a slot is filled of whoever the statement opens with: %s", (text, attribute, subject) => {
    expect(read(text).filter((each) => each.attribute === attribute)).toMatchObject([{ subject }]);
  });

  it.each([
    ["我有个表哥叫方朔，在海关上班", "name"],
    ["对门住的是一对老教师，退休了", "trait"],
    ["My dentist moved me to Mondays", "dentist"],
  ])("and of nobody where that is somebody whom no rule knows: %s", (text, attribute) => {
    expect(
      read(text)
        .filter((each) => each.subject === "user")
        .map((each) => each.attribute),
    ).not.toContain(attribute);
  });

  it.each(["机票只买靠走道的", "葱姜不碰"])("things use nothing: %s is the speaker's way", (text) => {
    expect(read(text)).toMatchObject([{ subject: "user", content: expect.stringMatching(/^用户/u) }]);
  });

  it("a child in a school is no employee of it", () => {
    expect(read("儿子在育红小学，今年三年级")[0]?.attribute).toBe("school");
    expect(read("我在育红小学教书").map((each) => each.attribute)).toContain("employer");
  });

  it.each(["我的手机号是[redacted:phone]", "My number is [redacted:phone]", "我身份证号[redacted:id-card]"])(
    "nothing is kept of what was wholly cut out (P25): %s",
    (text) => {
      expect(read(text)).toEqual([]);
    },
  );

  it("a mask that shows an end still tells something", () => {
    expect(read("我的手机号是[redacted:phone:5678]")).toHaveLength(1);
  });

  it.each([
    ["我去年搬到烟台了", "（现在住在烟台）"],
    ["relocated to Ghent in March", "(now lives in Ghent)"],
  ])("who moved lives there now: %s", (text, now) => {
    expect(read(text)[0]?.content).toContain(now);
  });

  it.each(["我下个月要搬到烟台", "我在考虑搬到烟台", "I'm moving to Ghent next month"])(
    "who is only to move does not yet: %s",
    (text) => {
      expect(read(text).map(({ content }) => content)).not.toContainEqual(expect.stringMatching(/现在住在|now lives/u));
    },
  );

  it.each([
    ["姓名：方朔\n职业：木匠\n爱好：我喜欢钓鱼", "姓名"],
    ["Budget: I have 400 left\nDeadline: I need it on Friday", "Budget"],
  ])("a form is no talk of several: %s", (text, label) => {
    expect(read(text).map(({ subject }) => subject)).not.toContain(label);
  });

  it("one who shares the keyboard speaks of themselves to the end of the turn", () => {
    const found = read("Sister Ines writing: I need large print and I can't use the mouse");
    expect(found.map(({ subject }) => subject)).toEqual(found.map(() => "Ines"));
    expect(found.length).toBeGreaterThan(0);
  });

  it("what another of the talk wants forgotten is no wish of the user's", () => {
    expect(read("小秦：我下周休假\n小柳：忘掉我对虾过敏").map(({ subject }) => subject)).not.toContain("user");
  });
});
