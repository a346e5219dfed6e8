/** The most recently used answers, by key. A conversation asks the same thing of several stores and again a moment later. */
export class RecentlyUsed {
  readonly #values = new Map<string, Float32Array>();

  /** @param capacity how many; a vector of 384 dimensions takes 1.5 kB */
  constructor(private readonly capacity: number) {}

  find(key: string): Float32Array | undefined {
    const values = this.#values.get(key);
    if (values === undefined) return undefined;
    this.#values.delete(key);
    this.#values.set(key, values);
    return values.slice(); // the caller may change its own
  }

  put(key: string, values: Float32Array): void {
    this.#values.delete(key);
    this.#values.set(key, values.slice());
    const [oldest] = this.#values.keys();
    if (this.#values.size > this.capacity && oldest !== undefined) this.#values.delete(oldest);
  }
}
