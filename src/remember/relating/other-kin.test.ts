import { describe, expect, it } from "vitest";
import { areTwoPeople, isOfOtherKin } from "./other-slot.js";

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
