import { describe, expect, it } from "vitest";
import { isMomentary } from "./momentary.js";

describe("what holds for an hour is no memory (P01)", () => {
  it.each([
    "The user is starving and can't wait for lunch.",
    "The user can't stop laughing.",
    "The user is stuck in traffic.",
    "The user just spilled tea on the user's keyboard.",
    "The user's phone is at four percent.",
    "That was a typo, sorry.",
    "用户快冻僵了。",
    "用户现在堵在路上。",
    "用户手机快没电了。",
    "用户刚刚没说清楚。",
  ])("%s", (content) => {
    expect(isMomentary(content)).toBe(true);
  });
  it.each([
    "The user is always hungry before noon.",
    "The user is allergic to latex.",
    "The user's phone number ends in 42.",
    "The user is on a low-salt diet.",
    "The user lost the user's father in May.",
    "用户一直睡不着，吃褪黑素。",
    "用户在地铁公司上班。",
    "用户冬天手脚容易冻伤。",
    "用户的手机是小米。",
  ])("but: %s", (content) => {
    expect(isMomentary(content)).toBe(false);
  });
});
