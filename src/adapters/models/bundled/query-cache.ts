/** The most recently used query vectors, by text. A conversation asks the same thing of several stores and again a moment later. */
export class QueryCache {
  readonly #vectors = new Map<string, Float32Array>();

  /** @param capacity how many; a vector of 384 dimensions takes 1.5 kB */
  constructor(private readonly capacity: number) {}

  find(text: string): Float32Array | undefined {
    const vector = this.#vectors.get(text);
    if (vector === undefined) return undefined;
    this.#vectors.delete(text);
    this.#vectors.set(text, vector);
    return vector.slice(); // the caller may change its own
  }

  put(text: string, vector: Float32Array): void {
    this.#vectors.delete(text);
    this.#vectors.set(text, vector.slice());
    const [oldest] = this.#vectors.keys();
    if (this.#vectors.size > this.capacity && oldest !== undefined) this.#vectors.delete(oldest);
  }
}
