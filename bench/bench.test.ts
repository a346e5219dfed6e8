import { describe, expect, it } from "vitest";
import { questions, randomFrom, statements, unit } from "./corpus.js";
import { figure, less, table } from "./figures.js";

describe("figures", () => {
  it("summarises values in any order", () => {
    const values = Array.from({ length: 100 }, (_, at) => 100 - at);
    expect(figure("x", "ms", values)).toEqual({ what: "x", unit: "ms", runs: 100, min: 1, median: 51, p95: 96 });
  });

  it("takes a part off a total, and never goes below 0", () => {
    const total = figure("total", "ms", [10, 20, 30]);
    expect(less("own", total, figure("part", "ms", [5, 12, 40]))).toMatchObject({
      what: "own",
      min: 5,
      median: 8,
      p95: 18,
    });
    expect(less("own", total, figure("part", "ms", [50])).median).toBe(0);
  });

  it("prints a row for each", () => {
    expect(table([figure("one", "ms", [1]), figure("two", "MB", [2_000])]).split("\n")).toHaveLength(3);
  });
});

describe("corpus", () => {
  it("is the same for the same seed and another for another", () => {
    expect(statements(3, 50)).toEqual(statements(3, 50));
    expect(statements(3, 50)).not.toEqual(statements(4, 50));
    expect(randomFrom(1)()).toBe(randomFrom(1)());
  });

  it("has both languages, and no question twice", () => {
    const made = statements(1, 200);
    expect(made.filter((text) => /\p{Script=Han}/u.test(text)).length).toBeGreaterThan(50);
    expect(made.filter((text) => /[a-z]{3}/.test(text)).length).toBeGreaterThan(50);
    expect(new Set(questions(1, 500)).size).toBe(500);
  });

  it("brings vectors to unit norm", () => {
    expect(Math.hypot(...unit(Float32Array.of(3, 4)))).toBeCloseTo(1, 6);
  });
});
