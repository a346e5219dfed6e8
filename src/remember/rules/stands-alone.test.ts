import { describe, expect, it } from "vitest";
import { isToListener, standsAlone } from "./stands-alone.js";

describe("standsAlone", () => {
  it.each([
    "The user tried surfing for the first time- it was",
    "The user loves to.",
    "Whenever the user smells fresh bread",
    "The user joined a rowing club and, like Hana said",
    "The user and the cousins plays together",
    "For love and to teach the user's kids responsibility and compassion.",
    "They help the user with the paperwork",
    "That made the user's week",
    "尤其是晚上的时候",
    "让用户感到很有启发",
    "这是用户写的",
  ])("is false of what cannot be read alone: %s", (content) => {
    expect(standsAlone(content)).toBe(false);
  });

  it.each([
    "The user's brother runs the bakery",
    "Whenever the user smells fresh bread, the bakery in Lucca comes to mind",
    "After dinner the user walks the dog",
    "The user works together with Hana on the archive",
    "For nationality, born in Malta but a Canadian citizen since 98",
    "Night porter at a small hotel, four shifts a week",
    "用户每天骑车上班",
    "客户那边的接口人是老范",
  ])("is true of what can: %s", (content) => {
    expect(standsAlone(content)).toBe(true);
  });
});

describe("isToListener", () => {
  it("tells thanks and promises to the listener from statements", () => {
    expect(isToListener("用户会记住你的建议", "我会记住你的建议")).toBe(true);
    expect(isToListener("Let's chat about the user's daily lives.", "Let's chat about our daily lives.")).toBe(true);
    expect(isToListener("The user lives in Leeds", "I live in Leeds")).toBe(false);
  });
});
