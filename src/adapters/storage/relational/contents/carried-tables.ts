import { CONTENT_TABLES, type ContentTable, KeepsakeError } from "../../../../domain/index.js";
import { type ContentDialect, contentStatements, type OwnedTable } from "./content-sql.js";

const isOwned = (table: ContentTable): table is OwnedTable => table.owner !== "store";

export interface CarriedTable {
  readonly table: OwnedTable;
  readonly sql: ReturnType<typeof contentStatements>;
}

/** The tables that have an owner, with their statements in one engine; INTERNAL for any other name. */
export function carriedTables(dialect: ContentDialect): (name: string) => CarriedTable {
  const tables: readonly ContentTable[] = CONTENT_TABLES;
  const carried = new Map(
    tables.filter(isOwned).map((table) => [table.name as string, { table, sql: contentStatements(table, dialect) }]),
  );
  return (name) => {
    const found = carried.get(name);
    if (found === undefined) throw new KeepsakeError("INTERNAL", `${name} is no table that has an owner`);
    return found;
  };
}

/** The place of a column among those of a row without its owner's names. */
export function placeOf({ columns, owner }: OwnedTable, column: string): number {
  return columns.indexOf(column) - (owner === "tenant" ? 1 : 2);
}
