import type { Filter, ItemAttributes } from "../../../../domain/index.js";
import { grown, VectorBlock } from "../../relational/index.js";
import type { Connection } from "../connection.js";
import { SQL } from "../sql.js";
import { FilterMasks } from "./filter-masks.js";
import { ItemColumns } from "./item-columns.js";
import { PostingList } from "./posting-list.js";

/** What an item's attributes, ids and places take on average, for the budget. */
const BYTES_PER_SLOT = 400;
const GONE = -1;

export interface ItemRow {
  readonly doc: number;
  readonly item_id: string;
  readonly attributes: string;
  readonly length: number | null;
}

interface ChangedRow extends ItemRow {
  readonly terms_revision: number;
}

/**
 * One scope's indexes in memory: a copy of rows, as of `revision`, that catches up from the file before each use.
 * An item has a slot; an item whose terms changed gets a new one, so that posting lists only ever grow at their end.
 */
export class ScopeCopy {
  readonly scopeId: number;
  /** By slot. */
  readonly ids: string[] = [];
  revision: number;
  readonly #columns = new ItemColumns();
  readonly #masks = new FilterMasks();
  readonly #slotOfId = new Map<string, number>();
  readonly #postings = new Map<number, PostingList>();
  /** Kept as a running sum: adding up thousands of lists at each search would cost more than the search. */
  #postingBytes = 0;
  readonly #vectors = new Map<number, VectorBlock>();
  #alive = new Uint8Array(0);
  #lengths = new Int32Array(0);
  #slotOfDoc = new Int32Array(0);
  #dead = 0;

  constructor(scopeId: number, revision: number) {
    this.scopeId = scopeId;
    this.revision = revision;
  }

  get bytes(): number {
    let sum = this.ids.length * BYTES_PER_SLOT + this.#masks.bytes;
    sum += this.#postingBytes;
    for (const block of this.#vectors.values()) sum += block.bytes;
    return sum;
  }

  /** So many slots are of items that went that loading anew is better. */
  get isWorn(): boolean {
    return this.#dead > 1024 && this.#dead > this.ids.length / 2;
  }

  /** One byte a slot: 1 for living items that match. Kept for the next search, so not to be changed. */
  matching(filter: Filter): Uint8Array {
    return this.#masks.find(
      filter,
      () => this.#makeMask(filter),
      (at) => this.#columns.windowAround(at, this.ids.length),
    );
  }

  #makeMask(filter: Filter): Uint8Array {
    const mask = this.#columns.matching(filter, this.ids.length);
    if (this.#dead > 0)
      for (let slot = 0; slot < mask.length; slot++) mask[slot] = (mask[slot] ?? 0) & (this.#alive[slot] ?? 0);
    return mask;
  }

  slotOf(itemId: string): number | undefined {
    return this.#slotOfId.get(itemId);
  }

  /** Terms of the item with repeats. */
  lengthOf(slot: number): number {
    return this.#lengths[slot] ?? 0;
  }

  /** Adds an item that the copy does not have. */
  add(row: ItemRow): number {
    const slot = this.ids.length;
    this.ids.push(row.item_id);
    this.#slotOfId.set(row.item_id, slot);
    this.#slotOfDoc = grown(this.#slotOfDoc, row.doc + 1, GONE);
    this.#slotOfDoc[row.doc] = slot;
    this.#alive = grown(this.#alive, slot + 1, 0);
    this.#alive[slot] = 1;
    this.#lengths = grown(this.#lengths, slot + 1, 0);
    this.#lengths[slot] = row.length ?? 0;
    this.#setAttributes(slot, row);
    return slot;
  }

  /** Applies what was committed since the copy's revision. The connection must be within one snapshot whose revision is `to`. */
  catchUp(connection: Connection, to: number): void {
    if (to === this.revision) return;
    for (const { doc } of connection.all<{ doc: number }>(SQL.removalsSince, this.scopeId, this.revision))
      this.#drop(doc);
    for (const row of connection.all<ChangedRow>(SQL.itemsSince, this.scopeId, this.revision))
      this.#apply(connection, row);
    this.revision = to;
  }

  vectorsOf(model: number): VectorBlock | undefined {
    return this.#vectors.get(model);
  }

  /** An empty block, which from now on takes part in catching up; `fillVectors` loads what is there already. */
  addVectors(model: number, dimension: number): VectorBlock {
    const block = new VectorBlock(dimension);
    this.#vectors.set(model, block);
    return block;
  }

  /** Takes a model's block out of the copy: the next search loads it anew. */
  dropVectors(model: number): void {
    this.#vectors.delete(model);
  }

  /** Loads the next vectors after a document number; the number it came to, or undefined at the end. */
  fillVectors(connection: Connection, model: number, afterDoc: number, limit: number): number | undefined {
    const block = this.#vectors.get(model);
    const rows = connection.rows<readonly [number, Uint8Array]>(SQL.vectorsAfter, this.scopeId, model, afterDoc, limit);
    for (const [doc, numbers] of rows) {
      const slot = this.#slotOfDoc[doc] ?? GONE;
      if (slot !== GONE) block?.set(slot, numbers);
    }
    return rows.length < limit ? undefined : rows.at(-1)?.[0];
  }

  /** The list of a term, loaded when it is asked for first. Slots of items that went may be in it; masks leave them out. */
  postingsOf(connection: Connection, term: number, expected: number): PostingList {
    const known = this.#postings.get(term);
    if (known !== undefined) return known;
    const list = new PostingList(Math.max(4, expected));
    for (const [doc, frequency] of connection.rows<readonly [number, number]>(SQL.postings, this.scopeId, term)) {
      const slot = this.#slotOfDoc[doc] ?? GONE;
      if (slot !== GONE) list.add(slot, frequency);
    }
    this.#postings.set(term, list);
    this.#postingBytes += list.bytes;
    return list;
  }

  #apply(connection: Connection, row: ChangedRow): void {
    const known = this.#slotOfDoc[row.doc] ?? GONE;
    const newTerms = known === GONE || row.terms_revision > this.revision;
    if (known !== GONE && newTerms) this.#drop(row.doc);
    const slot = newTerms ? this.add(row) : known;
    if (newTerms) this.#addToPostings(connection, row.doc, slot);
    else this.#setAttributes(slot, row);
    for (const [model, block] of this.#vectors) {
      const vector = connection.get<{ numbers: Uint8Array }>(SQL.vectorOfItem, this.scopeId, model, row.doc);
      if (vector !== undefined) block.set(slot, vector.numbers);
    }
  }

  #addToPostings(connection: Connection, doc: number, slot: number): void {
    if (this.#postings.size === 0) return;
    const row = connection.get<{ terms: string }>(SQL.termsOfItem, this.scopeId, doc);
    const forward: number[] = row === undefined ? [] : JSON.parse(row.terms);
    for (let index = 0; index < forward.length; index += 2) {
      const list = this.#postings.get(forward[index] ?? 0);
      if (list === undefined) continue;
      const before = list.bytes;
      list.add(slot, forward[index + 1] ?? 0);
      this.#postingBytes += list.bytes - before;
    }
  }

  #drop(doc: number): void {
    const slot = this.#slotOfDoc[doc] ?? GONE;
    if (slot === GONE) return;
    this.#slotOfDoc[doc] = GONE;
    this.#alive[slot] = 0;
    this.#masks.clear();
    this.#dead++;
    this.#slotOfId.delete(this.ids[slot] ?? "");
  }

  #setAttributes(slot: number, row: ItemRow): void {
    const attributes: ItemAttributes = JSON.parse(row.attributes);
    this.#columns.set(slot, attributes);
    this.#masks.clear();
  }
}
