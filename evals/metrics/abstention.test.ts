import { describe, expect, it } from "vitest";
import { abstainAuc, abstainF1, abstainPrecision, abstainRecall, abstentionMeasures } from "./abstention.js";
import type { RetrievalRow } from "./retrieval.js";

let counter = 0;
function asked(unanswerable: boolean, returned: number, best?: number): RetrievalRow {
  const gold = unanswerable ? [] : [1];
  const id = `q${++counter}`;
  const row = { id, conversation: "c", category: "x", unanswerable, returned, goldRanks: gold, goldSessionRanks: gold };
  return best === undefined ? row : { ...row, best };
}

describe("empty answers against unanswerable questions", () => {
  const rows = [asked(true, 0), asked(true, 0), asked(true, 3), asked(false, 0), asked(false, 5)];

  it("gives recall, precision and their harmonic mean", () => {
    expect(abstainRecall(rows)).toBeCloseTo(2 / 3);
    expect(abstainPrecision(rows)).toBeCloseTo(2 / 3);
    expect(abstainF1(rows)).toBeCloseTo(2 / 3);
    expect(abstainF1([asked(true, 0), asked(true, 1), asked(false, 1)])).toBeCloseTo(2 / 3);
  });

  it("has no precision without an empty answer, and an f1 of 0", () => {
    const never = [asked(true, 3), asked(false, 3)];
    expect(abstainPrecision(never)).toBeUndefined();
    expect(abstainRecall(never)).toBe(0);
    expect(abstainF1(never)).toBe(0);
  });

  it("has no recall without unanswerable questions", () => {
    expect(abstainRecall([asked(false, 0)])).toBeUndefined();
    expect(abstentionMeasures([asked(false, 0)])).toEqual([]);
  });

  it("leaves out questions that are neither answerable by a turn nor unanswerable", () => {
    const neither = { ...asked(false, 0), goldRanks: [] };
    const [recall] = abstentionMeasures([asked(true, 0), neither]);
    expect(recall?.applies(neither)).toBe(false);
  });
});

describe("auc", () => {
  it("is 1 when every answerable question scores higher, 0 when lower, ½ for ties", () => {
    expect(abstainAuc([asked(true, 1, 0.1), asked(false, 1, 0.9)])).toBe(1);
    expect(abstainAuc([asked(true, 1, 0.9), asked(false, 1, 0.1)])).toBe(0);
    expect(abstainAuc([asked(true, 1, 0.5), asked(false, 1, 0.5)])).toBe(0.5);
  });

  it("agrees with counting pairs", () => {
    const scores = [0.3, 0.7, 0.7, 0.2, 0.9, 0.3, 0.5];
    const rows = scores.map((best, index) => asked(index % 3 === 0, 1, best));
    let wins = 0;
    let pairs = 0;
    for (const a of rows.filter((row) => !row.unanswerable)) {
      for (const b of rows.filter((row) => row.unanswerable)) {
        pairs++;
        if ((a.best ?? 0) > (b.best ?? 0)) wins++;
        else if (a.best === b.best) wins += 0.5;
      }
    }
    expect(abstainAuc(rows)).toBeCloseTo(wins / pairs, 10);
  });

  it("needs both kinds and their scores", () => {
    expect(abstainAuc([asked(true, 1, 0.1)])).toBeUndefined();
    expect(abstainAuc([asked(true, 1), asked(false, 1)])).toBeUndefined();
  });
});
