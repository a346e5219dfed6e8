import { describe, expect, it } from "vitest";
import { findSlots } from "./find-slots.js";

function homeIn(text: string): string | undefined {
  return findSlots(text).find(({ attribute, subject }) => attribute === "home" && subject === "user")?.value;
}

describe("where the user lives (P02, P30)", () => {
  it.each([
    ["I live in a tiny flat in Leith", "Leith"],
    ["We moved to a terraced house in Gateshead", "Gateshead"],
    ["Just moved to Bristol", "Bristol"],
    ["I have lived in Turin for two years", "Turin"],
    ["I relocated to Aberhaven in 2019", "Aberhaven"],
    ["我去年搬到临溪了", "临溪"],
    ["我现在住在临溪", "临溪"],
    ["我们在临溪定居了", "临溪"],
  ])("%s", (text, place) => {
    expect(homeIn(text)).toBe(place);
  });

  it.each([
    "I'm training for the Shanghai Marathon in November",
    "I lived in Turin for two years",
    "I live in hope",
    "We settled in for the night",
    "We moved to Microsoft Teams",
    "I'm flying to Lisbon on Friday",
    "I'd love to live in Kyoto",
    "I ran the Hamburg half on Sunday",
    "We moved the meeting to Cardiff",
    "我在备战上海马拉松",
    "在考虑明年搬到临溪",
    "我想搬去成都",
    "我差点搬到深圳",
    "要是搬到成都就好了",
    "我以前住在北京",
    "我住在酒店",
    "上周住在朋友家",
    "我们公司搬到望京了",
    "我在厦门出差",
  ])("%s names no home", (text) => {
    expect(homeIn(text)).toBeUndefined();
  });

  it.each(["我准备跳槽到青梧出版社", "我曾在云岭科技工作", "我2015年在金鼎传媒上班", "我本来要入职青梧出版社的"])(
    "%s names no employer",
    (text) => {
      expect(findSlots(text).some(({ attribute }) => attribute === "employer")).toBe(false);
    },
  );

  it("takes no name for the speaker's that was said of another", () => {
    expect(findSlots("现在叫花卷")).toEqual([]);
  });
});

describe("values of weekdays and of weekends", () => {
  it.each([
    ["工作日我六点起床", "weekdays"],
    ["周末九点起床", "weekends"],
    ["I get up at 6 on weekdays", "weekdays"],
    ["At weekends I get up at 9", "weekends"],
    ["I get up at 7", undefined],
    ["We moved Alder to CockroachDB over the weekend", undefined],
    ["这个周末八点起床", undefined],
  ])("%s: %s", (text, occasion) => {
    const [slot] = findSlots(text);
    expect(slot).toBeDefined();
    expect(slot?.qualifiers.occasion).toBe(occasion);
  });
});
