import {
  type ContentRow,
  type ContentTableName,
  type ContentValue,
  type SearchContent,
  searchColumns,
} from "../../../../domain/index.js";
import type { ContentsView } from "../../../../ports/index.js";
import {
  carriedTables,
  everyOwner,
  namedAttributes,
  type OwnedRows,
  type Owner,
  pageAcrossOwners,
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
class SnapshotReader {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Rows as arrays in the order of the columns that were asked for. */
  async rows(sql: string, ...values: ContentValue[]): Promise<readonly ContentRow[]> {
    return (await this.#connection.all<Record<string, ContentValue>>(sql, ...values)).map((row) => Object.values(row));
  }

  listOwners: OwnedRows["listOwners"] = async (kind, from, limit) => {
    const [tenant = "", user = ""] = from ?? [];
    const isTenant = kind === "tenant";
    const rows = isTenant
      ? await this.rows(CONTENTS.tenantOwners, tenant, limit)
      : await this.rows(CONTENTS.userOwners, tenant, user, limit);
    const names = isTenant ? 1 : 2;
    return rows.map((row) => ({ names: row.slice(0, names).map(String), numbers: row.slice(names).map(Number) }));
  };

  owned(owner: Owner, sql: string, ...values: ContentValue[]): Promise<readonly ContentRow[]> {
    return this.rows(sql, ...owner.numbers, ...values);
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

function listRows(reader: SnapshotReader, name: ContentTableName): OwnedRows["listRows"] {
  if (name === "search_items") return (owner, after, limit) => reader.items(owner, String(after?.[0] ?? ""), limit);
  const { sql } = tableOf(name);
  return (owner, after, limit) =>
    after === undefined ? reader.owned(owner, sql.first, limit) : reader.owned(owner, sql.next, ...after, limit);
}

async function countOwned(reader: SnapshotReader, name: ContentTableName): Promise<number> {
  const { table, sql } = tableOf(name);
  const count = name === "search_items" ? CONTENTS.countItems : sql.count;
  let total = 0;
  for await (const owner of everyOwner(table.owner, reader.listOwners)) {
    const [counted] = await reader.owned(owner, count);
    total += Number(counted?.[0] ?? 0);
  }
  return total;
}

/** What one snapshot shows. */
export function viewOf(connection: Connection): ContentsView {
  const reader = new SnapshotReader(connection);
  return {
    async page(name, after, limit) {
      const [tenant = "", user = ""] = (after ?? []).map(String);
      if (name === "tenants") return reader.rows(CONTENTS.tenants, tenant, limit);
      if (name === "users") return reader.rows(CONTENTS.users, tenant, user, limit);
      const { listOwners } = reader;
      return pageAcrossOwners(tableOf(name).table, after, limit, { listOwners, listRows: listRows(reader, name) });
    },
    async count(name) {
      if (name !== "tenants" && name !== "users") return countOwned(reader, name);
      const [counted] = await reader.rows(name === "tenants" ? CONTENTS.countTenants : CONTENTS.countUsers);
      return Number(counted?.[0] ?? 0);
    },
  };
}
