import { describe, expect, it } from "vitest";
import { createFakeReader } from "./fake-reader.js";
import { describePairReader } from "./pair-reader.js";

describePairReader("fake", {
  create: () => createFakeReader({ table: [{ first: /Leeds|成都/u, update: 0.7, same: 0.2 }, { worth: 0.4 }] }),
});

describe("fake reader", () => {
  it("says what the first fitting line of its table says, figure by figure, and keeps what it was asked", async () => {
    const reader = createFakeReader({
      table: [
        { first: "I live in Leeds.", second: /York/u, update: 0.9 },
        { second: /York/u, update: 0.1, answers: 0.8 },
        { worth: 0.5 },
      ],
    });
    const moved = { first: "I live in Leeds.", second: "I moved to York." };
    const other = { first: "Where do you live?", second: "In York." };
    expect(await reader.readRelations([moved, other])).toEqual([
      { update: 0.9, same: 0 },
      { update: 0.1, same: 0 },
    ]);
    expect(await reader.readAnswers([moved])).toEqual([0.8]);
    expect(await reader.readWorth([other, moved])).toEqual([0.5, 0.5]);
    expect(reader.asked.map(({ reading, pair }) => [reading, pair.second])).toEqual([
      ["relations", "I moved to York."],
      ["relations", "In York."],
      ["answers", "I moved to York."],
      ["worth", "In York."],
      ["worth", "I moved to York."],
    ]);
  });

  it("fails where it is told to", async () => {
    const reader = createFakeReader({
      failure: ({ second }) => (second === "broken" ? new Error("not today") : undefined),
    });
    await expect(reader.readWorth([{ first: "", second: "broken" }])).rejects.toThrow("not today");
    expect(await reader.readWorth([{ first: "", second: "whole" }])).toEqual([0]);
  });
});
