/** Choices that are the same for the same seed, so that a finding can be played again (mulberry32). */
export class Chance {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** 0 ≤ x < 1 */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  }

  pick<Item>(items: readonly Item[]): Item {
    const item = items[Math.floor(this.next() * items.length)];
    if (item === undefined) throw new Error("nothing to choose from");
    return item;
  }

  is(share: number): boolean {
    return this.next() < share;
  }

  /** Letters that stand in no word. */
  marker(): string {
    return `zq${Array.from({ length: 10 }, () => this.pick([..."bcdfghjkmnpqrstvwxyz"])).join("")}q`;
  }
}

/** What `Chance.marker` makes. */
export const MARKER = /zq[b-z]{10}q/g;
