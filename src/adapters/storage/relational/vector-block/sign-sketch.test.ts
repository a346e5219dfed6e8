import { describe, expect, it } from "vitest";
import { kernelStarter } from "./kernel.js";
import { KernelSigns } from "./kernel-signs.js";
import { SignSketch } from "./sign-sketch.js";

const COUNT = 6_000;

function numbersOf(slot: number, dimension: number): Float32Array {
  return Float32Array.from({ length: dimension }, (_, place) => Math.sin(slot * 1.7 + place * place * 2.3));
}

describe("sign sketch", () => {
  it.each([1, 7, 128, 131, 384])(
    "the kernel sums the query's whole numbers over the set bits, at %i dimensions",
    (dimension) => {
      const start = kernelStarter();
      if (start === undefined) throw new Error("there is no kernel here");
      const signs = new KernelSigns(start, dimension);
      const width = signs.bytesPerVector;
      const bit = (slot: number, place: number) => (slot * 31 + place * 7) % 3 === 0;
      for (let slot = 0; slot < COUNT; slot++) {
        const bytes = signs.withRoomFor((slot + 1) * width);
        for (let place = 0; place < dimension; place++)
          if (bit(slot, place)) bytes[slot * width + (place >> 3)]! |= 1 << (place & 7);
      }
      const whole = Array.from({ length: dimension }, (_, place) => (place === 0 ? -15 : ((place * 11) % 31) - 15));
      const slots = Int32Array.from({ length: COUNT }, (_, index) => COUNT - 1 - index);
      const expected = [...slots].map((slot) =>
        whole.reduce((sum, value, place) => sum + (bit(slot, place) ? value : 0), 0),
      );
      expect([...signs.estimates(Float32Array.from(whole), slots)]).toEqual(expected);
    },
  );

  it.each([true, false])("lets the likeliest through (kernel: %s)", (withKernel) => {
    const dimension = 100;
    const sketch = new SignSketch(dimension, new Float64Array(dimension), withKernel ? kernelStarter() : undefined);
    for (let slot = 0; slot < COUNT; slot++) sketch.set(slot, numbersOf(slot, dimension));
    const query = numbersOf(4_321, dimension);
    const chosen = sketch.likeliest(
      query,
      Int32Array.from({ length: COUNT }, (_, slot) => slot),
      300,
    );
    expect(chosen.length).toBeGreaterThanOrEqual(300);
    expect(chosen.length).toBeLessThan(COUNT / 2);
    expect(chosen).toContain(4_321);
  });
});
