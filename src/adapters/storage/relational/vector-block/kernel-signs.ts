import { type KernelMemory, PAGE, type StartKernel } from "./kernel.js";

const PLANES = 5;
/** The query's numbers as the kernel takes them are at most this, and no less than its negative. */
const HIGHEST = 15;
const BATCH = 4096;
/** Four gigabytes: what a memory can hold at most. */
const MAXIMUM_PAGES = 65_536;

/** Sketches in a memory of their own, where the kernel estimates from them. */
export class KernelSigns {
  readonly #chunks: number;
  readonly #memory: KernelMemory;
  readonly #kernel: ReturnType<StartKernel>["functions"];
  /** The memory begins with the query's planes, then the slots asked for, then the results; the signs are last, as they grow. */
  readonly #slotsAt: number;
  readonly #resultsAt: number;
  readonly #signsAt: number;
  #signs = new Uint8Array(0);

  /** @throws RangeError when there is no room in the address space. */
  constructor(start: StartKernel, dimension: number) {
    this.#chunks = Math.ceil(dimension / 128);
    this.#slotsAt = this.#chunks * PLANES * 16;
    this.#resultsAt = this.#slotsAt + BATCH * 4;
    this.#signsAt = this.#resultsAt + BATCH * 4;
    const { memory, functions } = start(Math.ceil(this.#signsAt / PAGE), MAXIMUM_PAGES);
    this.#memory = memory;
    this.#kernel = functions;
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  get bytesPerVector(): number {
    return this.#chunks * 16;
  }

  /** All signs, with room for so many bytes; good until it is called again. */
  withRoomFor(bytes: number): Uint8Array {
    const missing = this.#signsAt + bytes - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    if (this.#signs.buffer !== this.#memory.buffer) this.#signs = new Uint8Array(this.#memory.buffer, this.#signsAt);
    return this.#signs;
  }

  /** For each slot, a number that orders them as the sums of the query's components with their signs would, nearly. */
  estimates(query: Float32Array, slots: Int32Array): Float32Array {
    const { buffer } = this.#memory;
    this.#setPlanes(query, new Uint8Array(buffer, 0, this.#slotsAt).fill(0));
    const asked = new Int32Array(buffer, this.#slotsAt, BATCH);
    const results = new Int32Array(buffer, this.#resultsAt, BATCH);
    const estimates = new Float32Array(slots.length);
    for (let from = 0; from < slots.length; from += BATCH) {
      const batch = slots.subarray(from, from + BATCH);
      asked.set(batch);
      this.#kernel.estimates(0, this.#signsAt, this.#slotsAt, batch.length, this.#chunks, this.#resultsAt);
      estimates.set(results.subarray(0, batch.length), from);
    }
    return estimates;
  }

  /** Five bits of a number are much finer than the one bit of a vector that they are summed over. */
  #setPlanes(query: Float32Array, planes: Uint8Array): void {
    const scale = HIGHEST / (query.reduce((most, value) => Math.max(most, Math.abs(value)), 0) || 1);
    for (let place = 0; place < query.length; place++) {
      const whole = Math.round((query[place] as number) * scale);
      const byte = (place >> 7) * PLANES * 16 + ((place & 127) >> 3);
      for (let plane = 0; plane < PLANES; plane++) {
        const at = byte + plane * 16;
        planes[at] = (planes[at] as number) | (((whole >> plane) & 1) << (place & 7));
      }
    }
  }
}
