import { describe, expect, it } from "vitest";
import { bootstrap, pairedBootstrap, pairRows, resamplingUnits } from "./bootstrap.js";
import { type BaseRow, meanMeasure, quantile } from "./measure.js";
import { seededRandom } from "./random.js";

interface ScoredRow extends BaseRow {
  readonly score: number;
}

const score = meanMeasure<ScoredRow>(
  "score",
  () => true,
  (row) => row.score,
);

function rows(
  conversations: number,
  perConversation: number,
  scoreOf: (conversation: number, index: number) => number,
) {
  return Array.from({ length: conversations }, (_, conversation) =>
    Array.from(
      { length: perConversation },
      (_, index): ScoredRow => ({
        id: `${conversation}/${index}`,
        conversation: `c${conversation}`,
        category: "all",
        score: scoreOf(conversation, index),
      }),
    ),
  ).flat();
}

describe("random numbers", () => {
  it("repeat for a seed, differ between seeds, and stay in [0, 1)", () => {
    const a = Array.from({ length: 200 }, seededRandom(1));
    expect(Array.from({ length: 200 }, seededRandom(1))).toEqual(a);
    expect(Array.from({ length: 200 }, seededRandom(2))).not.toEqual(a);
    expect(a.every((number) => number >= 0 && number < 1)).toBe(true);
    const mean = a.reduce((sum, number) => sum + number, 0) / a.length;
    expect(Math.abs(mean - 0.5)).toBeLessThan(0.1);
  });
});

describe("quantile", () => {
  it("interpolates between neighbours", () => {
    expect(quantile([1, 2, 3, 4], 0.5)).toBe(2.5);
    expect(quantile([1, 2, 3], 0)).toBe(1);
    expect(quantile([1, 2, 3], 1)).toBe(3);
    expect(quantile([], 0.5)).toBeUndefined();
  });
});

describe("resampling units", () => {
  it("are conversations from five on, questions below", () => {
    expect(resamplingUnits(rows(5, 3, () => 1))).toHaveLength(5);
    expect(resamplingUnits(rows(4, 3, () => 1))).toHaveLength(12);
  });
});

describe("bootstrap", () => {
  it("gives value, bounds around it, and the number of rows", () => {
    const figure = bootstrap(
      rows(10, 20, (conversation, index) => (conversation + index) % 2),
      score,
    );
    expect(figure).toMatchObject({ value: 0.5, n: 200 });
    expect(figure?.low).toBeLessThanOrEqual(0.5);
    expect(figure?.high).toBeGreaterThanOrEqual(0.5);
  });

  it("is repeatable", () => {
    const data = rows(8, 5, (conversation, index) => (conversation * index) % 3);
    expect(bootstrap(data, score)).toEqual(bootstrap(data, score));
  });

  it("is wide when conversations differ and narrow when they agree, at the same mean", () => {
    const differing = bootstrap(
      rows(6, 50, (conversation) => conversation % 2),
      score,
    );
    const agreeing = bootstrap(
      rows(6, 50, (_, index) => index % 2),
      score,
    );
    expect(differing?.value).toBe(agreeing?.value);
    expect((differing?.high ?? 0) - (differing?.low ?? 0)).toBeGreaterThan(0.5);
    expect((agreeing?.high ?? 1) - (agreeing?.low ?? 0)).toBe(0);
  });

  it("covers about the normal interval of a share", () => {
    const figure = bootstrap(
      rows(1, 400, (_, index) => (index % 4 === 0 ? 1 : 0)),
      score,
    );
    const expected = 1.96 * Math.sqrt((0.25 * 0.75) / 400);
    expect(((figure?.high ?? 0) - (figure?.low ?? 0)) / 2).toBeCloseTo(expected, 2);
  });

  it("says nothing when no row applies", () => {
    expect(
      bootstrap(
        rows(2, 2, () => 1),
        { ...score, applies: () => false },
      ),
    ).toBeUndefined();
    expect(bootstrap([], score)).toBeUndefined();
  });
});

describe("paired bootstrap", () => {
  it("pairs by id and counts what has no partner", () => {
    const { pairs, unpaired } = pairRows(
      rows(2, 2, () => 1),
      rows(3, 2, () => 0),
    );
    expect(pairs).toHaveLength(4);
    expect(unpaired).toBe(2);
  });

  it("calls a steady gain better and its reverse worse", () => {
    const first = rows(6, 30, (_, index) => (index % 3 === 0 ? 1 : 0));
    const second = rows(6, 30, (_, index) => (index % 3 === 2 ? 0 : 1));
    expect(pairedBootstrap(pairRows(first, second).pairs, score)).toMatchObject({ verdict: "better" });
    expect(pairedBootstrap(pairRows(second, first).pairs, score)).toMatchObject({ verdict: "worse" });
  });

  it("turns the verdict round for figures that are better when lower", () => {
    const first = rows(6, 30, () => 1);
    const second = rows(6, 30, () => 0);
    expect(pairedBootstrap(pairRows(first, second).pairs, { ...score, better: "lower" })).toMatchObject({
      verdict: "better",
    });
  });

  it("calls a gain on a few and a loss on a few noise", () => {
    const first = rows(1, 100, (_, index) => (index < 50 ? 1 : 0));
    const second = rows(1, 100, (_, index) => (index < 47 || (index >= 50 && index < 55) ? 1 : 0));
    expect(pairedBootstrap(pairRows(first, second).pairs, score)).toMatchObject({
      verdict: "noise",
      change: expect.closeTo(0.02, 5),
    });
  });

  it("finds a small steady gain that unpaired bounds would hide", () => {
    const hard = (index: number) => index % 2;
    const first = rows(1, 200, (_, index) => hard(index));
    const second = rows(1, 200, (_, index) => (index < 12 ? 1 : hard(index)));
    const unpaired = [bootstrap(first, score), bootstrap(second, score)];
    expect(unpaired[1]?.low).toBeLessThan(unpaired[0]?.high ?? 0);
    expect(pairedBootstrap(pairRows(first, second).pairs, score)).toMatchObject({ verdict: "better" });
  });

  it("is certain of an identical run", () => {
    const first = rows(6, 5, (_, index) => index % 2);
    expect(pairedBootstrap(pairRows(first, first).pairs, score)).toMatchObject({
      change: 0,
      low: 0,
      high: 0,
      verdict: "noise",
    });
  });
});
