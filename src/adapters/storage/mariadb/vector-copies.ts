import { CopyShelf, type StoredVector, VectorCopy } from "../relational/index.js";
import type { Connection } from "./connection.js";
import { VECTOR_COPYING } from "./search-sql.js";

/** Rows of one answer while a copy is loaded. */
const ROWS_PER_ANSWER = 1_000;
/** A copy further behind is loaded anew. */
const MOST_BEHIND = 1_000;
/** Of the budget, for one scope. */
const MOST_OF_BUDGET = 0.5;

/** The vectors of a model in a scope, as a snapshot shows them. */
export interface CopiedVectors {
  readonly place: readonly [tenant: number, scope: number, model: number];
  readonly dimension: number;
  readonly vectors: number;
  readonly revision: number;
}

/**
 * Vectors of the scopes in use, in this process's memory and within a budget. The server cannot compare them, so a search waits for what it
 * needs to be read. Before each use a copy reads, in the search's own snapshot, what changed since its last, so that what any process
 * wrote is in it.
 */
export class VectorCopies {
  readonly #budget: number;
  readonly #copies: CopyShelf<VectorCopy>;
  readonly #loading = new Map<string, Promise<VectorCopy>>();

  constructor(budget: number) {
    this.#budget = budget;
    this.#copies = new CopyShelf(budget);
  }

  /**
   * The copy as of the snapshot that `connection` reads in; undefined where it would be too large, or is of a later one already. It stays
   * so only until the caller waits for anything else: others catch up with later snapshots.
   */
  async find(connection: Connection, wanted: CopiedVectors): Promise<VectorCopy | undefined> {
    const bytes = wanted.vectors * wanted.dimension * Float32Array.BYTES_PER_ELEMENT;
    if (bytes > this.#budget * MOST_OF_BUDGET) return undefined;
    const key = wanted.place.join(" ");
    const held = this.#copies.find(key) ?? (await this.#loading.get(key)?.catch(() => undefined));
    const copy =
      held !== undefined && (await this.#catchUp(connection, held, wanted))
        ? held
        : await this.#reload(connection, key, wanted, held);
    if (copy !== undefined) this.#copies.touch(key, copy);
    return copy;
  }

  clear(): void {
    this.#copies.clear();
  }

  /** False where the copy cannot be what the snapshot shows. */
  async #catchUp(connection: Connection, copy: VectorCopy, wanted: CopiedVectors): Promise<boolean> {
    const { place, vectors, revision, dimension } = wanted;
    if (copy.dimension !== dimension) return false;
    if (copy.revision < revision) {
      const from = [copy.revision, MOST_BEHIND + 1] as const;
      const rows = await connection.apart<StoredVector>({}, VECTOR_COPYING.since, ...place, ...from);
      if (rows.length > MOST_BEHIND) return false;
      if (copy.revision < revision) {
        copy.put(rows);
        copy.revision = revision;
      }
    }
    if (copy.size > vectors) {
      const rows = await connection.apart<{ doc: number }>({}, VECTOR_COPYING.documents, ...place);
      if (copy.revision === revision) copy.keepOnly(new Set(rows.map(({ doc }) => doc)));
    }
    return copy.revision === revision && copy.size === vectors;
  }

  /** Unless the one that is held serves later snapshots. */
  async #reload(
    connection: Connection,
    key: string,
    wanted: CopiedVectors,
    held: VectorCopy | undefined,
  ): Promise<VectorCopy | undefined> {
    if (held !== undefined && held.revision > wanted.revision) return undefined;
    this.#copies.drop(key);
    const loading = this.#load(connection, wanted);
    this.#loading.set(key, loading);
    try {
      return await loading;
    } finally {
      if (this.#loading.get(key) === loading) this.#loading.delete(key);
    }
  }

  async #load(connection: Connection, { place, dimension, revision }: CopiedVectors): Promise<VectorCopy> {
    const copy = new VectorCopy(dimension, revision);
    let after = 0;
    for (;;) {
      const rows = await connection.all<StoredVector>(VECTOR_COPYING.after, ...place, after, ROWS_PER_ANSWER);
      copy.put(rows);
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_PER_ANSWER) return copy;
      after = last.doc;
    }
  }
}
