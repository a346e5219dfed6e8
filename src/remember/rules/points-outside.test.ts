import { describe, expect, it } from "vitest";
import { pointsOutside } from "./points-outside.js";
import { lacksVerb } from "./stands-alone.js";

describe("a statement that points at something which it does not name", () => {
  it.each([
    "The user started volunteering here after the flood.",
    "The user's aunt gave it to the user when the user was seven.",
    "The user is working on one with the user's choir.",
    "The user hasn't had the time to take them to the groomer.",
    "最后他靠问路找到了车站。",
    "用户的妈妈特别喜欢它",
  ])("%s", (content) => expect(pointsOutside(content)).toBe(true));

  it.each([
    "The user is taking an evening course and it is hard going.",
    "The user thinks it is hard to leave",
    "If it rains the user takes the bus",
    "The user found two kittens and took them home",
    "The user's firm moved, and they pay for the move",
    "老韩走错了路，最后他靠问路找到了车站。",
    "用户的小狗发烧了，最后找了兽医治好了它。",
  ])("or does: %s", (content) => expect(pointsOutside(content)).toBe(false));
});

describe("a statement without a verb", () => {
  it.each(["To meet you, robot.", "Listening to rock music, photography, and painting."])("%s", (content) =>
    expect(lacksVerb(content)).toBe(true),
  );

  it.each([
    "The user paints",
    "Rosa paints fences",
    "Painting fences keeps the user calm",
    "用户画画",
    "Pottery helps the user relax",
  ])("or with one: %s", (content) => expect(lacksVerb(content)).toBe(false));
});
