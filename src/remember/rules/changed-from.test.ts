import { describe, expect, it } from "vitest";
import { readPieces } from "./units.js";

const pieces = (text: string) => readPieces({ text, start: 0, end: text.length });

describe("a clause that says what was, and the next one what it has become", () => {
  it.each([
    ["以前都是六点关门，夏天起改成七点半了", "", "七点半"],
    ["店里以前早上八点开门，装修以后改成九点", "店里", "九点"],
    ["上个月工资涨了，从八千涨到九千五", "", "九千五"],
    ["My rent went up, from 900 to 1050", "user", "1050"],
  ])("are one, and what it fills has the new value: %s", (text, subject, value) => {
    const [change, ...others] = pieces(text);
    expect(others).toEqual([]);
    expect(change?.text).toBe(text);
    expect(change?.slots.map((slot) => [slot.subject, slot.value])).toEqual([[subject, value]]);
  });

  it.each([
    "以前住在城东，离公司很远",
    "我以前学过画画，后来改名叫阿勉",
    "My rent is due, from what I heard to the landlord",
  ])("or are not: %s", (text) => expect(pieces(text).length).toBeGreaterThan(1));
});
