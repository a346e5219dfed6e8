import type { ItemAttributes, ItemId } from "../../../domain/index.js";
import type { Projection } from "../../../ports/index.js";
import {
  checkVector,
  countTerms,
  createServerProjection,
  type IndexWriting,
  itemValues,
  type Put,
  type PutVector,
  required,
  type Transactions,
} from "../relational/index.js";
import type { Connection } from "./connection.js";
import { labelColumn } from "./filter-condition.js";
import { INDEX_WRITING as SQL } from "./search-sql.js";
import type { MariadbTransaction } from "./truth.js";

interface ItemRow {
  readonly item_id: string;
  readonly doc: number;
  readonly length: number | null;
  /** JSON. */
  readonly term_ids: string | null;
}

interface ModelRow {
  readonly id: number;
  readonly dimension: number;
}

interface TakenNumbers {
  readonly doc: number;
  readonly term: number;
  readonly revision: number;
}

/** A put with what is there of its item. */
interface PlannedPut {
  readonly put: Put;
  readonly before: ItemRow | undefined;
  readonly doc: number;
  readonly counts: ReadonlyMap<string, number> | undefined;
}

interface Plan {
  readonly puts: readonly PlannedPut[];
  readonly firstTerm: number;
  /** Of the vectors that are written. */
  readonly revision: number;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The labels themselves, for whoever reads an item back: filters compare their digests. */
const labelTexts = ({ tags, entities }: ItemAttributes): readonly string[] =>
  [tags, entities].map((labels) => JSON.stringify(labels.map((label) => label.toWellFormed())));

/** The writer's side of one scope's indexes, within one transaction. What many puts need is one statement: each is a way to the server and back. */
class IndexWriter implements IndexWriting {
  readonly #transaction: MariadbTransaction;
  readonly #models = new Map<string, ModelRow>();

  constructor(transaction: MariadbTransaction) {
    this.#transaction = transaction;
  }

  async putAll(puts: readonly Put[]): Promise<void> {
    let refusal: unknown;
    const accepted: Put[] = [];
    for (const put of puts) {
      try {
        if (put.vector !== undefined) await this.#check(put.vector);
      } catch (error) {
        refusal = error;
        break;
      }
      const connection = await this.#transaction.adding(put.attributes.recordedAt);
      if (put.vector !== undefined) await this.#ensureModel(connection, put.vector);
      accepted.push(put);
    }
    if (accepted.length > 0) await this.#putAll(await this.#plan(accepted));
    if (refusal !== undefined) throw refusal;
  }

  async update(attributes: ItemAttributes): Promise<void> {
    const [before] = await this.#find([attributes.id]);
    if (before !== undefined) await this.#updateItem(before.doc, attributes);
  }

  async remove(itemId: ItemId): Promise<void> {
    const [before] = await this.#find([itemId]);
    if (before === undefined) return;
    const connection = this.#connection;
    await this.#takeTermsBack([before]);
    const models = await connection.all<{ id: number }>(SQL.listModels, ...this.#numbers);
    const place = [...this.#numbers, before.doc, models.map(({ id }) => id)] as const;
    const gone = await connection.all<{ model: number }>(SQL.modelsOfItem, ...place);
    if (gone.length > 0) {
      await connection.run(SQL.deleteVectors, ...place);
      const touched = gone.map(({ model }) => model);
      await connection.run(SQL.uncountVectors, ...this.#numbers, touched);
      await dropUnusedModels(this.#transaction);
      this.#models.clear();
    }
    await connection.run(SQL.deleteItem, ...this.#numbers, before.doc);
  }

  async dropModel(modelId: string): Promise<void> {
    const model = await this.#findModel(modelId);
    if (model === undefined) return;
    await this.#connection.run(SQL.deleteVectorsOfModel, ...this.#numbers, model.id);
    await this.#connection.run(SQL.deleteModel, ...this.#numbers, model.id);
    this.#models.clear();
  }

  get #connection(): Connection {
    return this.#transaction.writing();
  }

  get #numbers() {
    return this.#transaction.numbers;
  }

  #find(itemIds: readonly ItemId[]): Promise<readonly ItemRow[]> {
    return this.#connection.all<ItemRow>(SQL.findItems, ...this.#numbers, itemIds);
  }

  async #updateItem(doc: number, attributes: ItemAttributes): Promise<void> {
    const values = [...itemValues(doc, attributes, labelColumn), ...labelTexts(attributes)];
    await this.#connection.run(SQL.updateItem, ...this.#numbers, ...values);
  }

  async #plan(puts: readonly Put[]): Promise<Plan> {
    const found = await this.#find(puts.map((put) => put.attributes.id));
    const known = new Map(found.map((row) => [row.item_id, row]));
    const counted = puts.map((put) => (put.terms === undefined ? undefined : countTerms(put.terms)));
    const terms = counted.reduce((sum, counts) => sum + (counts?.size ?? 0), 0);
    const taken = [...this.#numbers, puts.length - known.size, terms] as const;
    await this.#connection.run(SQL.takeNumbers, ...taken);
    const first = required(await this.#connection.get<TakenNumbers>(SQL.takenNumbers, ...taken));
    let { doc } = first;
    const planned = puts.map((put, index) => {
      const before = known.get(put.attributes.id);
      return { put, before, doc: before?.doc ?? doc++, counts: counted[index] };
    });
    return { puts: planned, firstTerm: first.term, revision: first.revision };
  }

  async #putAll({ puts, firstTerm, revision }: Plan): Promise<void> {
    const outdated = puts.flatMap(({ before, counts }) =>
      before === undefined || counts === undefined ? [] : [before],
    );
    await this.#takeTermsBack(outdated);
    const numbers = await this.#countTerms(puts, firstTerm);
    await this.#putItems(puts, numbers);
    await this.#putPostings(puts, numbers);
    await this.#putVectors(puts, revision);
  }

  async #putItems(puts: readonly PlannedPut[], numbers: ReadonlyMap<string, number>): Promise<void> {
    const connection = this.#connection;
    const made = [];
    for (const { put, before, doc, counts } of puts) {
      const length = put.terms?.length ?? null;
      const ids = counts === undefined ? null : JSON.stringify([...counts.keys()].map((term) => numbers.get(term)));
      if (before === undefined) {
        const values = itemValues(doc, put.attributes, labelColumn);
        made.push([...this.#numbers, ...values, length, ids, ...labelTexts(put.attributes)]);
        continue;
      }
      await this.#updateItem(doc, put.attributes);
      if (ids !== null) await connection.run(SQL.setTerms, ...this.#numbers, doc, ids, length);
    }
    if (made.length > 0) await connection.run(SQL.insertItems, made);
  }

  /** One item more holds each of the terms; their numbers. */
  async #countTerms(puts: readonly PlannedPut[], firstNumber: number): Promise<ReadonlyMap<string, number>> {
    const held = new Map<string, number>();
    for (const { counts } of puts) for (const term of counts?.keys() ?? []) held.set(term, (held.get(term) ?? 0) + 1);
    if (held.size === 0) return new Map();
    const rows = [...held].map(([term, items], index) => [...this.#numbers, term, firstNumber + index, items]);
    await this.#connection.run(SQL.countTerms, rows);
    const found = await this.#connection.all<{ term: string; id: number }>(SQL.numbersOfTerms, ...this.#numbers, [
      ...held.keys(),
    ]);
    return new Map(found.map(({ term, id }) => [term, id]));
  }

  async #putPostings(puts: readonly PlannedPut[], numbers: ReadonlyMap<string, number>): Promise<void> {
    const rows: number[][] = [];
    const gained = { documents: 0, length: 0 };
    for (const { put, doc, counts } of puts) {
      if (put.terms === undefined || counts === undefined) continue;
      gained.documents += 1;
      gained.length += put.terms.length;
      for (const [term, frequency] of counts)
        rows.push([...this.#numbers, required(numbers.get(term)), doc, put.terms.length, frequency]);
    }
    if (rows.length > 0) await this.#connection.run(SQL.insertPostings, rows);
    await this.#addToTotals(gained.documents, gained.length);
  }

  async #putVectors(puts: readonly PlannedPut[], revision: number): Promise<void> {
    const connection = this.#connection;
    const byModel = new Map<number, PlannedPut[]>();
    for (const planned of puts) {
      const { vector } = planned.put;
      if (vector === undefined) continue;
      const { id } = required(this.#models.get(vector.modelId));
      byModel.set(id, [...(byModel.get(id) ?? []), planned]);
    }
    for (const [model, its] of byModel) {
      const old = its.filter(({ before }) => before !== undefined).map(({ doc }) => doc);
      const known = await connection.all(SQL.knownVectors, ...this.#numbers, model, old);
      const rows = its.flatMap(({ put: { vector }, doc }) =>
        vector === undefined ? [] : [[...this.#numbers, model, doc, bytesOf(vector.values), revision]],
      );
      await connection.run(SQL.putVectors, rows);
      await connection.run(SQL.countVectors, ...this.#numbers, model, its.length - known.length);
    }
  }

  /** Nothing where an item has never been put with terms. */
  async #takeTermsBack(items: readonly ItemRow[]): Promise<void> {
    const connection = this.#connection;
    const touched = new Set<number>();
    for (const { doc, length, term_ids } of items) {
      if (length === null || term_ids === null) continue;
      const terms: readonly number[] = JSON.parse(term_ids);
      await connection.run(SQL.deletePostings, ...this.#numbers, doc, terms);
      await connection.run(SQL.uncountTerms, ...this.#numbers, terms);
      await this.#addToTotals(-1, -length);
      for (const term of terms) touched.add(term);
    }
    if (touched.size > 0) await connection.run(SQL.deleteUnusedTerms, ...this.#numbers, [...touched]);
  }

  async #addToTotals(documents: number, length: number): Promise<void> {
    if (documents !== 0 || length !== 0)
      await this.#connection.run(SQL.addToTotals, ...this.#numbers, documents, length);
  }

  async #check(vector: PutVector): Promise<void> {
    checkVector(vector, this.#models.get(vector.modelId) ?? (await this.#findModel(vector.modelId)));
  }

  async #findModel(modelId: string): Promise<ModelRow | undefined> {
    const model = await this.#connection.get<ModelRow>(SQL.findModel, ...this.#numbers, modelId);
    if (model !== undefined) this.#models.set(modelId, model);
    return model;
  }

  async #ensureModel(connection: Connection, { modelId, values }: PutVector): Promise<void> {
    if (this.#models.has(modelId)) return;
    const { number: id } = await connection.do(SQL.takeModelNumber, ...this.#numbers);
    await connection.run(SQL.insertModel, ...this.#numbers, id, modelId, values.length);
    this.#models.set(modelId, { id, dimension: values.length });
  }
}

/** Models that no vector is of go. */
export async function dropUnusedModels(transaction: MariadbTransaction): Promise<void> {
  await transaction.writing().run(SQL.deleteUnusedModels, ...transaction.numbers);
}

/** Indexes live in the truth's own engine: their changes commit with the transaction. */
export const createProjection = (transactions: Transactions<MariadbTransaction>): Projection =>
  createServerProjection(transactions, (transaction) => new IndexWriter(transaction));
