import type { ItemId } from "../../../domain/index.js";
import type { VectorHit } from "../../../ports/index.js";
import { grown } from "./vector-block/growable.js";
import { VectorBlock } from "./vector-block/vector-block.js";

/** Floats of 32 bits, the least byte first. */
export interface StoredVector {
  readonly doc: number;
  readonly numbers: Uint8Array;
}

/** What a document's number, place and mark take on average, for the budget. */
const BYTES_PER_SLOT = 100;

/** One model's vectors of one scope, in memory, as of a revision. It only proposes documents; the server says which of them there are. */
export class VectorCopy {
  readonly dimension: number;
  revision: number;
  readonly #block: VectorBlock;
  /** By slot: numbers of documents, as texts. */
  readonly #names: string[] = [];
  readonly #slots = new Map<number, number>();
  readonly #free: number[] = [];
  /** By slot: 1 where there is a vector. Made anew with each change, since the block goes by which mask it is. */
  #mask = new Uint8Array(0);

  constructor(dimension: number, revision: number) {
    this.dimension = dimension;
    this.revision = revision;
    this.#block = new VectorBlock(dimension);
  }

  get size(): number {
    return this.#slots.size;
  }

  get bytes(): number {
    return this.#block.bytes + this.#names.length * BYTES_PER_SLOT;
  }

  put(rows: readonly StoredVector[]): void {
    if (rows.length === 0) return;
    const mask = grown(this.#mask, this.#names.length + rows.length, 0).slice();
    for (const { doc, numbers } of rows) {
      const slot = this.#slots.get(doc) ?? this.#free.pop() ?? this.#names.length;
      this.#slots.set(doc, slot);
      this.#names[slot] = String(doc);
      this.#block.set(slot, numbers);
      mask[slot] = 1;
    }
    this.#mask = mask;
  }

  /** Forgets every other document; nothing of their vectors stays. */
  keepOnly(docs: ReadonlySet<number>): void {
    const nothing = new Uint8Array(this.dimension * Float32Array.BYTES_PER_ELEMENT);
    const mask = this.#mask.slice();
    for (const [doc, slot] of this.#slots) {
      if (docs.has(doc)) continue;
      this.#slots.delete(doc);
      this.#free.push(slot);
      this.#block.set(slot, nothing);
      mask[slot] = 0;
    }
    this.#mask = mask;
  }

  /** The documents that are nearest to the query, in order. */
  nearest(query: Float32Array, count: number): readonly { readonly doc: number; readonly cosine: number }[] {
    const hits = this.#block.nearest(query, this.#mask, count, this.#names);
    return hits.map(({ slot, score }) => ({ doc: Number(this.#names[slot]), cosine: score }));
  }

  /** The nearest of some items, in order. */
  nearestOf(
    query: Float32Array,
    items: readonly { readonly doc: number; readonly itemId: ItemId }[],
    count: number,
  ): readonly VectorHit[] {
    const mask = new Uint8Array(this.#names.length);
    const ids: ItemId[] = [];
    for (const { doc, itemId } of items) {
      const slot = this.#slots.get(doc);
      if (slot === undefined) continue;
      mask[slot] = 1;
      ids[slot] = itemId;
    }
    const hits = this.#block.nearest(query, mask, count, ids);
    return hits.map(({ slot, score }) => ({ itemId: ids[slot] as ItemId, cosine: score }));
  }
}
