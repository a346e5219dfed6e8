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
class SnapshotReader implements SnapshotReading {
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

/** What one snapshot shows. */
export function viewOf(connection: Connection): ContentsView {
  return contentsView(new SnapshotReader(connection), tableOf, CONTENTS);
}
