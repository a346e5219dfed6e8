/** Copies that a process holds within a budget of bytes; the least recently used leave first. */
export class CopyShelf<Copy extends { readonly bytes: number }> {
  readonly #budget: number;
  /** In order of use. */
  readonly #copies = new Map<string, Copy>();

  constructor(budget: number) {
    this.#budget = budget;
  }

  find(key: string): Copy | undefined {
    return this.#copies.get(key);
  }

  /** Puts it as the one used last, and makes room for it. */
  touch(key: string, copy: Copy): void {
    this.#copies.delete(key);
    this.#copies.set(key, copy);
    let bytes = 0;
    for (const held of this.#copies.values()) bytes += held.bytes;
    for (const [oldest, held] of this.#copies) {
      if (bytes <= this.#budget || oldest === key) break;
      this.#copies.delete(oldest);
      bytes -= held.bytes;
    }
  }

  drop(key: string): void {
    this.#copies.delete(key);
  }

  clear(): void {
    this.#copies.clear();
  }
}
