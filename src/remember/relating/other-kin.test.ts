import { describe, expect, it } from "vitest";
import { areTwoPeople, isOfOtherKin, takesUpMatter } from "./other-slot.js";

const about = (subject: string) => ({ subject, qualifiers: {} });

describe("P30 whom a statement can change", () => {
  it.each([
    ["user's mother", "user's doctor", true],
    ["user's son", "user's child", false],
    ["user's wife", "user's wife", false],
    ["user", "user's wife", false],
  ])("%s and %s are two people: %s", (one, other, expected) => {
    expect(areTwoPeople(about(one), about(other))).toBe(expected);
  });

  it("goes on about somebody where a whole expression of what was said of them comes again", () => {
    expect(takesUpMatter("分数出来了，第二专业改填会计", "儿子第二专业报的是法语")).toBe(true);
    expect(takesUpMatter("我第二专业改填会计", "儿子第二专业报的是法语")).toBe(false);
    expect(takesUpMatter("分数出来了，改填会计", "儿子第二专业报的是法语")).toBe(false);
  });

  it("takes children by their order for as many (P30)", () => {
    const child = (person: string) => ({ subject: "user's daughter", qualifiers: { person } });
    expect(areTwoPeople(child("大女儿"), child("小女儿"))).toBe(true);
    expect(areTwoPeople(child("大女儿"), child("朵朵"))).toBe(false);
  });

  it.each([
    ["I'm not allergic to prawns after all", true],
    ["my daughter isn't allergic after all", false],
    ["she isn't allergic after all", false],
    ["我女儿不过敏了", false],
    ["我其实不过敏", true],
  ])("leaves what is known of the daughter: %s, %s", (words, expected) => {
    expect(isOfOtherKin(about("user"), words, about("user's daughter"))).toBe(expected);
  });
});
