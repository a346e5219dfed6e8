import type { ContentRow, ContentTableName, ContentValue } from "../../../../domain/index.js";
import type { ContentsView } from "../../../../ports/index.js";
import type { CarriedTable } from "../contents/carried-tables.js";
import { everyOwner, type OwnedRows, type Owner, pageAcrossOwners } from "../contents/owned-pages.js";

/** How one snapshot of an engine is asked. Rows are arrays, in the order of the columns that were asked for. */
export interface SnapshotReading {
  /** Where all that crosses users is seen. */
  across(sql: string, ...values: ContentValue[]): Promise<readonly ContentRow[]>;
  /** What is one owner's. */
  owned(owner: Owner, sql: string, ...values: ContentValue[]): Promise<readonly ContentRow[]>;
  /** The search indexes' items of one user, behind an item's id. */
  items(owner: Owner, after: string, limit: number): Promise<readonly ContentRow[]>;
}

/** Statements whose tables have no owner, and those that find the owners. */
export type ViewStatements = Readonly<
  Record<"tenants" | "users" | "tenantOwners" | "userOwners" | "countTenants" | "countUsers" | "countItems", string>
>;

/** What one snapshot shows. One question at a time: each may change what the next one sees. */
export function contentsView(
  reader: SnapshotReading,
  tableOf: (name: ContentTableName) => CarriedTable,
  statements: ViewStatements,
): ContentsView {
  const listOwners: OwnedRows["listOwners"] = async (kind, from, limit) => {
    const [tenant = "", user = ""] = from ?? [];
    const isTenant = kind === "tenant";
    const rows = isTenant
      ? await reader.across(statements.tenantOwners, tenant, limit)
      : await reader.across(statements.userOwners, tenant, user, limit);
    const names = isTenant ? 1 : 2;
    return rows.map((row) => ({ names: row.slice(0, names).map(String), numbers: row.slice(names).map(Number) }));
  };
  const listRows = (name: ContentTableName): OwnedRows["listRows"] => {
    if (name === "search_items") return (owner, after, limit) => reader.items(owner, String(after?.[0] ?? ""), limit);
    const { sql } = tableOf(name);
    return (owner, after, limit) =>
      after === undefined ? reader.owned(owner, sql.first, limit) : reader.owned(owner, sql.next, ...after, limit);
  };
  const countOwned = async (name: ContentTableName): Promise<number> => {
    const { table, sql } = tableOf(name);
    const count = name === "search_items" ? statements.countItems : sql.count;
    let total = 0;
    for await (const owner of everyOwner(table.owner, listOwners)) {
      const [counted] = await reader.owned(owner, count);
      total += Number(counted?.[0] ?? 0);
    }
    return total;
  };
  return {
    async page(name, after, limit) {
      const [tenant = "", user = ""] = (after ?? []).map(String);
      if (name === "tenants") return reader.across(statements.tenants, tenant, limit);
      if (name === "users") return reader.across(statements.users, tenant, user, limit);
      return pageAcrossOwners(tableOf(name).table, after, limit, { listOwners, listRows: listRows(name) });
    },
    async count(name) {
      if (name !== "tenants" && name !== "users") return countOwned(name);
      const [counted] = await reader.across(name === "tenants" ? statements.countTenants : statements.countUsers);
      return Number(counted?.[0] ?? 0);
    },
  };
}
