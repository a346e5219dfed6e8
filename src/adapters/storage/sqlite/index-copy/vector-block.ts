import { grown } from "./growable.js";
import { SignSketch } from "./sign-sketch.js";
import { type Hit, TopHits } from "./top-hits.js";

/** Vectors lie in pieces of this many, so that growing never copies them. */
const SEGMENT_SLOTS = 4096;
/** Up to this many candidates every one is compared exactly: about 0.5 µs of processor time each at 384 dimensions. */
const EXACT_CANDIDATES = 4_096;
/** Above it, the share that the sketch lets through to the exact comparison: generous, so that the best are among them. The bound of 98 % is tested. */
const RESCORED_SHARE = 0.25;
const MIN_RESCORED = 2_048;
const MAX_RESCORED = 8_192;
/** At least this many times what is asked for is let through. */
const RESCORED_PER_HIT = 8;
/** The sketch is made anew, about the mean of what there is then, when the candidates are this many times those it was made for. */
const SKETCH_OUTGROWN = 2;

/** The vectors of one model, by slot. */
export class VectorBlock {
  readonly dimension: number;
  readonly #segments: Float32Array[] = [];
  #present = new Uint8Array(0);
  #sketch: SignSketch | undefined;
  /** Those of the last search: the same mask again, with no vector set since, has the same. */
  #lastMask: Uint8Array | undefined;
  #lastCandidates = new Int32Array(0);
  /** How many candidates there were when the sketch was made. */
  #sketchedFor = 0;

  constructor(dimension: number) {
    this.dimension = dimension;
  }

  get bytes(): number {
    return this.#segments.length * SEGMENT_SLOTS * this.dimension * 4 + (this.#sketch?.bytes ?? 0);
  }

  set(slot: number, numbers: Uint8Array): void {
    const segment = this.#segmentOf(slot);
    const start = (slot % SEGMENT_SLOTS) * this.dimension;
    const values = new Float32Array(numbers.buffer.slice(numbers.byteOffset, numbers.byteOffset + numbers.byteLength));
    segment.set(values, start);
    this.#present = grown(this.#present, slot + 1, 0);
    this.#present[slot] = 1;
    this.#lastMask = undefined;
    this.#sketch?.set(slot, values);
  }

  has(slot: number): boolean {
    return this.#present[slot] === 1;
  }

  cosine(query: Float32Array, slot: number): number {
    return clamp(dot(query, this.#segmentOf(slot), (slot % SEGMENT_SLOTS) * this.dimension));
  }

  /** Best `limit` of the slots that the mask lets through and that have a vector. The mask is not to be changed afterwards. */
  nearest(query: Float32Array, mask: Uint8Array, limit: number, ids: readonly string[]): Hit[] {
    const candidates = this.#candidates(mask);
    const rescored = Math.max(rescoredOf(candidates.length), RESCORED_PER_HIT * limit);
    const chosen =
      candidates.length > Math.max(EXACT_CANDIDATES, rescored)
        ? this.#prefilter(query, candidates, rescored)
        : candidates;
    const top = new TopHits(limit, ids);
    for (let index = 0; index < chosen.length; index++) {
      const slot = chosen[index] as number;
      top.offer(slot, this.cosine(query, slot));
    }
    return top.sorted();
  }

  #candidates(mask: Uint8Array): Int32Array {
    if (mask === this.#lastMask) return this.#lastCandidates;
    const found = new Int32Array(mask.length);
    const present = this.#present;
    const length = Math.min(mask.length, present.length);
    let count = 0;
    for (let slot = 0; slot < length; slot++) {
      if (mask[slot] === 1 && present[slot] === 1) found[count++] = slot;
    }
    this.#lastMask = mask;
    this.#lastCandidates = found.subarray(0, count);
    return this.#lastCandidates;
  }

  #prefilter(query: Float32Array, candidates: Int32Array, keep: number): Int32Array {
    if (this.#sketch === undefined || candidates.length > SKETCH_OUTGROWN * this.#sketchedFor) {
      this.#sketch = this.#makeSketch(candidates);
      this.#sketchedFor = candidates.length;
    }
    return this.#sketch.likeliest(query, candidates, keep);
  }

  #makeSketch(sample: Int32Array): SignSketch {
    const sketch = new SignSketch(this.dimension, this.#meanOf(sample));
    for (let slot = 0; slot < this.#present.length; slot++) {
      if (this.#present[slot] !== 1) continue;
      const start = (slot % SEGMENT_SLOTS) * this.dimension;
      sketch.set(slot, this.#segmentOf(slot).subarray(start, start + this.dimension));
    }
    return sketch;
  }

  #meanOf(slots: Int32Array): Float64Array {
    const mean = new Float64Array(this.dimension);
    const step = Math.max(1, Math.floor(slots.length / 4096));
    let count = 0;
    for (let index = 0; index < slots.length; index += step) {
      const slot = slots[index] ?? 0;
      const segment = this.#segmentOf(slot);
      const start = (slot % SEGMENT_SLOTS) * this.dimension;
      for (let place = 0; place < this.dimension; place++)
        mean[place] = (mean[place] ?? 0) + (segment[start + place] ?? 0);
      count++;
    }
    return mean.map((sum) => sum / count);
  }

  #segmentOf(slot: number): Float32Array {
    const number = Math.floor(slot / SEGMENT_SLOTS);
    for (let next = this.#segments.length; next <= number; next++)
      this.#segments.push(new Float32Array(SEGMENT_SLOTS * this.dimension));
    return this.#segments[number] ?? new Float32Array(0);
  }
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}

function rescoredOf(candidates: number): number {
  return Math.min(MAX_RESCORED, Math.max(MIN_RESCORED, Math.ceil(candidates * RESCORED_SHARE)));
}

/** Eight sums side by side: the processor need not wait for one addition before it begins the next. */
function dot(query: Float32Array, data: Float32Array, start: number): number {
  const dimension = query.length;
  const even = dimension - (dimension % 8);
  let a = 0;
  let b = 0;
  let c = 0;
  let d = 0;
  let e = 0;
  let f = 0;
  let g = 0;
  let h = 0;
  for (let index = 0; index < even; index += 8) {
    const place = start + index;
    a += (query[index] as number) * (data[place] as number);
    b += (query[index + 1] as number) * (data[place + 1] as number);
    c += (query[index + 2] as number) * (data[place + 2] as number);
    d += (query[index + 3] as number) * (data[place + 3] as number);
    e += (query[index + 4] as number) * (data[place + 4] as number);
    f += (query[index + 5] as number) * (data[place + 5] as number);
    g += (query[index + 6] as number) * (data[place + 6] as number);
    h += (query[index + 7] as number) * (data[place + 7] as number);
  }
  for (let index = even; index < dimension; index++) a += (query[index] as number) * (data[start + index] as number);
  return a + b + c + d + e + f + g + h;
}
