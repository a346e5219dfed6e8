import { type Metadata, matchesMetadata } from "./metadata-match.js";

export interface StoredRecord {
  readonly id: string;
  readonly values: readonly number[];
  readonly metadata: Metadata;
}

type Write = (records: Map<string, StoredRecord>) => void;

/** What a namespace took, and how much of it queries see: each query sees what was there when the one before it came. */
export class StoredNamespace {
  readonly #records = new Map<string, StoredRecord>();
  readonly #pending: Write[] = [];
  #indexed = 0;

  /** @returns the number of the write */
  take(write: Write): number {
    this.#pending.push(write);
    return this.#indexed + this.#pending.length;
  }

  /** The number of the last write that is seen, after which the others follow. */
  ask<Result>(read: (records: ReadonlyMap<string, StoredRecord>) => Result): { result: Result; indexed: number } {
    const answer = { result: read(this.#records), indexed: this.#indexed };
    for (const write of this.#pending.splice(0)) {
      write(this.#records);
      this.#indexed += 1;
    }
    return answer;
  }

  /** Fetches and listings lag as queries do, and bring nothing on. */
  read<Result>(read: (records: ReadonlyMap<string, StoredRecord>) => Result): Result {
    return read(this.#records);
  }
}

function cosine(a: readonly number[], b: readonly number[]): number {
  let dot = 0;
  for (let at = 0; at < a.length; at++) dot += (a[at] ?? 0) * (b[at] ?? 0);
  return Math.fround(dot / (Math.hypot(...a) * Math.hypot(...b)));
}

/** As scored records, best first. */
export function nearest(
  records: ReadonlyMap<string, StoredRecord>,
  vector: readonly number[],
  topK: number,
  filter: unknown,
): readonly { readonly id: string; readonly score: number }[] {
  return [...records.values()]
    .filter(({ metadata }) => filter === undefined || matchesMetadata(filter, metadata))
    .map(({ id, values }) => ({ id, score: cosine(vector, values) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, topK);
}
