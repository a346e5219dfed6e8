import { describe, expect, it } from "vitest";
import { findSlots } from "./find-slots.js";
import { IMPLIED_SLOTS } from "./implied-slots.js";

/** Clause, subject, attribute, value. */
type Case = readonly [clause: string, subject: string, attribute: string, value: string];

const VALUES: readonly Case[] = [
  ["My rent is 1450 a month now", "user", "rent", "1450 a month"],
  ["My rent went up to 1600", "user", "rent", "1600"],
  ["my salary is 70k now", "user", "salary", "70k"],
  ["My hourly rate is now 85 euros", "user", "hourly rate", "85 euros"],
  ["We raised our day rate to 700", "user", "day rate", "700"],
  ["The doctor upped my dose to 75 micrograms", "user", "dose", "75 micrograms"],
  ["The bakery's opening hours are 8 to 5", "bakery", "opening hours", "8 to 5"],
  ["The hall's capacity is 240", "hall", "capacity", "240"],
  ["Our headcount is 42", "user", "headcount", "42"],
  ["The deadline for the grant is 12 March", "grant", "deadline", "12 March"],
  ["My seat is 14C", "user", "seat", "14C"],
  ["My shoe size is 41", "user", "shoe size", "41"],
  ["My phone is a Pixel 9", "user", "phone", "a Pixel 9"],
  ["I upgraded my phone to a Pixel 9", "user", "phone", "a Pixel 9"],
  ["My new phone number ends in 4431", "user", "phone number", "4431"],
  ["My doctor is Dr Osei", "user", "doctor", "Dr Osei"],
  ["My daughter's school is Elmfield Primary", "user's daughter", "school", "Elmfield Primary"],
  ["My gym time is 7 pm", "user", "gym time", "7 pm"],
  ["My commute takes 55 minutes now", "user", "commute", "55 minutes"],
  ["My password hint is the name of my first cat", "user", "password hint", "the name of my first cat"],
  ["The colour of the hall was changed to teal", "hall", "colour", "teal"],
  ["The speed limit on our street was cut to 30", "street", "speed limit", "30"],
  ["Tom's rent is now 900", "Tom", "rent", "900"],
  ["My wife's car is a Kia", "user's wife", "car", "a Kia"],
  ["My sister's wedding was moved to 11 May", "user's sister", "wedding day", "11 May"],
  ["Our fiscal year starts in July", "user", "fiscal year starts", "July"],
  ["My thesis is on nitrogen runoff", "user", "thesis topic", "nitrogen runoff"],
  ["我房租现在是3200一个月", "user", "rent", "3200一个月"],
  ["我的课时费是200一小时", "user", "hourly rate", "200一小时"],
  ["我工资涨到1万5了", "user", "salary", "1万5"],
  ["医生把剂量加到40毫克了", "user", "dose", "40毫克"],
  ["礼堂容量是240人", "礼堂", "capacity", "240人"],
  ["我的外号叫小蘑菇", "user", "nickname", "小蘑菇"],
  ["我的座位换到22排了", "user", "seat", "22排"],
  ["报销系统的负责人换成老周了", "报销", "owner", "老周"],
  ["客厅的颜色改成浅绿色了", "客厅", "colour", "浅绿色"],
  ["我的手机换成Pixel 9了", "user", "phone", "Pixel 9"],
  ["我女儿的学校是育才小学", "user's daughter", "school", "育才小学"],
  ["我健身时间改到晚上七点了", "user", "gym time", "晚上七点"],
  ["我通勤要40分钟", "user", "commute", "40分钟"],
  ["我姐的婚礼改到5月11号了", "user's sister", "婚礼日期", "5月11号"],
  ["小林的房租现在是900", "小林", "rent", "900"],
  ["我们把周会改到周四上午10点了", "user", "meeting time", "周四上午10点"],
  ["瑜伽课换到310教室了", "瑜伽课", "location", "310教室"],
  ["山雀的上线时间往后推到明年二月三号了", "山雀", "launch date", "明年二月三号"],
  ["发布时间往前提到九月了", "", "launch date", "九月"],
  ["糖糖下个月就转到滨河小学了", "糖糖", "school", "滨河小学"],
  ["我们公司差旅上限是每天300元", "差旅", "limit", "每天300元"],
  ["公司的差旅上限是350", "差旅", "limit", "350"],
  ["差旅上限提高到350了", "差旅", "limit", "350"],
  ["医生把我爸的药换成氯沙坦了", "user's father", "药", "氯沙坦"],
  ["订单 KX-2207 的优先级是 P3", "KX-2207", "priority", "P3"],
  ["KX-2207 升到 P1 了", "KX-2207", "priority", "P1"],
  ["任务 KX-2207 转给小唐跟进了", "KX-2207", "owner", "小唐"],
  ["KX-2207 分给何敏处理", "KX-2207", "owner", "何敏"],
  ["网关改用 Go 了", "网关", "language", "Go"],
  ["山雀网关用 Go 写", "山雀网关", "language", "Go"],
  ["押金现在两千", "", "deposit", "两千"],
  ["起订量降到200件", "", "minimum order", "200件"],
  ["我现在体重66公斤", "user", "weight", "66公斤"],
];

describe("any noun is an attribute of its possessor (P02, P30)", () => {
  it.each(VALUES)("%s", (clause, subject, attribute, value) => {
    expect(findSlots(clause)[0]).toMatchObject({ subject, attribute, value, cardinality: "single" });
  });

  // The day, the condition and the adverb that were cut through are no noun.
  it.each([
    "我平时周三晚上有瑜伽课",
    "我每周三晚上有游泳课",
    "去深圳的话上限是600",
    "下雨的话集合地点是体育馆",
    "我健身卡到明年三月到期",
  ])("reads no attribute where none is named: %s", (clause) => {
    expect(findSlots(clause).filter(({ slot }) => slot.startsWith("attribute."))).toEqual([]);
  });

  it.each([
    ["The entry code changed to 4471", "door code", "4471"],
    ["The membership fee went up to 39 euros", "membership fee", "39 euros"],
    ["会员费涨到39块", "会员费", "39块"],
    ["航班改到20:15了", "航班时间", "20:15"],
    ["房贷利率从3.1%涨到4.4%", "房贷利率", "4.4%"],
  ])("leaves open whose it is: %s", (clause, attribute, value) => {
    expect(findSlots(clause)[0]).toMatchObject({ attribute, value, elliptic: true });
  });

  it.each([
    ["My 5k personal best is 24:10", "My best time for the 10k is now 48 minutes"],
    ["My yoga class is at 18:00", "My yoga class is in room 204"],
    ["My account manager at the bank is Noor Haddad", "My account manager at the gym is Ivo Blum"],
    ["我5公里最好成绩是24分10秒", "我10公里的最好成绩现在是48分钟"],
    ["周二的课在5教室", "周四的课在9教室"],
    ["我女儿的学校是育才小学", "我儿子的学校是江南小学"],
    ["Tom's rent is now 900", "My rent is now 900"],
  ])("keeps apart: %s / %s", (first, second) => {
    const [a, b] = [first, second].map((clause) => {
      const [slot] = findSlots(clause);
      return slot === undefined ? clause : { of: slot.subject, what: slot.attribute, which: slot.qualifiers };
    });
    expect(a).toBeTypeOf("object");
    expect(b).toBeTypeOf("object");
    expect(a).not.toEqual(b);
  });

  it.each([
    ["My friend is Ana", "friend"],
    ["Lina's hobby is pottery", "hobby"],
  ])("one may have several: %s", (clause, attribute) => {
    expect(findSlots(clause)[0]).toMatchObject({ attribute, cardinality: "multi" });
  });

  it.each([
    "My phone is dead again",
    "My car is in the shop",
    "My flight is delayed",
    "My week has been long",
    "The weather changed to rain",
    "我手机没电了",
    "我手机是3年前买的",
    "我心情变成灰色了",
    "房东就是不肯修",
  ])("sees no slot in %s", (clause) => {
    expect(findSlots(clause)).toEqual([]);
  });
});

describe("verbs that imply an attribute", () => {
  it.each(IMPLIED_SLOTS.map(({ example, expects }) => [example, ...expects] as const))(
    "%s",
    (example, subject, attribute, value) => {
      expect(findSlots(example)[0]).toMatchObject({ subject, attribute, value });
    },
  );
});
