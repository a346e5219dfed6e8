import type { ContentTable } from "../../../../domain/index.js";

/** In what engines differ, as far as reading and writing whole tables goes. */
export interface ContentDialect {
  /** The n-th parameter, from 1. */
  mark(position: number): string;
  /** The columns that say whose a row is; their values are the owner's numbers. */
  readonly owners: { readonly tenant: readonly string[]; readonly user: readonly string[] };
  /** Columns that follow from others, by table. */
  readonly derived: Readonly<Partial<Record<ContentTable["name"], readonly string[]>>>;
}

export type OwnedTable = ContentTable & { readonly owner: "tenant" | "user" };

export const namesOf = (owner: OwnedTable["owner"]): number => (owner === "tenant" ? 1 : 2);

/** A lease ends with the process that held it: elsewhere its entry waits. */
const WAITING_AGAIN = "CASE WHEN state = 'leased' THEN 'waiting' ELSE state END";

const quoted = (name: string): string => `"${name}"`;

function selected(table: OwnedTable, column: string): string {
  if (table.name === "journal" && column === "state") return `${WAITING_AGAIN} AS ${quoted(column)}`;
  return quoted(column);
}

/** The statements of a table whose columns are called as those of its content. Owners' numbers are the first parameters of each. */
export function contentStatements(table: OwnedTable, dialect: ContentDialect) {
  const owners = dialect.owners[table.owner];
  const own = table.columns.slice(namesOf(table.owner));
  const keys = table.columns.slice(namesOf(table.owner), table.keyLength);
  const marks = (count: number, first: number): string =>
    Array.from({ length: count }, (_, index) => dialect.mark(first + index)).join(", ");
  const owned = owners.map((column, index) => `${column} = ${dialect.mark(index + 1)}`).join(" AND ");
  const after = owners.length + 1;
  const keyList = keys.map(quoted).join(", ");
  const keyed = keys.map((key, index) => `${quoted(key)} = ${dialect.mark(after + index)}`).join(" AND ");
  const all = [...owners, ...own, ...(dialect.derived[table.name] ?? [])];
  const select = `SELECT ${own.map((column) => selected(table, column)).join(", ")} FROM ${table.name} WHERE ${owned}`;
  return {
    /** (owner, limit) */
    first: `${select} ORDER BY ${keyList} LIMIT ${dialect.mark(after)}`,
    /** (owner, key, limit) */
    next: `${select} AND (${keyList}) > (${marks(keys.length, after)}) ORDER BY ${keyList} LIMIT ${dialect.mark(after + keys.length)}`,
    /** (owner) */
    count: `SELECT count(*) AS n FROM ${table.name} WHERE ${owned}`,
    /** (owner, key) */
    delete: `DELETE FROM ${table.name} WHERE ${owned} AND ${keyed}`,
    /** (owner, columns of the content, derived columns) */
    insert: `INSERT INTO ${table.name} (${all.map(quoted).join(", ")}) VALUES (${marks(all.length, 1)})`,
  };
}
