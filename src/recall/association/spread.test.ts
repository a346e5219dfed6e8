import { describe, expect, it } from "vitest";
import { type Link, spreadActivation } from "./spread.js";

const both = (from: string, to: string, strength = 1): Link<string>[] => [
  { from, to, strength },
  { from: to, to: from, strength },
];
const chain = [...both("a", "b"), ...both("b", "c"), ...both("c", "d")];

describe("3.1 spreading activation", () => {
  it("reaches as many links far as it has steps, and less each time", () => {
    const one = spreadActivation(new Map([["a", 1]]), chain, { steps: 1, damping: 0.5 });
    expect([...one.keys()]).toEqual(["b"]);
    const three = spreadActivation(new Map([["a", 1]]), chain, { steps: 3, damping: 0.5 });
    expect([...three.keys()].sort()).toEqual(["b", "c", "d"]);
    expect(three.get("b")).toBeGreaterThan(three.get("c") ?? 1);
    expect(three.get("c")).toBeGreaterThan(three.get("d") ?? 1);
  });

  it("divides what a thing passes on among its links", () => {
    const links = [...both("few", "x"), ...["p", "q", "r", "s"].flatMap((to) => both("many", to))];
    const seeds = new Map([
      ["few", 1],
      ["many", 1],
    ]);
    const received = spreadActivation(seeds, links, { steps: 1, damping: 0.5 });
    expect(received.get("x")).toBe(1);
    expect(received.get("p")).toBeCloseTo(0.25);
  });

  it("excites nothing by itself, and nothing without a seed", () => {
    expect(spreadActivation(new Map([["a", 1]]), both("a", "b"), { steps: 4, damping: 0.9 }).has("a")).toBe(false);
    expect(spreadActivation(new Map(), chain, { steps: 2, damping: 0.5 }).size).toBe(0);
  });
});
