import { describe, expect, it } from "vitest";
import { aroundOf } from "./around.js";

describe("what is said around a statement", () => {
  it.each([
    ["We've changed it. Standup is at ten.", "Standup is at ten.", "We've changed it. Standup is at ten."],
    ["换供应商了。以后找蓝桥公司。", "以后找蓝桥公司", "换供应商了。 以后找蓝桥公司。"],
  ])("is the whole of a short turn: %s", (turn, evidence, around) => {
    expect(aroundOf(turn, evidence)).toBe(around);
  });

  it("leaves out what is asked beside it", () => {
    expect(aroundOf("The gym closed for good. I swim now. Any tips?", "I swim now.")).toBe(
      "The gym closed for good. I swim now.",
    );
  });

  it("is none where the statement is all that was said, or does not stand in the turn", () => {
    expect(aroundOf("I swim now.", "I swim now.")).toBeUndefined();
    expect(aroundOf("I swim now.", "I run now.")).toBeUndefined();
  });

  it("is bounded in a long turn to the sentences beside it", () => {
    const far = "Nothing of this has anything to do with the matter at hand, it only fills the page. ";
    const around = aroundOf(`${far.repeat(6)}We left Corvo. The bank is Alder. ${far.repeat(3)}`, "The bank is Alder.");
    expect(around).toContain("We left Corvo. The bank is Alder.");
    expect(around?.length).toBeLessThan(300);
  });
});
