import { grown } from "./growable.js";

const BINS = 4096;

/**
 * One bit a dimension: whether the vector lies above the scope's mean there. The query keeps its numbers, so that the estimate of a
 * cosine is the sum of the query's components with the sketch's signs; a table of 256 partial sums for each byte makes that one
 * addition for eight dimensions. It orders candidates well enough to choose which are compared exactly; it is never returned.
 */
export class SignSketch {
  readonly #dimension: number;
  readonly #mean: Float64Array;
  readonly #bytesPerVector: number;
  #signs = new Uint8Array(0);

  constructor(dimension: number, mean: Float64Array) {
    this.#dimension = dimension;
    this.#mean = mean;
    this.#bytesPerVector = Math.ceil(dimension / 8);
  }

  get bytes(): number {
    return this.#signs.length;
  }

  set(slot: number, values: Float32Array): void {
    const start = slot * this.#bytesPerVector;
    this.#signs = grown(this.#signs, start + this.#bytesPerVector, 0);
    for (let byte = 0; byte < this.#bytesPerVector; byte++) {
      let bits = 0;
      for (let bit = 0; bit < 8; bit++) {
        const place = byte * 8 + bit;
        if (place < this.#dimension && (values[place] ?? 0) > (this.#mean[place] ?? 0)) bits |= 1 << bit;
      }
      this.#signs[start + byte] = bits;
    }
  }

  /** At least `keep` of the candidates, those whose estimates are highest. */
  likeliest(query: Float32Array, candidates: Int32Array, keep: number): Int32Array {
    const estimates = this.#estimate(query, candidates);
    let lowest = Number.POSITIVE_INFINITY;
    let highest = Number.NEGATIVE_INFINITY;
    for (const estimate of estimates) {
      if (estimate < lowest) lowest = estimate;
      if (estimate > highest) highest = estimate;
    }
    const scale = highest > lowest ? (BINS - 1) / (highest - lowest) : 0;
    const bins = new Int32Array(BINS);
    for (const estimate of estimates) {
      const bin = Math.floor((estimate - lowest) * scale);
      bins[bin] = (bins[bin] ?? 0) + 1;
    }
    const cut = lowestBin(bins, keep);
    return gather(candidates, estimates, (estimate) => Math.floor((estimate - lowest) * scale) >= cut);
  }

  #estimate(query: Float32Array, candidates: Int32Array): Float32Array {
    const width = this.#bytesPerVector;
    const table = this.#partialSums(query);
    const signs = this.#signs;
    const estimates = new Float32Array(candidates.length);
    for (let index = 0; index < candidates.length; index++) {
      const start = (candidates[index] as number) * width;
      let sum = 0;
      for (let byte = 0; byte < width; byte++) sum += table[(byte << 8) | (signs[start + byte] as number)] as number;
      estimates[index] = sum;
    }
    return estimates;
  }

  #partialSums(query: Float32Array): Float32Array {
    const table = new Float32Array(this.#bytesPerVector * 256);
    for (let byte = 0; byte < this.#bytesPerVector; byte++) {
      for (let bits = 0; bits < 256; bits++) {
        let sum = 0;
        for (let bit = 0; bit < 8; bit++) {
          const component = query[byte * 8 + bit] ?? 0;
          sum += bits & (1 << bit) ? component : -component;
        }
        table[(byte << 8) | bits] = sum;
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

function gather(candidates: Int32Array, estimates: Float32Array, passes: (estimate: number) => boolean): Int32Array {
  const chosen = new Int32Array(candidates.length);
  let count = 0;
  for (let index = 0; index < candidates.length; index++) {
    if (passes(estimates[index] ?? 0)) chosen[count++] = candidates[index] ?? 0;
  }
  return chosen.subarray(0, count);
}
