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
import { INDEX_WRITING as SQL } from "./search-sql.js";
import type { PostgresTransaction } from "./transaction.js";
import { toVectorText } from "./vector-index.js";

interface ItemRow {
  readonly item_id: string;
  readonly doc: number;
  readonly length: number | null;
  readonly term_ids: readonly number[] | null;
}

interface ModelRow {
  readonly id: number;
  readonly dimension: number;
}

interface Counted {
  readonly dimension: number;
  readonly vectors: number;
  readonly has_graph: boolean;
}

interface TakenNumbers {
  readonly doc: number;
  readonly term: number;
  readonly revision: number;
}

const NO_NUMBERS: TakenNumbers = { doc: 0, term: 0, revision: 0 };

const asTheyAre = (labels: readonly string[]) => labels;

/** A put with what is there of its item, and the numbers that it may use. */
interface PlannedPut {
  readonly put: Put;
  readonly before: ItemRow | undefined;
  readonly doc: number;
  readonly counts: ReadonlyMap<string, number> | undefined;
  readonly firstTerm: number;
  /** Of the vectors that are written with it. */
  readonly revision: number;
}

/** The writer's side of one scope's indexes, within one transaction. Statements that need nothing of each other go out together. */
class IndexWriter implements IndexWriting {
  readonly #transaction: PostgresTransaction;
  readonly #models = new Map<string, ModelRow>();
  /** Documents and length that the totals have yet to gain. */
  #gained = { documents: 0, length: 0 };
  /** Vectors that a model has gained, by its number. */
  readonly #added = new Map<number, number>();

  constructor(transaction: PostgresTransaction) {
    this.#transaction = transaction;
  }

  /** Of different items. The first that cannot be put is refused when those before it are. */
  async putAll(puts: readonly Put[]): Promise<void> {
    let refusal: unknown;
    const accepted: Put[] = [];
    for (const put of puts) {
      try {
        if (put.vector !== undefined) await this.#checkVector(put.vector);
      } catch (error) {
        refusal = error;
        break;
      }
      const connection = await this.#transaction.adding(put.attributes.recordedAt);
      if (put.vector !== undefined) await this.#ensureModel(connection, put.vector);
      accepted.push(put);
    }
    const planned = await this.#plan(accepted);
    await Promise.all(planned.map((each) => this.#put(each)));
    await this.#settle();
    if (refusal !== undefined) throw refusal;
  }

  async update(attributes: ItemAttributes): Promise<void> {
    const [before] = await this.#find([attributes.id]);
    if (before === undefined) return;
    await this.#connection.run(SQL.updateItem, ...this.#numbers, ...itemValues(before.doc, attributes, asTheyAre));
  }

  async remove(itemId: ItemId): Promise<void> {
    const [before] = await this.#find([itemId]);
    if (before === undefined) return;
    const connection = this.#connection;
    await this.#takeTermsBack(before);
    const models = await connection.all<{ id: number }>(SQL.listModels, ...this.#numbers);
    const ids = models.map((model) => model.id);
    const gone = await connection.all<{ model: number }>(SQL.deleteVectors, ...this.#numbers, before.doc, ids);
    if (gone.length > 0) {
      const touched = gone.map(({ model }) => model);
      await connection.run(SQL.uncountVectors, ...this.#numbers, touched);
      await dropUnusedModels(this.#transaction);
      this.#models.clear();
    }
    await connection.run(SQL.deleteItem, ...this.#numbers, before.doc);
    await this.#settle();
  }

  async dropModel(modelId: string): Promise<void> {
    const model = await this.#findModel(modelId);
    if (model === undefined) return;
    const place = [...this.#numbers, model.id] as const;
    await this.#connection.run(SQL.deleteVectorsOfModel, ...place);
    await this.#connection.run(SQL.deleteModel, ...place);
    this.#transaction.noteUnused(place);
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

  async #plan(puts: readonly Put[]): Promise<readonly PlannedPut[]> {
    if (puts.length === 0) return [];
    const found = await this.#find(puts.map((put) => put.attributes.id));
    const known = new Map(found.map((row) => [row.item_id, row]));
    const counted = puts.map((put) => (put.terms === undefined ? undefined : countTerms(put.terms)));
    const docs = puts.length - known.size;
    const terms = counted.reduce((sum, counts) => sum + (counts?.size ?? 0), 0);
    const writesVectors = puts.some((put) => put.vector !== undefined);
    const taken = docs > 0 || terms > 0 || writesVectors ? await this.#takeNumbers(docs, terms) : NO_NUMBERS;
    let { doc, term } = taken;
    return puts.map((put, index) => {
      const before = known.get(put.attributes.id);
      const counts = counted[index];
      const planned = { put, before, doc: before?.doc ?? doc, counts, firstTerm: term, revision: taken.revision };
      if (before === undefined) doc += 1;
      term += counts?.size ?? 0;
      return planned;
    });
  }

  async #takeNumbers(docs: number, terms: number): Promise<TakenNumbers> {
    return required(await this.#connection.get(SQL.takeNumbers, ...this.#numbers, docs, terms));
  }

  async #put({ put, before, doc, counts, firstTerm, revision }: PlannedPut): Promise<void> {
    const { attributes, terms, vector } = put;
    const connection = this.#connection;
    const values = itemValues(doc, attributes, asTheyAre);
    const length = terms?.length ?? null;
    if (counts !== undefined && before !== undefined) await this.#takeTermsBack(before);
    const rows = counts === undefined ? undefined : await this.#countTerms(counts, firstTerm);
    const ids = rows?.map((row) => row.id) ?? null;
    const writing: Promise<unknown>[] = [];
    if (before === undefined) {
      writing.push(connection.run(SQL.insertItem, ...this.#numbers, ...values, length, ids));
    } else {
      writing.push(connection.run(SQL.updateItem, ...this.#numbers, ...values));
      if (ids !== null) writing.push(connection.run(SQL.setTerms, ...this.#numbers, doc, ids, length));
    }
    if (rows !== undefined && ids !== null && length !== null) {
      const frequencies = rows.map((row) => counts?.get(row.term) ?? 0);
      writing.push(connection.run(SQL.insertPostings, ...this.#numbers, doc, ids, frequencies, length));
      this.#gained.documents += 1;
      this.#gained.length += length;
    }
    if (vector !== undefined) writing.push(this.#putVector(doc, vector, revision));
    await Promise.all(writing);
  }

  #countTerms(counts: ReadonlyMap<string, number>, firstNumber: number) {
    const names = [...counts.keys()];
    return this.#connection.all<{ term: string; id: number }>(SQL.countTerms, ...this.#numbers, names, firstNumber);
  }

  /** Nothing where the item has never been put with terms. */
  async #takeTermsBack({ doc, length, term_ids: terms }: ItemRow): Promise<void> {
    if (length === null || terms === null) return;
    const connection = this.#connection;
    this.#gained.documents -= 1;
    this.#gained.length -= length;
    await Promise.all([
      connection.run(SQL.deletePostings, ...this.#numbers, doc, terms),
      connection.run(SQL.uncountTerms, ...this.#numbers, terms),
      connection.run(SQL.deleteUnusedTerms, ...this.#numbers, terms),
    ]);
  }

  async #checkVector(vector: PutVector): Promise<void> {
    checkVector(vector, this.#models.get(vector.modelId) ?? (await this.#findModel(vector.modelId)));
  }

  async #findModel(modelId: string): Promise<ModelRow | undefined> {
    const model = await this.#connection.get<ModelRow>(SQL.findModel, ...this.#numbers, modelId);
    if (model !== undefined) this.#models.set(modelId, model);
    return model;
  }

  async #ensureModel(connection: Connection, { modelId, values }: PutVector): Promise<void> {
    if (this.#models.has(modelId)) return;
    const made = await connection.get<ModelRow>(SQL.insertModel, ...this.#numbers, modelId, values.length);
    this.#models.set(modelId, required(made));
  }

  async #putVector(doc: number, { modelId, values }: PutVector, revision: number): Promise<void> {
    const { id } = required(this.#models.get(modelId));
    const place = [...this.#numbers, id, doc, toVectorText(values), revision] as const;
    if ((await this.#connection.run(SQL.addVector, ...place)) > 0) this.#added.set(id, (this.#added.get(id) ?? 0) + 1);
    else await this.#connection.run(SQL.replaceVector, ...place);
  }

  /** Brings the totals up to date. */
  async #settle(): Promise<void> {
    const connection = this.#connection;
    const { documents, length } = this.#gained;
    this.#gained = { documents: 0, length: 0 };
    if (documents !== 0 || length !== 0) await connection.run(SQL.addToTotals, ...this.#numbers, documents, length);
    for (const [id, added] of this.#added) {
      const place = [...this.#numbers, id] as const;
      const counted = await connection.get<Counted>(SQL.countVectors, ...place, added);
      if (counted === undefined) continue;
      const { vectors, has_graph: hasGraph, dimension } = counted;
      this.#transaction.noteGrowth({ place, dimension, before: vectors - added, vectors, hasGraph });
    }
    this.#added.clear();
  }
}

/** Models that no vector is of go, and after the commit their graphs. */
export async function dropUnusedModels(transaction: PostgresTransaction): Promise<void> {
  const place = transaction.numbers;
  const unused = await transaction.writing().all<{ id: number }>(SQL.deleteUnusedModels, ...place);
  for (const { id } of unused) transaction.noteUnused([...place, id]);
}

/** Indexes live in the truth's own engine: their changes commit with the transaction. */
export const createProjection = (transactions: Transactions<PostgresTransaction>): Projection =>
  createServerProjection(transactions, (transaction) => new IndexWriter(transaction));
