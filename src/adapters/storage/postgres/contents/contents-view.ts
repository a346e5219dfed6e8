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
import { SQL } from "../sql.js";
import { fromStored } from "../stored-text.js";
import { CONTENTS, DIALECT } from "./contents-sql.js";

export const tableOf = carriedTables(DIALECT);

/** A vector on the wire: its dimension and two bytes of nothing, then floats of 32 bits, the greatest byte first. */
const HEADER_BYTES = 4;

interface ItemRow {
  readonly item_id: string;
  readonly tags_held: readonly string[];
  readonly entities_held: readonly string[];
  readonly length: number | null;
  readonly terms: readonly (readonly [string, number])[] | null;
  readonly vectors: readonly (readonly [string, string])[] | null;
  readonly [column: string]: unknown;
}

function toRow(row: ItemRow): ContentRow {
  const named = namedAttributes(row);
  const lists = { tags: row.tags_held.map(fromStored), entities: row.entities_held.map(fromStored) };
  const terms = (row.terms ?? []).map(([term, times]) => [fromStored(term), times] as const);
  const vectors = (row.vectors ?? []).map(([name, hex]) => {
    const bytes = Buffer.from(hex, "hex").subarray(HEADER_BYTES);
    return [fromStored(name), Buffer.from(bytes).swap32().toString("base64")] as const;
  });
  const attributes = { ...named, ...lists } as unknown as SearchContent["attributes"];
  return [row.item_id, ...searchColumns({ attributes, ...(row.length === null ? {} : { terms }), vectors })];
}

/** A snapshot in which now all that crosses users is seen, now the rows of one user. */
class SnapshotReader {
  readonly #connection: Connection;
  #entered = "";

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Rows as arrays in the order of the columns that were asked for. */
  async across(sql: string, ...values: ContentValue[]): Promise<readonly ContentRow[]> {
    if (this.#entered !== "all") await this.#connection.run(SQL.reachAll);
    this.#entered = "all";
    return (await this.#connection.all<Record<string, ContentValue>>(sql, ...values)).map((row) => Object.values(row));
  }

  listOwners: OwnedRows["listOwners"] = async (kind, from, limit) => {
    const [tenant = "", user = ""] = from ?? [];
    const isTenant = kind === "tenant";
    const rows = isTenant
      ? await this.across(CONTENTS.tenantOwners, tenant, limit)
      : await this.across(CONTENTS.userOwners, tenant, user, limit);
    const names = isTenant ? 1 : 2;
    return rows.map((row) => ({ names: row.slice(0, names).map(String), numbers: row.slice(names).map(Number) }));
  };

  /** Reads what is a tenant's from where all is seen, what is a user's as that user. */
  async owned(owner: Owner, sql: string, ...values: ContentValue[]): Promise<readonly ContentRow[]> {
    if (owner.names.length === 1) return this.across(sql, ...owner.numbers, ...values);
    await this.#enter(owner);
    const rows = await this.#connection.all<Record<string, ContentValue>>(sql, ...owner.numbers, ...values);
    return rows.map((row) => Object.values(row));
  }

  async items(owner: Owner, after: string, limit: number): Promise<readonly ContentRow[]> {
    await this.#enter(owner);
    return (await this.#connection.all<ItemRow>(CONTENTS.items, ...owner.numbers, after, limit)).map(toRow);
  }

  async #enter({ names: [tenant = "", user = ""] }: Owner): Promise<void> {
    const key = JSON.stringify([tenant, user]);
    if (this.#entered === key) return;
    await this.#connection.get(SQL.enterScope, tenant, user);
    this.#entered = key;
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

/** What one snapshot shows. One question at a time: each changes what the next may see. */
export function viewOf(connection: Connection): ContentsView {
  const reader = new SnapshotReader(connection);
  return {
    async page(name, after, limit) {
      const [tenant = "", user = ""] = (after ?? []).map(String);
      if (name === "tenants") return reader.across(CONTENTS.tenants, tenant, limit);
      if (name === "users") return reader.across(CONTENTS.users, tenant, user, limit);
      const { listOwners } = reader;
      return pageAcrossOwners(tableOf(name).table, after, limit, { listOwners, listRows: listRows(reader, name) });
    },
    async count(name) {
      if (name !== "tenants" && name !== "users") return countOwned(reader, name);
      const [counted] = await reader.across(name === "tenants" ? CONTENTS.countTenants : CONTENTS.countUsers);
      return Number(counted?.[0] ?? 0);
    },
  };
}
