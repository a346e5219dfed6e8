import { grown } from "./growable.js";
import type { StartKernel } from "./kernel.js";
import { KernelSigns } from "./kernel-signs.js";

const BINS = 4096;

/**
 * One bit a dimension: whether the vector lies above the scope's mean there. The query keeps its numbers, so that the estimate of a
 * cosine is the sum of the query's components with the sketch's signs. The kernel counts bits for it; without the kernel, a table of
 * 256 partial sums for each byte makes it one addition for eight dimensions. It orders candidates well enough to choose which are compared exactly; it is never returned.
 */
export class SignSketch {
  readonly #dimension: number;
  readonly #mean: Float64Array;
  readonly #bytesPerVector: number;
  readonly #kernel: KernelSigns | undefined;
  /** Without the kernel. */
  #signs = new Uint8Array(0);

  constructor(dimension: number, mean: Float64Array, kernel?: StartKernel) {
    this.#dimension = dimension;
    this.#mean = mean;
    this.#kernel = kernel === undefined ? undefined : signsOrNone(kernel, dimension);
    this.#bytesPerVector = this.#kernel?.bytesPerVector ?? 4 * Math.ceil(dimension / 32); // a multiple of four: the estimate takes four bytes at a time
  }

  get bytes(): number {
    return this.#kernel?.bytes ?? this.#signs.length;
  }

  set(slot: number, values: Float32Array): void {
    const start = slot * this.#bytesPerVector;
    const signs = this.#withRoomFor(start + this.#bytesPerVector);
    for (let byte = 0; byte < this.#bytesPerVector; byte++) {
      let bits = 0;
      for (let bit = 0; bit < 8; bit++) {
        const place = byte * 8 + bit;
        if (place < this.#dimension && (values[place] ?? 0) > (this.#mean[place] ?? 0)) bits |= 1 << bit;
      }
      signs[start + byte] = bits;
    }
  }

  #withRoomFor(bytes: number): Uint8Array {
    if (this.#kernel !== undefined) return this.#kernel.withRoomFor(bytes);
    this.#signs = grown(this.#signs, bytes, 0);
    return this.#signs;
  }

  /** At least `keep` of the candidates, those whose estimates are highest. */
  likeliest(query: Float32Array, candidates: Int32Array, keep: number): Int32Array {
    const estimates = this.#kernel?.estimates(query, candidates) ?? this.#estimate(query, candidates);
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (let index = 0; index < estimates.length; index++) {
      const estimate = estimates[index] as number;
      if (estimate < lowest) lowest = estimate;
      if (estimate > highest) highest = estimate;
    }
    const scale = highest > lowest ? (BINS - 1) / (highest - lowest) : 0;
    const counts = new Int32Array(BINS);
    const bins = new Uint16Array(estimates.length);
    for (let index = 0; index < estimates.length; index++) {
      const bin = (((estimates[index] as number) - lowest) * scale) | 0;
      bins[index] = bin;
      counts[bin] = (counts[bin] as number) + 1;
    }
    const cut = lowestBin(counts, keep);
    const chosen = new Int32Array(candidates.length);
    let count = 0;
    for (let index = 0; index < candidates.length; index++) {
      if ((bins[index] as number) >= cut) chosen[count++] = candidates[index] as number;
    }
    return chosen.subarray(0, count);
  }

  #estimate(query: Float32Array, candidates: Int32Array): Float32Array {
    const width = this.#bytesPerVector;
    const table = this.#partialSums(query);
    const signs = this.#signs;
    const estimates = new Float32Array(candidates.length);
    for (let index = 0; index < candidates.length; index++) {
      const start = (candidates[index] as number) * width;
      let a = 0;
      let b = 0;
      let c = 0;
      let d = 0;
      for (let byte = 0; byte < width; byte += 4) {
        const row = byte << 8;
        const place = start + byte;
        a += table[row | (signs[place] as number)] as number;
        b += table[(row + 256) | (signs[place + 1] as number)] as number;
        c += table[(row + 512) | (signs[place + 2] as number)] as number;
        d += table[(row + 768) | (signs[place + 3] as number)] as number;
      }
      estimates[index] = a + b + c + d;
    }
    return estimates;
  }

  /** For each byte of a sketch, what each of its values adds: the sum with one sign fewer negative is two components more. */
  #partialSums(query: Float32Array): Float32Array {
    const table = new Float32Array(this.#bytesPerVector * 256);
    for (let byte = 0; byte < this.#bytesPerVector; byte++) {
      let allNegative = 0;
      for (let bit = 0; bit < 8; bit++) allNegative -= query[byte * 8 + bit] ?? 0;
      table[byte << 8] = allNegative;
      for (let bits = 1; bits < 256; bits++) {
        const highestBit = 31 - Math.clz32(bits);
        const component = query[byte * 8 + highestBit] ?? 0;
        table[(byte << 8) | bits] = (table[(byte << 8) | (bits ^ (1 << highestBit))] as number) + 2 * component;
      }
    }
    return table;
  }
}

/** The lowest bin that is let through, so that with all above it they hold at least `keep`. */
function lowestBin(bins: Int32Array, keep: number): number {
  let held = 0;
  for (let bin = bins.length - 1; bin > 0; bin--) {
    held += bins[bin] ?? 0;
    if (held >= keep) return bin;
  }
  return 0;
}

/** None where the address space has no room for the memory. */
function signsOrNone(kernel: StartKernel, dimension: number): KernelSigns | undefined {
  try {
    return new KernelSigns(kernel, dimension);
  } catch (error) {
    if (error instanceof RangeError) return undefined;
    throw error;
  }
}
