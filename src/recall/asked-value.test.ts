import { describe, expect, it } from "vitest";
import { askedValue, holdsValue } from "./asked-value.js";

describe("askedValue", () => {
  it.each([
    ["how much is the parking permit", "number"],
    ["车位一个月多少钱", "number"],
    ["when does the permit run out", "time"],
    ["停车证几号到期", "time"],
    ["when did we paint the fence", "event"],
    ["who repaired the roof", "name"],
    ["屋顶是谁修的", "name"],
    ["where is the paint", "place"],
    ["油漆放在哪儿", "place"],
    ["tell me about the fence", undefined],
    ["聊聊篱笆", undefined],
  ] as const)("%s wants %s", (query, kind) => {
    expect(askedValue(query)).toBe(kind);
  });
});

describe("holdsValue", () => {
  it.each([
    ["the permit is 40 a month", "number", true],
    ["the permit is far too dear", "number", false],
    ["车位三百块", "number", true],
    ["车位太贵了", "number", false],
    ["a roofer called Ines repaired it", "name", true],
    ["somebody repaired it", "name", false],
    ["屋顶是老聂修的", "name", true],
    ["the permit runs out on Friday", "time", true],
    ["the permit runs out", "time", false],
    ["we painted it", "event", true],
  ] as const)("%s – %s: %s", (text, kind, holds) => {
    expect(holdsValue(text, kind)).toBe(holds);
  });
});
