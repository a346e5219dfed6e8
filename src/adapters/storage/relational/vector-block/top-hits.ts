import { compareCodePoints } from "../../../../domain/index.js";

export interface Hit {
  readonly slot: number;
  readonly score: number;
}

/** Keeps the best `limit` of what it is offered: score descending, then item id. A binary heap with the worst kept hit at its root. */
export class TopHits {
  readonly #limit: number;
  readonly #ids: readonly string[];
  readonly #slots: Int32Array;
  readonly #scores: Float64Array;
  #size = 0;
  /** Nothing below it can get in. */
  #threshold = Number.NEGATIVE_INFINITY;

  constructor(limit: number, ids: readonly string[]) {
    this.#limit = limit;
    this.#ids = ids;
    this.#slots = new Int32Array(limit);
    this.#scores = new Float64Array(limit);
  }

  offer(slot: number, score: number): void {
    if (score < this.#threshold) return;
    if (this.#size < this.#limit) {
      this.#siftUp(this.#size++, slot, score);
    } else if (this.#isWorse(this.#slots[0] ?? 0, this.#scores[0] ?? 0, slot, score)) {
      this.#siftDown(slot, score);
    }
    if (this.#size === this.#limit) this.#threshold = this.#scores[0] ?? 0;
  }

  /** Best first. */
  sorted(): Hit[] {
    const hits: Hit[] = [];
    for (let index = 0; index < this.#size; index++)
      hits.push({ slot: this.#slots[index] ?? 0, score: this.#scores[index] ?? 0 });
    return hits.sort(
      (a, b) => b.score - a.score || compareCodePoints(this.#ids[a.slot] ?? "", this.#ids[b.slot] ?? ""),
    );
  }

  /** Whether hit A comes after hit B. */
  #isWorse(slotA: number, scoreA: number, slotB: number, scoreB: number): boolean {
    if (scoreA !== scoreB) return scoreA < scoreB;
    return compareCodePoints(this.#ids[slotA] ?? "", this.#ids[slotB] ?? "") > 0;
  }

  #siftUp(start: number, slot: number, score: number): void {
    let place = start;
    while (place > 0) {
      const parent = (place - 1) >> 1;
      if (!this.#isWorse(slot, score, this.#slots[parent] ?? 0, this.#scores[parent] ?? 0)) break;
      this.#move(parent, place);
      place = parent;
    }
    this.#slots[place] = slot;
    this.#scores[place] = score;
  }

  #siftDown(slot: number, score: number): void {
    let place = 0;
    for (;;) {
      let child = 2 * place + 1;
      if (child >= this.#size) break;
      const right = child + 1;
      if (
        right < this.#size &&
        this.#isWorse(
          this.#slots[right] ?? 0,
          this.#scores[right] ?? 0,
          this.#slots[child] ?? 0,
          this.#scores[child] ?? 0,
        )
      ) {
        child = right;
      }
      if (!this.#isWorse(this.#slots[child] ?? 0, this.#scores[child] ?? 0, slot, score)) break;
      this.#move(child, place);
      place = child;
    }
    this.#slots[place] = slot;
    this.#scores[place] = score;
  }

  #move(from: number, to: number): void {
    this.#slots[to] = this.#slots[from] ?? 0;
    this.#scores[to] = this.#scores[from] ?? 0;
  }
}
