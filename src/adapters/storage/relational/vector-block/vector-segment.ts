import { type KernelMemory, PAGE, type StartKernel } from "./kernel.js";

/** A run of vectors, by their places from zero on. */
export interface VectorSegment {
  readonly bytes: number;
  set(place: number, values: Float32Array): void;
  /** The vector itself, not a copy; good until the next is set. */
  at(place: number): Float32Array;
  /** The query's dot product with each place, in their order; at most `MAX_DOTS`. Good until it is called again. */
  dots(query: Float32Array, places: Int32Array): Float32Array | Float64Array;
}

/** How many dot products one call makes. */
export const MAX_DOTS = 4096;

/** A memory grows by this many vectors at a time. */
const GROWTH = 1024;

/** Vectors in a memory of their own, where the kernel reads them. Growing moves nothing, but makes the views anew. */
export class KernelSegment implements VectorSegment {
  readonly #dimension: number;
  readonly #memory: KernelMemory;
  readonly #kernel: ReturnType<StartKernel>["functions"];
  readonly #capacity: number;
  /** The memory begins with the query, then the places asked for, then the results; the vectors are last, as they grow. */
  readonly #placesAt: number;
  readonly #resultsAt: number;
  readonly #vectorsAt: number;
  #query = new Float32Array(0);
  #places = new Int32Array(0);
  #results = new Float32Array(0);
  #vectors = new Float32Array(0);

  /** @throws RangeError when there is no room in the address space. */
  constructor(start: StartKernel, dimension: number, capacity: number) {
    this.#dimension = dimension;
    this.#capacity = capacity;
    this.#placesAt = Math.ceil(dimension / 4) * 16;
    this.#resultsAt = this.#placesAt + MAX_DOTS * 4;
    this.#vectorsAt = this.#resultsAt + MAX_DOTS * 4;
    const { memory, functions } = start(this.#pagesFor(Math.min(GROWTH, capacity)), this.#pagesFor(capacity));
    this.#memory = memory;
    this.#kernel = functions;
    this.#view();
  }

  get bytes(): number {
    return this.#memory.buffer.byteLength;
  }

  set(place: number, values: Float32Array): void {
    this.#growFor(place);
    this.#vectors.set(values, place * this.#dimension);
  }

  at(place: number): Float32Array {
    return this.#vectors.subarray(place * this.#dimension, (place + 1) * this.#dimension);
  }

  dots(query: Float32Array, places: Int32Array): Float32Array {
    this.#query.set(query);
    this.#places.set(places);
    this.#kernel.dots(0, this.#vectorsAt, this.#placesAt, places.length, this.#dimension, this.#resultsAt);
    return this.#results;
  }

  #growFor(place: number): void {
    if ((place + 1) * this.#dimension <= this.#vectors.length) return;
    const wanted = Math.min(this.#capacity, Math.ceil((place + 1) / GROWTH) * GROWTH);
    this.#memory.grow(this.#pagesFor(wanted) - this.#memory.buffer.byteLength / PAGE);
    this.#view();
  }

  #pagesFor(vectors: number): number {
    return Math.ceil((this.#vectorsAt + vectors * this.#dimension * 4) / PAGE);
  }

  #view(): void {
    const { buffer } = this.#memory;
    this.#query = new Float32Array(buffer, 0, this.#dimension);
    this.#places = new Int32Array(buffer, this.#placesAt, MAX_DOTS);
    this.#results = new Float32Array(buffer, this.#resultsAt, MAX_DOTS);
    this.#vectors = new Float32Array(buffer, this.#vectorsAt);
  }
}

/** Of all plain segments: what one search writes there, it reads before the next. */
const plainResults = new Float64Array(MAX_DOTS);

/** Vectors in an array: where the kernel cannot be had, and where there are too few for a memory of their own. */
export class PlainSegment implements VectorSegment {
  readonly #dimension: number;
  readonly #vectors: Float32Array;

  constructor(dimension: number, capacity: number) {
    this.#dimension = dimension;
    this.#vectors = new Float32Array(capacity * dimension);
  }

  get bytes(): number {
    return this.#vectors.byteLength;
  }

  set(place: number, values: Float32Array): void {
    this.#vectors.set(values, place * this.#dimension);
  }

  at(place: number): Float32Array {
    return this.#vectors.subarray(place * this.#dimension, (place + 1) * this.#dimension);
  }

  dots(query: Float32Array, places: Int32Array): Float64Array {
    for (let index = 0; index < places.length; index++)
      plainResults[index] = dot(query, this.#vectors, (places[index] as number) * this.#dimension);
    return plainResults;
  }
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
