import { describe, expect, it } from "vitest";
import type { Turn } from "../../domain/index.js";
import { complete } from "./completion.js";
import { coordinates } from "./coordinated.js";
import { restate } from "./restated.js";

function turn(text: string, position: number): Turn {
  return { id: `turn_${position}`, role: "user", text, position } as unknown as Turn;
}

/** What the last of the sentences says whole, after the others in turns before it. */
function completed(...texts: readonly string[]): string | undefined {
  const turns = texts.map(turn);
  const text = texts.at(-1) ?? "";
  const last = turns.at(-1);
  return last === undefined
    ? undefined
    : complete(last, turns.slice(0, -1), { text, start: 0, end: text.length })?.text;
}

describe("a new value alone becomes the statement that it changes", () => {
  it.each([
    [
      ["Our review with Hallam is on Wednesday at 3.", "make that Thursday"],
      "Our review with Hallam is on Thursday at 3.",
    ],
    [["We need 12 crates for the depot.", "actually 15, not 12"], "We need 15 crates for the depot."],
    [["We need 12 crates for the depot.", "Sorry, it's 15"], "We need 15 crates for the depot."],
    [["The hearing is on 3 May.", "they moved it to the 17th"], "The hearing is on 17 May."],
    [["Team sync is Mondays 9:30.", "10:00 from next week, sorry"], "Team sync is Mondays 10:00 from next week"],
    [["The quote is £420 per seat.", "no wait, 460"], "The quote is £460 per seat."],
    [["I booked a table for 6 on Saturday.", "two more are coming, so it's 8"], "I booked a table for 8 on Saturday."],
    [["My accountant is Fenella Brook.", "No, I meant Dorian Lusk"], "My accountant is Dorian Lusk."],
    [["We need 12 crates.", "make it 15", "actually 18"], "We need 18 crates."],
    [["跟恒远的评审会定在周三下午三点。", "改成周四吧"], "跟恒远的评审会定在周四下午三点。"],
    [
      ["The upgrade is planned for 12 May.", "scratch that, Lenka says it'll be 19 May"],
      "The upgrade is planned for 19 May.",
    ],
    [["何姐周二休息。", "哦说错了，何姐是周五休息，不是周二"], "何姐周五休息。"],
    [["每周给东城店送12箱苹果。", "说错了，是15箱"], "每周给东城店送15箱苹果。"],
    [["标书截止是6月5号。", "延到12号了"], "标书截止是6月12号。"],
    [["例会每周一九点半。", "下周起十点"], "下周起，例会每周一十点。"],
    [["发票抬头是青禾科技有限公司。", "更新成这个：青禾数据有限公司"], "发票抬头是青禾数据有限公司。"],
    [["这批货8月20号交，一共500件。", "改成600件，交期不变。"], "这批货8月20号交，一共600件。"],
    [["周六订了6个人的位子。", "又多了两个人，8个人"], "周六订了8个人的位子。"],
    [["每组12个人。", "不是12个，是14个"], "每组14个人。"],
    [["We meet in room 4.", "it's room 6 now"], "We meet in room 6."],
    [["Dinner is at 7 on Friday.", "8 is better actually"], "Dinner is at 8 on Friday."],
    [["订了周五晚上七点的包间。", "还是八点吧"], "订了周五八点的包间。"],
    [["礼物预算定在300。", "提到350吧"], "礼物预算定在350。"],
  ])("%j", (texts, whole) => {
    expect(completed(...texts)).toBe(whole);
  });

  it.each([
    // names what it is about
    [["We need 12 crates.", "The Leeds depot needs 15"]],
    // nothing of its sort was said
    [["I like short meetings.", "make that Thursday"]],
    // two values could be meant
    [["We open from 9:00 to 17:00.", "make that 18:00"]],
    // only this once
    [["The sync is on Mondays.", "make it Tuesday just this week"]],
    [["例会在周一。", "这周改成周二"]],
    // asked, not said
    [["The sync is on Mondays.", "could we make that Tuesday?"]],
    [["例会在周一。", "改成周二行吗"]],
    [["我的航班是6月12号。", "今天是14号"]],
    [["We need 12 crates.", "I ate 15 dumplings"]],
  ])("leaves %j as it is", (texts) => {
    expect(completed(...texts)).toBeUndefined();
  });
});

describe("two things said of one head", () => {
  it.each([
    [
      "Mia has piano on Tuesdays and swimming on Thursdays.",
      ["Mia has piano on Tuesdays", "Mia has swimming on Thursdays"],
    ],
    ["朵朵周二学钢琴，周四游泳。", ["朵朵周二学钢琴", "朵朵周四游泳"]],
    ["Mia has piano on Tuesdays and loves it.", undefined],
    ["I have a dog and two cats.", undefined],
    ["从周二到周四，周五休息。", undefined],
  ])("%s", (text, parts) => {
    expect(coordinates({ text, start: 0, end: text.length })?.map((part) => part.text)).toEqual(parts);
  });
});

describe("one thing said in two halves", () => {
  it.each([
    ["My sister has a new manager, Lindsay.", "My sister's manager is Lindsay"],
    ["Ben's got a new swim coach, Mr Okoye", "Ben's swim coach is Mr Okoye"],
    ["My delivery address has changed, it's 12 River Road now", "My delivery address is now 12 River Road"],
    ["收货地址改一下，江南大道12号。", "收货地址改成江南大道12号"],
    ["审批人换成了何涛，HT-2093 那个。", "HT-2093 的审批人换成了何涛"],
    ["预算加到20万了，白鹭那个", "白鹭 的预算加到20万了"],
  ])("%s", (said, whole) => {
    expect(restate(said)?.text).toBe(whole);
  });

  it.each([
    ["周末又跑了一个半马，1小时49分。", "我的半马最好成绩你帮我更新成这个", "我的半马最好成绩是1小时49分"],
    ["Ran the 10k in 48:10 today.", "update my personal best to that", "my personal best is 48:10"],
  ])("%s %s", (before, said, whole) => {
    expect(restate(said, before)?.text).toBe(whole);
  });

  it.each([
    "We had a new idea, Friday night",
    "我换了手机，很好用",
    "天气变了，记得带伞",
    "I have a new phone, it is great",
  ])("%s is none", (said) => {
    expect(restate(said)).toBeUndefined();
  });
});
