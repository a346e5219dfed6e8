import { describe, expect, it } from "vitest";
import { isOfOtherSlot } from "./other-slot.js";

const slot = (subject: string, attribute?: string, qualifiers: Readonly<Record<string, string>> = {}) => ({
  subject,
  qualifiers,
  ...(attribute === undefined ? {} : { attribute }),
});

describe("P30 what fills another slot", () => {
  it.each([
    ["another subject", slot("Placekicker", "sport"), slot("Goalkeeper", "sport")],
    ["another attribute of a named thing", slot("Norway", "capital"), slot("Norway", "language")],
    ["both", slot("hockey", "country"), slot("Ana Ruiz", "position")],
    ["another thing, in Chinese", slot("红隼", "database"), slot("白鹭", "database")],
    ["another matter of the user's", slot("user", "employer"), slot("user", "home")],
    ["what another speaker said", slot("user", undefined, { speaker: "Ana" }), slot("user", "home", { speaker: "Bo" })],
    [
      "what another speaker said, in Chinese",
      slot("user", undefined, { speaker: "程岚" }),
      slot("user", undefined, { speaker: "周野" }),
    ],
  ])("%s", (_name, statement, memory) => {
    expect(isOfOtherSlot(statement, memory)).toBe(true);
  });

  it.each([
    ["the same slot", slot("Norway", "capital"), slot("norway", "capital")],
    ["one slot named more closely", slot("user", "sertraline"), slot("user", "dose", { part: "sertraline" })],
    ["a slot that is said to be new", slot("user", "new savings goal"), slot("user", "savings goal")],
    ["one slot, in Chinese", slot("user", "预算"), slot("展位", "预算")],
    ["a statement without a slot", slot("user"), slot("Norway", "capital")],
    ["the same speaker's", slot("user", undefined, { speaker: "Ana" }), slot("user", undefined, { speaker: "ana" })],
  ])("is not %s", (_name, statement, memory) => {
    expect(isOfOtherSlot(statement, memory)).toBe(false);
  });
});
