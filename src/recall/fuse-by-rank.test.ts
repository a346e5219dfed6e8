import { describe, expect, it } from "vitest";
import type { ItemId } from "../domain/index.js";
import { DEFAULT_POLICY } from "../policy/index.js";
import { january, openScene } from "../testing/scene.js";
import type { ScoredCandidate, Signals } from "./fuse.js";
import { fuseByRank, mergeByTurns } from "./fuse-by-rank.js";
import { recall } from "./index.js";

const scored = (id: string, fused: number, signals: Signals = {}) =>
  ({ candidate: { id: id as ItemId }, fused, channels: {}, signals }) as ScoredCandidate;
const ids = (list: readonly ScoredCandidate[]) => list.map(({ candidate }) => candidate.id);

describe("3.1 reciprocal rank fusion", () => {
  const list = [
    scored("loud", 9, { vector: 1 }),
    scored("even", 3, { vector: 0.6, keyword: 0.6 }),
    scored("quiet", 1, { keyword: 0.7, time: 0.2 }),
  ];

  it("counts places and not points", () => {
    expect(ids(fuseByRank(list, DEFAULT_POLICY.recall.weights))).toEqual(["quiet", "even", "loud"]);
  });

  it("leaves out channels without a weight", () => {
    const weights = { ...DEFAULT_POLICY.recall.weights, keyword: 0, time: 0 };
    expect(ids(fuseByRank(list, weights))[0]).toBe("loud");
  });

  it("deals the same points along the new order, and keeps each one's own sum", () => {
    const fused = fuseByRank(list, DEFAULT_POLICY.recall.weights);
    expect(fused.map((one) => one.fused)).toEqual([9, 3, 1]);
    expect(fused.map(({ sum }) => sum)).toEqual([1, 3, 9]);
  });

  it("is chosen by the policy, and the explanation says so", async () => {
    const scene = await openScene();
    await scene.say("s1", "The ladder is in the shed", { at: january(2) });
    await scene.say("s2", "小推车放在车库里", { at: january(3) });
    const { policy } = scene.parts;
    const parts = {
      ...scene.parts,
      policy: { ...policy, recall: { ...policy.recall, fusion: "reciprocal-rank" as const } },
    };
    const { items, explanation } = await recall(parts, scene.scope, { query: "where is the ladder", explain: true });
    expect(items[0]?.content).toContain("ladder");
    expect(explanation?.query.fusion).toBe("reciprocal-rank");
    for (const { channels, fused } of explanation?.candidates ?? [])
      expect(channels.reduce((sum, { points }) => sum + points, 0)).toBeCloseTo(fused, 6);
  });
});

describe("mergeByTurns", () => {
  it("gives each list its share of the first places, and an item the first place that any gives it", () => {
    const one = [scored("a", 9), scored("b", 8), scored("c", 7)];
    const other = [scored("x", 2), scored("b", 1.5), scored("y", 1)];
    expect(ids(mergeByTurns([one, other]))).toEqual(["a", "x", "b", "c", "y"]);
    expect(mergeByTurns([one, other]).map(({ fused }) => fused)).toEqual([9, 8, 7, 2, 1]);
  });
});
