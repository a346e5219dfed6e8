import { describe, expect, it } from "vitest";
import { extractF1, matchEdges, maximumMatching, SUPERSESSION_MEASURES, type SupersessionRow } from "./supersession.js";

const base: SupersessionRow = {
  id: "b",
  conversation: "b",
  category: "x",
  expectedEdges: 0,
  foundEdges: 0,
  madeEdges: 0,
  wrongEdges: 0,
  mustNotSupersede: false,
  goldUnits: 0,
  foundUnits: 0,
  memories: 0,
};

function value(name: string, rows: readonly SupersessionRow[]): number | undefined {
  const measure = SUPERSESSION_MEASURES.find((known) => known.name === name);
  if (measure === undefined) throw new Error(`no measure ${name}`);
  return measure.compute(rows.filter(measure.applies));
}

describe("edges", () => {
  it("are found when both ends stand for the right claims", () => {
    expect(matchEdges([["a", "b"]], [{ old: ["a"], next: ["b"] }])).toEqual({ found: 1, wrong: 0 });
    expect(matchEdges([["a", "b"]], [{ old: ["b"], next: ["a"] }])).toEqual({ found: 0, wrong: 1 });
    expect(matchEdges([["a", "b"]], [{ old: [], next: ["b"] }])).toEqual({ found: 0, wrong: 1 });
  });

  it("are matched one to one: a merged memory earns one edge", () => {
    const expected = [
      ["a1", "b1"],
      ["a2", "b2"],
    ] as const;
    expect(matchEdges(expected, [{ old: ["a1", "a2"], next: ["b1", "b2"] }])).toEqual({ found: 1, wrong: 0 });
  });

  it("do not depend on the order in which they were made", () => {
    const expected = [
      ["a", "b"],
      ["a", "c"],
    ] as const;
    const either = { old: ["a"], next: ["b", "c"] };
    const only = { old: ["a"], next: ["b"] };
    expect(matchEdges(expected, [either, only]).found).toBe(2);
    expect(matchEdges(expected, [only, either]).found).toBe(2);
  });

  it("count a double of a right edge as wrong", () => {
    const edge = { old: ["a"], next: ["b"] };
    expect(matchEdges([["a", "b"]], [edge, edge])).toEqual({ found: 1, wrong: 1 });
  });
});

describe("matching", () => {
  it("is as large as it can be", () => {
    const fits = [
      [true, true, false],
      [true, false, false],
      [false, true, true],
    ];
    expect(maximumMatching(3, 3, (left, right) => fits[left]?.[right] ?? false)).toBe(3);
    expect(maximumMatching(2, 0, () => true)).toBe(0);
  });
});

describe("figures", () => {
  it("are shares over all bundles, not means of shares", () => {
    const rows = [
      { ...base, expectedEdges: 2, foundEdges: 1, madeEdges: 2, wrongEdges: 1 },
      { ...base, expectedEdges: 8, foundEdges: 8, madeEdges: 8 },
      { ...base, mustNotSupersede: true, madeEdges: 1, wrongEdges: 1 },
      { ...base, mustNotSupersede: true },
    ];
    expect(value("supersede.recall", rows)).toBe(0.9);
    expect(value("supersede.wrong", rows)).toBeCloseTo(2 / 11);
    expect(value("untouched", rows)).toBe(0.5);
  });

  it("no edge at all is none wrong, and none found", () => {
    const rows = [{ ...base, expectedEdges: 3 }];
    expect(value("supersede.wrong", rows)).toBe(0);
    expect(value("supersede.recall", rows)).toBe(0);
  });

  it("extract.f1 punishes memories without a unit as well as units without a memory", () => {
    const f1 = (row: Partial<SupersessionRow>) => extractF1.compute([{ ...base, ...row }]);
    expect(f1({ goldUnits: 4, foundUnits: 4, memories: 4 })).toBe(1);
    expect(f1({ goldUnits: 4, foundUnits: 2, memories: 2 })).toBeCloseTo(2 / 3);
    expect(f1({ goldUnits: 2, foundUnits: 2, memories: 6 })).toBe(0.5);
  });
});
