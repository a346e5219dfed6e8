import { describe, expect, it } from "vitest";
import { toThirdPersonEnglish } from "./third-person-en.js";
import { toThirdPersonChinese } from "./third-person-zh.js";

describe("in the third person", () => {
  it.each([
    ["I quite like playing the oboe", "The user quite likes playing the oboe"],
    ["I rather prefer the early shift", "The user rather prefers the early shift"],
    ["We both love sea swimming", "The user loves sea swimming"],
    ["We all baked our own pies", "The user baked the user's own pies"],
    ["We each have a locker", "The user has a locker"],
    ["two of us have a locker", "two of the user's group have a locker"],
  ])("%s", (said, told) => expect(toThirdPersonEnglish(said)).toBe(told));

  it.each([
    ["我的曲子来自我在西藏的旅行", "用户的曲子来自用户在西藏的旅行"],
    ["他喜欢自我介绍", "他喜欢自我介绍"],
    ["我忘我地工作", "用户忘我地工作"],
  ])("%s", (said, told) => expect(toThirdPersonChinese(said)).toBe(told));
});
