import { describe, expect, it } from "vitest";
import { kernelStarter } from "./kernel.js";
import { KernelSegment, MAX_DOTS, PlainSegment, type VectorSegment } from "./vector-segment.js";

const COUNT = 2_500;

/** Neither even nor of one sign, and different at each place. */
function numbersOf(slot: number, dimension: number): Float32Array {
  return Float32Array.from(
    { length: dimension },
    (_, place) => Math.sin(slot * 1.7 + place * 2.3) / Math.sqrt(dimension),
  );
}

function kernelSegment(dimension: number): VectorSegment {
  const start = kernelStarter();
  if (start === undefined) throw new Error("there is no kernel here");
  return new KernelSegment(start, dimension, COUNT);
}

describe("vector segment", () => {
  for (const [name, make] of [
    ["kernel", kernelSegment],
    ["plain", (dimension: number) => new PlainSegment(dimension, COUNT)],
  ] as const) {
    it.each([1, 2, 3, 4, 5, 7, 15, 16, 17, 19, 31, 48, 383, 384, 385, 1027])(
      `${name}: agrees with a loop at %i dimensions`,
      (dimension) => {
        const segment = make(dimension);
        for (let slot = 0; slot < COUNT; slot++) segment.set(slot, numbersOf(slot, dimension));
        const query = numbersOf(77_777, dimension);
        const places = Int32Array.of(COUNT - 1, 0, 1_024, 1_023, 0, 7);
        const dots = [...segment.dots(query, places).subarray(0, places.length)];
        const expected = [...places].map((slot) =>
          numbersOf(slot, dimension).reduce((sum, value, place) => sum + value * (query[place] ?? 0), 0),
        );
        for (const [index, dot] of dots.entries())
          expect(Math.abs(dot - (expected[index] ?? Number.NaN))).toBeLessThan(1e-5);
        expect([...segment.at(1_024)]).toEqual([...numbersOf(1_024, dimension)]);
      },
    );

    it(`${name}: takes as many places as one call may have, and none`, () => {
      const segment = make(2);
      segment.set(5, Float32Array.of(0.5, 0.25));
      const dots = segment.dots(Float32Array.of(1, 2), new Int32Array(MAX_DOTS).fill(5));
      expect(dots).toHaveLength(MAX_DOTS);
      expect(dots.every((dot) => dot === 1)).toBe(true);
      expect(() => segment.dots(Float32Array.of(1, 2), new Int32Array(0))).not.toThrow();
    });
  }

  it("counts the bytes of a memory as it grows", () => {
    const segment = kernelSegment(384);
    const before = segment.bytes;
    segment.set(COUNT - 1, numbersOf(1, 384));
    expect(segment.bytes - before).toBeGreaterThanOrEqual((COUNT - 1_024) * 384 * 4 - 65_536);
    expect(segment.bytes).toBeLessThan(COUNT * 384 * 4 + 3 * 65_536);
  });
});
