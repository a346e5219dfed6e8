import { type ContentRow, type ContentValue, type SearchContent, searchColumns } from "../../../../domain/index.js";
import type { ContentsView } from "../../../../ports/index.js";
import {
  carriedTables,
  contentsView,
  namedAttributes,
  type Owner,
  type SnapshotReading,
} from "../../relational/index.js";
import type { Connection } from "../connection.js";
import { CONTENTS, DIALECT } from "./contents-sql.js";

export const tableOf = carriedTables(DIALECT);

interface ItemRow {
  readonly item_id: string;
  readonly doc: number;
  readonly length: number | null;
  /** JSON, as the labels. */
  readonly term_ids: string | null;
  readonly tags: string;
  readonly entities: string;
  readonly [column: string]: unknown;
}

function byDocument<Row extends { readonly doc: number }>(rows: readonly Row[]): ReadonlyMap<number, readonly Row[]> {
  const groups = new Map<number, Row[]>();
  for (const row of rows) {
    const group = groups.get(row.doc) ?? [];
    groups.set(row.doc, group);
    group.push(row);
  }
  return groups;
}

/** One snapshot, in which everything is seen. */
class SnapshotReader implements SnapshotReading {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Rows as arrays in the order of the columns that were asked for. */
  async across(sql: string, ...values: ContentValue[]): Promise<readonly ContentRow[]> {
    return (await this.#connection.all<Record<string, ContentValue>>(sql, ...values)).map((row) => Object.values(row));
  }

  owned(owner: Owner, sql: string, ...values: ContentValue[]): Promise<readonly ContentRow[]> {
    return this.across(sql, ...owner.numbers, ...values);
  }

  async items({ numbers }: Owner, after: string, limit: number): Promise<readonly ContentRow[]> {
    const items = await this.#connection.all<ItemRow>(CONTENTS.items, ...numbers, after, limit);
    if (items.length === 0) return [];
    const docs = items.map(({ doc }) => doc);
    const held = new Set(items.flatMap(({ term_ids: ids }) => JSON.parse(ids ?? "[]") as number[]));
    const terms = byDocument(
      await this.#connection.all<{ doc: number; term: string; tf: number }>(CONTENTS.terms, ...numbers, docs, [
        ...held,
      ]),
    );
    const vectors = byDocument(
      await this.#connection.all<{ doc: number; name: string; numbers: Uint8Array }>(
        CONTENTS.vectors,
        ...numbers,
        docs,
      ),
    );
    return items.map((row) => {
      const lists = { tags: JSON.parse(row.tags), entities: JSON.parse(row.entities) };
      const attributes = { ...namedAttributes(row), ...lists } as unknown as SearchContent["attributes"];
      const worded = { terms: (terms.get(row.doc) ?? []).map(({ term, tf }) => [term, tf] as const) };
      const placed = (vectors.get(row.doc) ?? []).map(
        (each) => [each.name, Buffer.from(each.numbers).toString("base64")] as const,
      );
      return [row.item_id, ...searchColumns({ attributes, ...(row.length === null ? {} : worded), vectors: placed })];
    });
  }
}

/** What one snapshot shows. */
export function viewOf(connection: Connection): ContentsView {
  return contentsView(new SnapshotReader(connection), tableOf, CONTENTS);
}
