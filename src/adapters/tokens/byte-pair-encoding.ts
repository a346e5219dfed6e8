/*
 * Byte pair encoding whose cost grows with n log n. The merge loop of gpt-tokenizer searches the whole piece again after
 * every merge: 10,000 Chinese characters without a space, one piece to its pattern, take it a second. Its rank tables
 * and patterns are used here, its loop is not.
 */

/** Ranks of a vocabulary as gpt-tokenizer ships them: at index `rank` the token, as text or as bytes that are not text. */
export type RankTable = readonly (string | readonly number[])[];

/** Bytes are kept as strings of the characters 0–255: a slice of one is a map key without copying. */
export interface Vocabulary {
  readonly ranks: ReadonlyMap<string, number>;
  readonly longestToken: number;
}

export function makeVocabulary(table: RankTable): Vocabulary {
  const ranks = new Map<string, number>();
  let longestToken = 0;
  table.forEach((token, rank) => {
    const bytes = typeof token === "string" ? utf8Bytes(token) : String.fromCharCode(...token);
    ranks.set(bytes, rank);
    longestToken = Math.max(longestToken, bytes.length);
  });
  return { ranks, longestToken };
}

/** UTF-8 of the text, one character a byte. Lone surrogates become U+FFFD, as in every UTF-8 encoder. */
export function utf8Bytes(text: string): string {
  for (let at = 0; at < text.length; at += 1) {
    if (text.charCodeAt(at) > 127) return Buffer.from(text, "utf8").toString("latin1");
  }
  return text;
}

/**
 * Splits one piece into tokens; returns the byte offset at which each ends, ascending.
 * The pair with the lowest rank is merged first, of equals the leftmost (Sennrich et al. 2016, as in tiktoken).
 */
export function encodePiece(vocabulary: Vocabulary, bytes: string): readonly number[] {
  if (bytes.length <= 1 || vocabulary.ranks.has(bytes)) return bytes.length === 0 ? [] : [bytes.length];
  return new PieceMerger(vocabulary, bytes).run();
}

/** A heap key holds the rank and, in its low bits, the position: the smallest key is the next merge. */
const POSITIONS = 2 ** 27;
const NONE = -1;

class PieceMerger {
  /** Where the token after the one that begins here begins; the piece's length after the last. */
  readonly #next: Int32Array;
  readonly #previous: Int32Array;
  /** Rank of the pair that begins here, NONE if it is no token or merged away. Heap entries that disagree are stale. */
  readonly #pairRank: Int32Array;
  readonly #heap = new NumberHeap();

  constructor(
    private readonly vocabulary: Vocabulary,
    private readonly bytes: string,
  ) {
    const size = bytes.length;
    this.#next = Int32Array.from({ length: size }, (_, at) => at + 1);
    this.#previous = Int32Array.from({ length: size }, (_, at) => at - 1);
    this.#pairRank = new Int32Array(size).fill(NONE);
  }

  run(): readonly number[] {
    for (let at = 0; at + 1 < this.bytes.length; at += 1) this.#rankPair(at);
    for (let key = this.#heap.pop(); key !== undefined; key = this.#heap.pop()) {
      const at = key % POSITIONS;
      if (this.#pairRank[at] === Math.floor(key / POSITIONS)) this.#merge(at);
    }
    const ends: number[] = [];
    for (let at = 0; at < this.bytes.length; at = this.#nextOf(at)) ends.push(this.#nextOf(at));
    return ends;
  }

  #nextOf(at: number): number {
    return this.#next[at] ?? this.bytes.length;
  }

  #merge(at: number): void {
    const gone = this.#nextOf(at);
    const after = this.#nextOf(gone);
    this.#next[at] = after;
    this.#pairRank[gone] = NONE;
    if (after < this.bytes.length) this.#previous[after] = at;
    this.#rankPair(at);
    const before = this.#previous[at] ?? NONE;
    if (before >= 0) this.#rankPair(before);
  }

  #rankPair(at: number): void {
    const middle = this.#nextOf(at);
    const end = middle < this.bytes.length ? this.#nextOf(middle) : NONE;
    const length = end - at;
    const isPair = end !== NONE && length <= this.vocabulary.longestToken;
    const rank = isPair ? (this.vocabulary.ranks.get(this.bytes.slice(at, end)) ?? NONE) : NONE;
    if (rank === this.#pairRank[at]) return; // a repeated pair: the entry in the heap still stands
    this.#pairRank[at] = rank;
    if (rank !== NONE) this.#heap.push(rank * POSITIONS + at);
  }
}

class NumberHeap {
  readonly #items: number[] = [];

  push(item: number): void {
    const items = this.#items;
    let at = items.length;
    items.push(item);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const other = items[parent] ?? 0;
      if (other <= item) break;
      items[at] = other;
      at = parent;
    }
    items[at] = item;
  }

  pop(): number | undefined {
    const items = this.#items;
    const top = items[0];
    const last = items.pop();
    if (last === undefined || items.length === 0) return top;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= items.length) break;
      if (child + 1 < items.length && (items[child + 1] ?? 0) < (items[child] ?? 0)) child += 1;
      const smaller = items[child] ?? 0;
      if (smaller >= last) break;
      items[at] = smaller;
      at = child;
    }
    items[at] = last;
    return top;
  }
}
