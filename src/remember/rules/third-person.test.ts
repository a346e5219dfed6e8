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
    ["We were neighbours for years", "The user was neighbours for years"],
    ["I cross-stitch on trains", "The user cross-stitches on trains"],
    ["I usually read the minutes first", "The user usually reads the minutes first"],
    ["I read the minutes yesterday", "The user read the minutes yesterday"],
    ["I like to sketch maps and cook", "The user likes to sketch maps and cook"],
    ["I sketch maps and cook on Sundays", "The user sketches maps and cooks on Sundays"],
    ["My cousin and I run a kiosk", "The user's cousin and the user run a kiosk"],
    ["My name is Odd and I am glad to be here", "The user's name is Odd and the user is glad to be here"],
  ])("%s", (said, told) => expect(toThirdPersonEnglish(said)).toBe(told));

  it.each([
    ["我的曲子来自我在西藏的旅行", "用户的曲子来自用户在西藏的旅行"],
    ["他喜欢自我介绍", "他喜欢自我介绍"],
    ["我忘我地工作", "用户忘我地工作"],
    ["我觉得我目前的班次太密", "用户觉得自己目前的班次太密"],
    ["我想我会去报名", "用户想自己会去报名"],
    ["我希望我妈少操心", "用户希望用户的妈妈少操心"],
  ])("%s", (said, told) => expect(toThirdPersonChinese(said)).toBe(told));
});
