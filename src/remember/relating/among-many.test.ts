import { describe, expect, it } from "vitest";
import { amongMany } from "./among-many.js";

describe("a change found among many memories", () => {
  it("is as likely as the pair says where it was the only one compared", () => {
    expect(amongMany(0.7, 1, 0.75)).toBeCloseTo(0.7);
    expect(amongMany(0.7, 30, 0)).toBeCloseTo(0.7);
  });

  it("needs a surer word the more were compared", () => {
    const falling = [1, 2, 5, 20, 100].map((candidates) => amongMany(0.8, candidates, 0.75));
    expect(falling).toEqual([...falling].sort((a, b) => b - a));
    expect(new Set(falling).size).toBe(falling.length);
    expect(amongMany(0.99, 20, 0.75)).toBeGreaterThan(0.8);
  });

  it("leaves what is certain as it is", () => {
    expect([amongMany(0, 9, 1), amongMany(1, 9, 1)]).toEqual([0, 1]);
  });
});
