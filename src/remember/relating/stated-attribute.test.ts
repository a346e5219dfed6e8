import { describe, expect, it } from "vitest";
import { isOfOtherNumber, isOthersClaim, saysUnchanged } from "./beside-first.js";
import { mayState } from "./stated-attribute.js";

describe("whether words say anything of what somebody is known by (P30)", () => {
  it.each([
    ["home", "I am training for the Shanghai Marathon", false],
    ["home", "我在备战上海马拉松", false],
    ["home", "We finally moved to Bristol", true],
    ["home", "搬到临溪了", true],
    ["employer", "Corvane pays on time", false],
    ["employer", "I joined Corvane", true],
    ["employer", "云岭的合同三月续签", false],
    ["employer", "下周去云岭入职", true],
    ["allergy", "Prawns were on the menu", false],
    ["allergy", "复查说其实不过敏", true],
    ["budget", "anything may be said of it", true],
  ])("%s: %s", (attribute, text, may) => {
    expect(mayState(attribute, text)).toBe(may);
  });
});

describe("what leaves the first statement standing", () => {
  it.each([
    ["Year 5 has PE on Tuesdays.", "Year 4 PE moves to Thursdays.", true],
    ["五班周二上体育课。", "四班的体育课调到周四了。", true],
    ["Room 12 is booked for Mondays", "Room 12 is booked for Tuesdays now", false],
    ["四班周一上体育课。", "四班的体育课调到周四了。", false],
    ["The left gate opens at 7.", "The right gate opens at 10 from now on.", true],
    ["蓝杯子卖9块。", "绿杯子降到8块了。", true],
    ["The meeting is in room 4", "The meeting is in room 5", false],
  ])("%s %s is of another number: %s", (first, second, other) => {
    expect(isOfOtherNumber(first, second)).toBe(other);
  });

  it.each([
    ["交期不变。", true],
    ["The deadline stays as it is", true],
    ["改成600件，交期不变", false],
    ["The price rose", false],
  ])("%s says that nothing changed: %s", (text, says) => {
    expect(saysUnchanged(text)).toBe(says);
  });

  it.each([
    ["有个顾客说“你们退货期才7天”，他记错了。", true],
    ['A customer wrote "your refund window is 14 days", which is wrong.', true],
    ['发票抬头一律写"澄观数字有限公司"', false],
    ['民宿名字叫"半山听雨"', false],
    ["The refund window is 14 days now", false],
  ])("%s is somebody else's claim: %s", (text, is) => {
    expect(isOthersClaim(text)).toBe(is);
  });
});
