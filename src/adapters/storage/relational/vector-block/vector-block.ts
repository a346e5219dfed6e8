import { grown } from "./growable.js";
import { kernelStarter, type StartKernel } from "./kernel.js";
import { SignSketch } from "./sign-sketch.js";
import { type Hit, TopHits } from "./top-hits.js";
import { KernelSegment, MAX_DOTS, PlainSegment, type VectorSegment } from "./vector-segment.js";

/** Without the kernel, vectors lie in arrays of this many, so that growing never copies them. More than one of them moves to a memory. */
const PLAIN_SLOTS = 1024;
/** Each memory reserves a great piece of the address space, so there are few, of this many vectors ... */
const KERNEL_SLOTS = 65_536;
/** ... or as many as are no more than this, far below the 4 GiB that a memory can hold. */
const KERNEL_BYTES = 2 ** 30;
/** Up to this many candidates every one is compared exactly. */
const EXACT_CANDIDATES = 40_960;
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
  readonly #exactCandidates: number;
  #kernel: StartKernel | undefined;
  #segmentSlots = PLAIN_SLOTS;
  #segments: VectorSegment[] = [];
  #present = new Uint8Array(0);
  #sketch: SignSketch | undefined;
  /** Those of the last search: the same mask again, with no vector set since, has the same. */
  #lastMask: Uint8Array | undefined;
  #lastCandidates = new Int32Array(0);
  /** How many candidates there were when the sketch was made. */
  #sketchedFor = 0;

  /** Both choices are for tests: where the sketch begins, and to do without the kernel. */
  constructor(dimension: number, choices: { exactCandidates?: number; kernel?: boolean } = {}) {
    this.dimension = dimension;
    this.#exactCandidates = choices.exactCandidates ?? EXACT_CANDIDATES;
    this.#kernel = choices.kernel === false ? undefined : kernelStarter();
  }

  get bytes(): number {
    return this.#segments.reduce((sum, segment) => sum + segment.bytes, this.#sketch?.bytes ?? 0);
  }

  set(slot: number, numbers: Uint8Array): void {
    const values = new Float32Array(numbers.buffer.slice(numbers.byteOffset, numbers.byteOffset + numbers.byteLength));
    const segment = this.#segmentOf(slot); // first: it may change how many slots a segment has
    segment.set(slot % this.#segmentSlots, values);
    this.#present = grown(this.#present, slot + 1, 0);
    this.#present[slot] = 1;
    this.#lastMask = undefined;
    this.#sketch?.set(slot, values);
  }

  has(slot: number): boolean {
    return this.#present[slot] === 1;
  }

  /** A copy of the slot's vector, which must be there. */
  at(slot: number): Float32Array {
    return this.#segmentOf(slot)
      .at(slot % this.#segmentSlots)
      .slice();
  }

  cosine(query: Float32Array, slot: number): number {
    const segment = this.#segmentOf(slot);
    const dots = segment.dots(query, Int32Array.of(slot % this.#segmentSlots));
    return clamp(dots[0] as number);
  }

  /** Best `limit` of the slots that the mask lets through and that have a vector. The mask is not to be changed afterwards. */
  nearest(query: Float32Array, mask: Uint8Array, limit: number, ids: readonly string[]): Hit[] {
    const candidates = this.#candidates(mask);
    const rescored = Math.max(rescoredOf(candidates.length), RESCORED_PER_HIT * limit);
    const chosen =
      candidates.length > Math.max(this.#exactCandidates, rescored)
        ? this.#prefilter(query, candidates, rescored)
        : candidates;
    const top = new TopHits(limit, ids);
    this.#offerAll(query, chosen, top);
    return top.sorted();
  }

  #offerAll(query: Float32Array, slots: Int32Array, top: TopHits): void {
    const places = new Int32Array(MAX_DOTS);
    for (let from = 0; from < slots.length; ) {
      const number = Math.floor((slots[from] as number) / this.#segmentSlots);
      const first = number * this.#segmentSlots;
      const end = Math.min(slots.length, from + MAX_DOTS);
      let count = 0;
      for (; from + count < end; count++) {
        const place = (slots[from + count] as number) - first;
        if (place < 0 || place >= this.#segmentSlots) break;
        places[count] = place;
      }
      const dots = this.#segmentOf(first).dots(query, places.subarray(0, count));
      for (let index = 0; index < count; index++)
        top.offer(slots[from + index] as number, clamp(dots[index] as number));
      from += count;
    }
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
    const sketch = new SignSketch(this.dimension, this.#meanOf(sample), this.#kernel);
    for (let slot = 0; slot < this.#present.length; slot++) {
      if (this.#present[slot] !== 1) continue;
      sketch.set(slot, this.#vectorAt(slot));
    }
    return sketch;
  }

  #meanOf(slots: Int32Array): Float64Array {
    const mean = new Float64Array(this.dimension);
    const step = Math.max(1, Math.floor(slots.length / 4096));
    let count = 0;
    for (let index = 0; index < slots.length; index += step) {
      const vector = this.#vectorAt(slots[index] ?? 0);
      for (let place = 0; place < this.dimension; place++) mean[place] = (mean[place] ?? 0) + (vector[place] ?? 0);
      count++;
    }
    return mean.map((sum) => sum / count);
  }

  #vectorAt(slot: number): Float32Array {
    return this.#segmentOf(slot).at(slot % this.#segmentSlots);
  }

  #segmentOf(slot: number): VectorSegment {
    if (slot >= PLAIN_SLOTS && this.#segmentSlots === PLAIN_SLOTS) this.#moveToMemory();
    const number = Math.floor(slot / this.#segmentSlots);
    for (let next = this.#segments.length; next <= number; next++) this.#segments.push(this.#newSegment());
    return this.#segments[number] as VectorSegment;
  }

  #newSegment(): VectorSegment {
    return this.#kernel === undefined || this.#segmentSlots === PLAIN_SLOTS
      ? new PlainSegment(this.dimension, PLAIN_SLOTS)
      : new KernelSegment(this.#kernel, this.dimension, this.#segmentSlots);
  }

  /** From the one array that there is by then. Where the address space has no room for a memory, the block stays with arrays. */
  #moveToMemory(): void {
    if (this.#kernel === undefined) return;
    const slots = Math.max(2 * PLAIN_SLOTS, Math.min(KERNEL_SLOTS, Math.floor(KERNEL_BYTES / (4 * this.dimension))));
    try {
      const memory = new KernelSegment(this.#kernel, this.dimension, slots);
      const plain = this.#segments[0];
      for (let slot = 0; plain !== undefined && slot < PLAIN_SLOTS; slot++) memory.set(slot, plain.at(slot));
      this.#segments = [memory];
      this.#segmentSlots = slots;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      this.#kernel = undefined;
    }
  }
}

function clamp(value: number): number {
  return Math.max(-1, Math.min(1, value));
}

function rescoredOf(candidates: number): number {
  return Math.min(MAX_RESCORED, Math.max(MIN_RESCORED, Math.ceil(candidates * RESCORED_SHARE)));
}
