import { type ItemAttributes, type ItemId, KeepsakeError } from "../../../../domain/index.js";
import type { IndexChange, Projection } from "../../../../ports/index.js";
import type { RowValue } from "../row-value.js";
import { type Transactions, transactionOf } from "../transactions.js";
import { termKey } from "./keyword-index.js";
import type { ServerTransaction } from "./transaction.js";

export type Put = Extract<IndexChange, { type: "put" }>;

/** Puts that are done together. */
const MOST_TOGETHER = 200;

export type PutVector = NonNullable<Put["vector"]>;

/** The columns of an item up to its dates, in the table's order, the scope aside; labels are as `toLabels` makes them. */
export function itemValues<Labels>(
  doc: number,
  item: ItemAttributes,
  toLabels: (labels: readonly string[]) => Labels,
): readonly (RowValue | Labels)[] {
  return [
    ...[doc, item.id, item.type, item.status, item.kind ?? null, item.tier ?? null],
    ...[item.subject?.toWellFormed() ?? null, item.sessionId ?? null, item.agentId ?? null],
    ...[item.speaker?.toWellFormed() ?? null, item.role ?? null],
    ...[item.tags, item.entities].map((labels) => toLabels(labels.map((label) => label.toWellFormed()))),
    ...[item.saidAt, item.recordedAt, item.validFrom, item.validTo ?? null, item.expiresAt ?? null],
  ];
}

export function countTerms(terms: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const term of terms.map(termKey)) counts.set(term, (counts.get(term) ?? 0) + 1);
  return counts;
}

export function required<Row>(row: Row | undefined): Row {
  if (row === undefined) throw new KeepsakeError("STORE_CORRUPT", "a row of the indexes is missing");
  return row;
}

/** INVALID_INPUT for a vector that is no numbers, or has another dimension than its model's others. */
export function checkVector({ modelId, values }: PutVector, model: { readonly dimension: number } | undefined): void {
  if (values.length === 0 || !values.every(Number.isFinite)) {
    throw new KeepsakeError("INVALID_INPUT", "a vector must be finite numbers", { field: "vector" });
  }
  if (model === undefined || model.dimension === values.length) return;
  const message = `vectors of ${modelId} have ${model.dimension} dimensions, not ${values.length}`;
  throw new KeepsakeError("INVALID_INPUT", message, { field: "vector" });
}

/** The writer's side of one scope's indexes, within one transaction. */
export interface IndexWriting {
  /** Of different items. The first that cannot be put is refused when those before it are. */
  putAll(puts: readonly Put[]): Promise<void>;
  update(attributes: ItemAttributes): Promise<void>;
  remove(itemId: ItemId): Promise<void>;
  /** Takes every vector of a model out of the scope. */
  dropModel(modelId: string): Promise<void>;
}

/** Runs of puts of different items, which are done together; any other change stands alone. */
function* together(changes: readonly IndexChange[]): Generator<readonly Put[] | Exclude<IndexChange, Put>> {
  let puts = new Map<ItemId, Put>();
  for (const change of changes) {
    const isAnother = change.type === "put" && !puts.has(change.attributes.id) && puts.size < MOST_TOGETHER;
    if (!isAnother && puts.size > 0) {
      yield [...puts.values()];
      puts = new Map();
    }
    if (change.type === "put") puts.set(change.attributes.id, change);
    else yield change;
  }
  if (puts.size > 0) yield [...puts.values()];
}

/** Indexes live in the truth's own engine: their changes commit with the transaction. */
export function createServerProjection<Transaction extends ServerTransaction>(
  transactions: Transactions<Transaction>,
  writerOf: (transaction: Transaction) => IndexWriting,
): Projection {
  return {
    async apply(stores, changes) {
      const transaction = transactionOf(transactions, stores);
      transaction.writing();
      const writer = writerOf(transaction);
      for (const change of together(changes)) {
        if ("length" in change) await writer.putAll(change);
        else if (change.type === "update") await writer.update(change.attributes);
        else if (change.type === "drop-model") await writer.dropModel(change.modelId);
        else await writer.remove(change.itemId);
      }
    },
  };
}
