import type { Scope } from "../../../domain/index.js";
import { CopyShelf, type StoredVector, VectorCopy } from "../relational/index.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { VECTOR_COPYING } from "./search-sql.js";

/** A vector as the server sends it: its dimension and two bytes of nothing, then floats of 32 bits, the greatest byte first. */
interface SentVector {
  readonly doc: number;
  readonly sent: Uint8Array;
}

const HEADER_BYTES = 4;

const received = (rows: readonly SentVector[]): StoredVector[] =>
  rows.map(({ doc, sent }) => ({ doc, numbers: Buffer.from(sent.subarray(HEADER_BYTES)).swap32() }));

/** Rows of one answer while a copy is loaded: a few milliseconds of the event loop. */
const ROWS_PER_ANSWER = 1_000;
/** A copy further behind is loaded anew, aside, rather than caught up while a search waits. */
const MOST_BEHIND = 1_000;
/** Of the budget, for one scope. */
const MOST_OF_BUDGET = 0.5;

/** The vectors of a model in a scope, as a snapshot shows them. */
export interface CopiedVectors {
  readonly scope: Scope;
  readonly place: readonly [tenant: number, scope: number, model: number];
  readonly dimension: number;
  readonly vectors: number;
  readonly revision: number;
}

/**
 * Vectors of the scopes in use, in this process's memory and within a budget; the least recently used leave first. A search never waits
 * for a copy to be loaded: until there is one, the server compares. Before each use a copy reads, in the search's own snapshot, what
 * changed since its last, so that what any process wrote is in it.
 */
export class VectorCopies {
  readonly #database: Database;
  readonly #copies: CopyShelf<VectorCopy>;
  /** One at a time: what a load costs is shared by everybody's searches. */
  #loading: Promise<void> | undefined;
  #closed = false;

  constructor(database: Database) {
    this.#database = database;
    this.#copies = new CopyShelf(database.hotScopeBytes);
  }

  /** The copy as of the snapshot that `connection` reads in; undefined where there is none such (yet). */
  async find(connection: Connection, wanted: CopiedVectors): Promise<VectorCopy | undefined> {
    const key = wanted.place.join(" ");
    const copy = this.#copies.find(key);
    if (copy !== undefined && copy.dimension === wanted.dimension && (await this.#catchUp(connection, copy, wanted))) {
      this.#copies.touch(key, copy);
      return copy;
    }
    // One of a later revision serves later snapshots. One of this revision that lacks vectors: a process of an older release wrote them.
    if (copy === undefined || copy.revision <= wanted.revision) this.#beginLoading(key, wanted);
    return undefined;
  }

  /** Begins no further load, and resolves when none is running. */
  async settle(): Promise<void> {
    this.#closed = true;
    await this.#loading;
    this.#copies.clear();
  }

  /** False where the copy cannot be what the snapshot shows. Others may use the copy meanwhile, in snapshots of their own. */
  async #catchUp(connection: Connection, copy: VectorCopy, { place, vectors, revision }: CopiedVectors) {
    if (copy.revision < revision) {
      const from = [copy.revision, MOST_BEHIND + 1] as const;
      const rows = await connection.apart<SentVector>({}, VECTOR_COPYING.since, ...place, ...from);
      if (rows.length > MOST_BEHIND) return false;
      if (copy.revision < revision) {
        copy.put(received(rows));
        copy.revision = revision;
      }
    }
    if (copy.size > vectors) {
      const rows = await connection.apart<{ doc: number }>({}, VECTOR_COPYING.documents, ...place);
      if (copy.revision === revision) copy.keepOnly(new Set(rows.map(({ doc }) => doc)));
    }
    return copy.revision === revision && copy.size === vectors;
  }

  #beginLoading(key: string, wanted: CopiedVectors): void {
    const bytes = wanted.vectors * wanted.dimension * Float32Array.BYTES_PER_ELEMENT;
    if (this.#loading !== undefined || this.#closed || bytes > this.#database.hotScopeBytes * MOST_OF_BUDGET) return;
    this.#copies.drop(key);
    this.#loading = this.#load(wanted)
      .then((copy) => this.#copies.touch(key, copy))
      .catch(() => undefined) // searches stay right and are only slower; the next one asks for it again
      .finally(() => {
        this.#loading = undefined;
      });
  }

  /** In one snapshot, so that the copy is as of one revision. */
  #load({ scope, place, dimension }: CopiedVectors): Promise<VectorCopy> {
    return this.#database.readNow(scope, async (connection) => {
      const row = await connection.get<{ revision: number }>(VECTOR_COPYING.revision, place[0], place[1]);
      const copy = new VectorCopy(dimension, row?.revision ?? 0);
      let after = 0;
      for (;;) {
        const rows = await connection.all<SentVector>(VECTOR_COPYING.after, ...place, after, ROWS_PER_ANSWER);
        copy.put(received(rows));
        const last = rows.at(-1);
        if (last === undefined || rows.length < ROWS_PER_ANSWER) return copy;
        after = last.doc;
      }
    });
  }
}
