import { describe, expect, it } from "vitest";
import { VectorBlock } from "./vector-block.js";

const DIMENSION = 48;
const COUNT = 30_000;
const LIMIT = 50;
/** So that the sketch takes part with few vectors. */
const SKETCHED = { exactCandidates: 4_096 };

/** mulberry32: the same numbers at every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

describe("vector block", () => {
  const random = randomNumbers(1);
  const gauss = () => random() + random() + random() + random() - 2;
  // Like sentence embeddings: all lean the same way, and lie in clusters.
  const lean = Float32Array.from({ length: DIMENSION }, () => gauss());
  const centres = Array.from({ length: 40 }, () => Float32Array.from({ length: DIMENSION }, gauss));
  function unitVector(): Float32Array {
    const centre = centres[Math.floor(random() * centres.length)] ?? lean;
    const raw = Float32Array.from(
      { length: DIMENSION },
      (_, place) => (lean[place] ?? 0) + (centre[place] ?? 0) + gauss(),
    );
    const norm = Math.hypot(...raw);
    return raw.map((value) => value / norm);
  }
  const block = new VectorBlock(DIMENSION, SKETCHED);
  const ids = Array.from({ length: COUNT }, (_, slot) => `mem_${slot}`);
  for (let slot = 0; slot < COUNT; slot++) block.set(slot, new Uint8Array(unitVector().buffer));

  function exact(query: Float32Array, mask: Uint8Array): number[] {
    return ids
      .map((_, slot) => ({ slot, cosine: block.cosine(query, slot) }))
      .filter(({ slot }) => mask[slot] === 1)
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, LIMIT)
      .map(({ slot }) => slot);
  }

  it("finds at least 98 % of the exact best among many, within the mask", () => {
    const mask = new Uint8Array(COUNT).fill(1);
    for (let slot = 0; slot < COUNT; slot += 9) mask[slot] = 0;
    let found = 0;
    for (let round = 0; round < 20; round++) {
      const query = unitVector();
      const hits = block.nearest(query, mask, LIMIT, ids);
      expect(hits).toHaveLength(LIMIT);
      expect(hits.every(({ slot, score }) => mask[slot] === 1 && score === block.cosine(query, slot))).toBe(true);
      const best = new Set(exact(query, mask));
      found += hits.filter(({ slot }) => best.has(slot)).length;
    }
    expect(found / (20 * LIMIT)).toBeGreaterThanOrEqual(0.98);
  });

  it.each([5_000, 10_000, 18_000])("finds at least 98 in 100 of the exact best among %i", (count) => {
    const mask = new Uint8Array(COUNT).fill(1, 0, count);
    let found = 0;
    for (let round = 0; round < 20; round++) {
      const query = unitVector();
      const best = new Set(exact(query, mask));
      found += block.nearest(query, mask, LIMIT, ids).filter(({ slot }) => best.has(slot)).length;
    }
    expect(found / (20 * LIMIT)).toBeGreaterThanOrEqual(0.98);
  });

  it("finds as much when it has grown since the sketch was made", () => {
    const growing = new VectorBlock(DIMENSION, SKETCHED);
    const fill = (from: number, to: number) => {
      for (let slot = from; slot < to; slot++) growing.set(slot, new Uint8Array(unitVector().buffer));
    };
    fill(0, 5_000);
    growing.nearest(unitVector(), new Uint8Array(5_000).fill(1), LIMIT, ids);
    fill(5_000, 12_000);
    const query = unitVector();
    const mask = new Uint8Array(12_000).fill(1);
    const best = ids
      .slice(0, 12_000)
      .map((_, slot) => ({ slot, cosine: growing.cosine(query, slot) }))
      .sort((a, b) => b.cosine - a.cosine)
      .slice(0, LIMIT);
    const hits = new Set(growing.nearest(query, mask, LIMIT, ids).map(({ slot }) => slot));
    expect(best.filter(({ slot }) => hits.has(slot)).length).toBeGreaterThanOrEqual(LIMIT * 0.98);
  });

  it("is exact where the mask leaves few", () => {
    const mask = new Uint8Array(COUNT);
    for (let slot = 0; slot < COUNT; slot += 8) mask[slot] = 1;
    const query = unitVector();
    expect(block.nearest(query, mask, LIMIT, ids).map(({ slot }) => slot)).toEqual(exact(query, mask));
  });

  it("sees a vector that changed after the sketch was made", () => {
    const mask = new Uint8Array(COUNT).fill(1);
    const query = unitVector();
    block.nearest(query, mask, LIMIT, ids);
    block.set(123, new Uint8Array(query.slice().buffer));
    expect(block.nearest(query, mask, 1, ids)[0]?.slot).toBe(123);
  });

  it("sees a vector that came after a search with the same mask", () => {
    const late = new VectorBlock(DIMENSION);
    const mask = new Uint8Array(2).fill(1);
    const query = unitVector();
    late.set(0, new Uint8Array(unitVector().buffer));
    expect(late.nearest(query, mask, 5, ids).map(({ slot }) => slot)).toEqual([0]);
    late.set(1, new Uint8Array(query.slice().buffer));
    expect(late.nearest(query, mask, 5, ids).map(({ slot }) => slot)).toEqual([1, 0]);
  });

  it("is exact up to forty thousand without being told", () => {
    const plain = new VectorBlock(DIMENSION);
    for (let slot = 0; slot < 12_000; slot++) plain.set(slot, new Uint8Array(unitVector().buffer));
    const mask = new Uint8Array(12_000).fill(1);
    const query = unitVector();
    const best = ids
      .slice(0, 12_000)
      .map((_, slot) => ({ slot, score: plain.cosine(query, slot) }))
      .sort((a, b) => b.score - a.score)
      .slice(0, LIMIT);
    expect(plain.nearest(query, mask, LIMIT, ids)).toEqual(best);
  });

  it.each([1, 3, 384, 391])("gives the same with and without the kernel, at %i dimensions", (dimension) => {
    const count = dimension > 100 ? 2_500 : 70_000; // the second lies in more than one memory
    const vector = () => {
      const raw = Float32Array.from({ length: dimension }, gauss);
      const norm = Math.hypot(...raw) || 1;
      return raw.map((value) => value / norm);
    };
    const choices = { exactCandidates: count };
    const kernel = new VectorBlock(dimension, choices);
    const plain = new VectorBlock(dimension, { ...choices, kernel: false });
    const names = Array.from({ length: count }, (_, slot) => `mem_${slot}`);
    for (let slot = 0; slot < count; slot++) {
      const numbers = new Uint8Array(vector().buffer);
      kernel.set(slot, numbers);
      plain.set(slot, numbers);
    }
    const query = vector();
    for (let slot = 0; slot < count; slot += 97)
      expect(Math.abs(kernel.cosine(query, slot) - plain.cosine(query, slot))).toBeLessThan(1e-5);
    const mask = new Uint8Array(count).fill(1);
    const scores = (block: VectorBlock) => block.nearest(query, mask, LIMIT, names).map(({ score }) => score);
    const expected = scores(plain);
    expect(expected).toHaveLength(LIMIT);
    for (const [rank, score] of scores(kernel).entries())
      expect(Math.abs(score - (expected[rank] ?? Number.NaN))).toBeLessThan(1e-5);
    expect(kernel.bytes).toBeGreaterThanOrEqual(count * dimension * 4);
  });
});
