import { type ItemAttributes, type ItemId, KeepsakeError } from "../../../domain/index.js";
import type { IndexChange, Projection } from "../../../ports/index.js";
import type { Connection, Value } from "./connection.js";
import { termKey } from "./keyword-index.js";
import { INDEX_WRITING as SQL } from "./search-sql.js";
import type { PostgresTransaction } from "./transaction.js";
import { type Transactions, transactionOf } from "./truth.js";
import { toVectorText } from "./vector-index.js";

type Put = Extract<IndexChange, { type: "put" }>;
type PutVector = NonNullable<Put["vector"]>;

interface ItemRow {
  readonly doc: number;
  readonly length: number | null;
  readonly term_ids: readonly number[] | null;
}

interface ModelRow {
  readonly id: number;
  readonly dimension: number;
  readonly vectors: number;
}

function itemValues(doc: number, item: ItemAttributes): readonly Value[] {
  return [
    ...[doc, item.id, item.type, item.status, item.kind ?? null, item.tier ?? null],
    ...[item.subject?.toWellFormed() ?? null, item.sessionId ?? null, item.agentId ?? null],
    ...[item.speaker?.toWellFormed() ?? null, item.role ?? null],
    ...[item.tags.map((tag) => tag.toWellFormed()), item.entities.map((name) => name.toWellFormed())],
    ...[item.saidAt, item.recordedAt, item.validFrom, item.validTo ?? null, item.expiresAt ?? null],
  ];
}

function countTerms(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms.map(termKey)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new KeepsakeError("STORE_CORRUPT", "a row of the indexes is missing");
  return row;
}

/** The writer's side of one scope's indexes, within one transaction. */
class IndexWriter {
  readonly #transaction: PostgresTransaction;

  constructor(transaction: PostgresTransaction) {
    this.#transaction = transaction;
  }

  async put({ attributes, terms, vector }: Put): Promise<void> {
    const model = vector === undefined ? undefined : await this.#checkVector(vector);
    const connection = await this.#transaction.adding(attributes.recordedAt);
    const before = await this.#find(attributes.id);
    const counts = terms === undefined ? undefined : countTerms(terms);
    const numbers = await this.#takeNumbers(before === undefined ? 1 : 0, counts?.size ?? 0);
    const doc = before?.doc ?? numbers.doc;
    const write = before === undefined ? SQL.insertItem : SQL.updateItem;
    await connection.run(write, ...this.#numbers, ...itemValues(doc, attributes));
    if (terms !== undefined && counts !== undefined) {
      if (before !== undefined) await this.#takeTermsBack(before);
      await this.#addTerms(doc, counts, terms.length, numbers.term);
    }
    if (vector !== undefined) await this.#putVector(doc, vector, model);
  }

  async update(attributes: ItemAttributes): Promise<void> {
    const before = await this.#find(attributes.id);
    if (before === undefined) return;
    await this.#connection.run(SQL.updateItem, ...this.#numbers, ...itemValues(before.doc, attributes));
  }

  async remove(itemId: ItemId): Promise<void> {
    const before = await this.#find(itemId);
    if (before === undefined) return;
    const connection = this.#connection;
    await this.#takeTermsBack(before);
    const models = await connection.all<{ id: number }>(SQL.listModels, ...this.#numbers);
    const ids = models.map((model) => model.id);
    const gone = await connection.all<{ model: number }>(SQL.deleteVectors, ...this.#numbers, before.doc, ids);
    if (gone.length > 0) {
      const touched = gone.map(({ model }) => model);
      await connection.run(SQL.uncountVectors, ...this.#numbers, touched);
      await connection.run(SQL.deleteUnusedModels, ...this.#numbers);
    }
    await connection.run(SQL.deleteItem, ...this.#numbers, before.doc);
  }

  get #connection(): Connection {
    return this.#transaction.writing();
  }

  get #numbers() {
    return this.#transaction.numbers;
  }

  #find(itemId: ItemId): Promise<ItemRow | undefined> {
    return this.#connection.get<ItemRow>(SQL.findItem, ...this.#numbers, itemId);
  }

  async #takeNumbers(docs: number, terms: number): Promise<{ readonly doc: number; readonly term: number }> {
    if (docs === 0 && terms === 0) return { doc: 0, term: 0 };
    return required(await this.#connection.get(SQL.takeNumbers, ...this.#numbers, docs, terms));
  }

  async #addTerms(
    doc: number,
    counts: ReadonlyMap<string, number>,
    length: number,
    firstNumber: number,
  ): Promise<void> {
    const connection = this.#connection;
    const names = [...counts.keys()];
    const rows = await connection.all<{ term: string; id: number }>(
      SQL.countTerms,
      ...this.#numbers,
      names,
      firstNumber,
    );
    const ids = rows.map((row) => row.id);
    const frequencies = rows.map((row) => counts.get(row.term) ?? 0);
    await Promise.all([
      connection.run(SQL.insertPostings, ...this.#numbers, doc, ids, frequencies, length),
      connection.run(SQL.setTerms, ...this.#numbers, doc, ids, length),
      connection.run(SQL.addToTotals, ...this.#numbers, 1, length),
    ]);
  }

  /** Nothing where the item has never been put with terms. */
  async #takeTermsBack({ doc, length, term_ids: terms }: ItemRow): Promise<void> {
    if (length === null || terms === null) return;
    const connection = this.#connection;
    await Promise.all([
      connection.run(SQL.deletePostings, ...this.#numbers, doc, terms),
      connection.run(SQL.uncountTerms, ...this.#numbers, terms),
      connection.run(SQL.deleteUnusedTerms, ...this.#numbers, terms),
      connection.run(SQL.addToTotals, ...this.#numbers, -1, -length),
    ]);
  }

  async #checkVector({ modelId, values }: PutVector): Promise<ModelRow | undefined> {
    if (values.length === 0 || !values.every(Number.isFinite)) {
      throw new KeepsakeError("INVALID_INPUT", "a vector must be finite numbers", { field: "vector" });
    }
    const model = await this.#connection.get<ModelRow>(SQL.findModel, ...this.#numbers, modelId);
    if (model === undefined || model.dimension === values.length) return model;
    const message = `vectors of ${modelId} have ${model.dimension} dimensions, not ${values.length}`;
    throw new KeepsakeError("INVALID_INPUT", message, { field: "vector" });
  }

  async #putVector(doc: number, { modelId, values }: PutVector, known: ModelRow | undefined): Promise<void> {
    const connection = this.#connection;
    const model =
      known ?? required(await connection.get<ModelRow>(SQL.insertModel, ...this.#numbers, modelId, values.length));
    const place = [...this.#numbers, model.id] as const;
    const numbers = toVectorText(values);
    if ((await connection.run(SQL.addVector, ...place, doc, numbers)) === 0) {
      await connection.run(SQL.replaceVector, ...place, doc, numbers);
      return;
    }
    const counted = await connection.get<{ vectors: number; has_graph: boolean }>(SQL.countVector, ...place);
    if (counted?.has_graph === false)
      this.#transaction.noteGrowth({ place, dimension: model.dimension, vectors: counted.vectors });
  }
}

/** Indexes live in the truth's own engine: their changes commit with the transaction. */
export function createProjection(transactions: Transactions): Projection {
  return {
    async apply(stores, changes) {
      const transaction = transactionOf(transactions, stores);
      transaction.writing();
      const writer = new IndexWriter(transaction);
      for (const change of changes) {
        if (change.type === "put") await writer.put(change);
        else if (change.type === "update") await writer.update(change.attributes);
        else await writer.remove(change.itemId);
      }
    },
  };
}
