import { type ItemId, KeepsakeError } from "../../../domain/index.js";
import type { IndexChange, Projection } from "../../../ports/index.js";
import { type Transactions, transactionOf } from "../relational/index.js";
import { SQL } from "./sql.js";
import type { SqliteTransaction } from "./transaction.js";

/** Copies of a scope's index that are further behind than this are loaded anew, so removals older than it need not be kept. */
export const KEPT_REMOVALS = 10_000;

type Put = Extract<IndexChange, { type: "put" }>;

interface ItemRow {
  readonly doc: number;
  readonly length: number | null;
}

interface ModelRow {
  readonly id: number;
  readonly dimension: number;
  readonly vectors: number;
}

/** The writer's side of one scope's indexes, within one transaction. */
class IndexWriter {
  readonly #transaction: SqliteTransaction;
  #revision: number | undefined;

  constructor(transaction: SqliteTransaction) {
    this.#transaction = transaction;
  }

  put(change: Put): void {
    const { attributes, terms, vector } = change;
    if (vector !== undefined) this.#checkVector(vector);
    const connection = this.#transaction.adding(attributes.recordedAt);
    const before = this.#find(attributes.id);
    const doc = before?.doc ?? this.#add(attributes.id, attributes);
    if (before !== undefined)
      connection.run(SQL.updateItem, JSON.stringify(attributes), this.#nextRevision(), this.#scope, doc);
    if (terms !== undefined) {
      if (before !== undefined) this.#takeTermsBack(doc, before.length);
      this.#addTerms(doc, terms);
    }
    if (vector !== undefined) this.#putVector(doc, vector);
  }

  update(attributes: Put["attributes"]): void {
    const before = this.#find(attributes.id);
    if (before === undefined) return;
    this.#transaction
      .writing()
      .run(SQL.updateItem, JSON.stringify(attributes), this.#nextRevision(), this.#scope, before.doc);
  }

  remove(itemId: ItemId): void {
    const before = this.#find(itemId);
    if (before === undefined) return;
    const connection = this.#transaction.writing();
    const revision = this.#nextRevision();
    this.#takeTermsBack(before.doc, before.length);
    for (const { model } of connection.all<{ model: number }>(SQL.deleteVectors, this.#scope, before.doc)) {
      connection.run(SQL.countVectors, -1, model);
      connection.run(SQL.deleteUnusedModel, model);
    }
    connection.run(SQL.deleteItem, this.#scope, before.doc);
    connection.run(SQL.noteRemoval, this.#scope, revision, before.doc);
    connection.run(SQL.forgetRemovals, this.#scope, revision - KEPT_REMOVALS);
    this.#transaction.noteErasure();
  }

  /** The model's number may be given to another one: no copy must take that one's vectors for these. */
  dropModel(modelId: string): void {
    const connection = this.#transaction.writing();
    const model = connection.get<ModelRow>(SQL.findModel, this.#scope, modelId);
    if (model === undefined) return;
    connection.run(SQL.deleteVectorsOfModel, this.#scope, model.id);
    connection.run(SQL.deleteModel, model.id);
    connection.run(SQL.leapRevision, KEPT_REMOVALS, this.#scope);
    this.#revision = undefined;
    this.#transaction.noteErasure();
  }

  get #scope(): number {
    return this.#transaction.scopeId;
  }

  #find(itemId: string): ItemRow | undefined {
    return this.#transaction.writing().get<ItemRow>(SQL.findItem, this.#scope, itemId);
  }

  #nextRevision(): number {
    this.#revision ??= required(
      this.#transaction.writing().get<{ revision: number }>(SQL.nextRevision, this.#scope),
    ).revision;
    return this.#revision;
  }

  #add(itemId: string, attributes: Put["attributes"]): number {
    const connection = this.#transaction.writing();
    const { doc } = required(connection.get<{ doc: number }>(SQL.nextDoc, this.#scope));
    connection.run(SQL.insertItem, this.#scope, doc, itemId, JSON.stringify(attributes), this.#nextRevision());
    return doc;
  }

  #addTerms(doc: number, terms: readonly string[]): void {
    const connection = this.#transaction.writing();
    const counts = new Map<string, number>();
    for (const raw of terms) {
      const term = raw.toWellFormed();
      counts.set(term, (counts.get(term) ?? 0) + 1);
    }
    const forward: number[] = [];
    for (const [term, frequency] of counts) {
      const { id } = required(connection.get<{ id: number }>(SQL.countTerm, this.#scope, term));
      connection.run(SQL.insertPosting, this.#scope, id, doc, frequency);
      forward.push(id, frequency);
    }
    connection.run(SQL.setTermsOfItem, this.#scope, doc, JSON.stringify(forward));
    connection.run(SQL.setItemLength, terms.length, this.#nextRevision(), this.#scope, doc);
    connection.run(SQL.addToTotals, 1, terms.length, this.#scope);
  }

  /** @param length absent when the item has never been put with terms: then there is nothing to take back. */
  #takeTermsBack(doc: number, length: number | null): void {
    if (length === null) return;
    const connection = this.#transaction.writing();
    const forward: number[] = JSON.parse(
      required(connection.get<{ terms: string }>(SQL.termsOfItem, this.#scope, doc)).terms,
    );
    for (let index = 0; index < forward.length; index += 2) {
      const term = forward[index] ?? 0;
      connection.run(SQL.deletePosting, this.#scope, term, doc);
      connection.run(SQL.uncountTerm, term);
      connection.run(SQL.deleteUnusedTerm, term);
    }
    connection.run(SQL.deleteTermsOfItem, this.#scope, doc);
    connection.run(SQL.addToTotals, -1, -length, this.#scope);
  }

  #checkVector({ modelId, values }: NonNullable<Put["vector"]>): void {
    if (values.length === 0 || !values.every(Number.isFinite)) {
      throw new KeepsakeError("INVALID_INPUT", "a vector must be finite numbers", { field: "vector" });
    }
    const model = this.#transaction.writing().get<ModelRow>(SQL.findModel, this.#scope, modelId);
    if (model === undefined || model.dimension === values.length) return;
    throw new KeepsakeError(
      "INVALID_INPUT",
      `vectors of ${modelId} have ${model.dimension} dimensions, not ${values.length}`,
      { field: "vector" },
    );
  }

  #putVector(doc: number, { modelId, values }: NonNullable<Put["vector"]>): void {
    const connection = this.#transaction.writing();
    const model =
      connection.get<ModelRow>(SQL.findModel, this.#scope, modelId) ??
      required(connection.get<ModelRow>(SQL.insertModel, this.#scope, modelId, values.length));
    const known = connection.get(SQL.hasVector, this.#scope, model.id, doc) !== undefined;
    connection.run(
      SQL.putVector,
      this.#scope,
      model.id,
      doc,
      new Uint8Array(values.buffer, values.byteOffset, values.byteLength),
    );
    if (!known) connection.run(SQL.countVectors, 1, model.id);
  }
}

function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new KeepsakeError("STORE_CORRUPT", "a row of the indexes is missing");
  return row;
}

/** Indexes live in the truth's own file: their changes commit with the transaction. */
export function createProjection(transactions: Transactions<SqliteTransaction>): Projection {
  return {
    async apply(stores, changes) {
      const transaction = transactionOf(transactions, stores);
      transaction.writing();
      const writer = new IndexWriter(transaction);
      for (const change of changes) {
        if (change.type === "put") writer.put(change);
        else if (change.type === "update") writer.update(change.attributes);
        else if (change.type === "drop-model") writer.dropModel(change.modelId);
        else writer.remove(change.itemId);
      }
    },
  };
}
