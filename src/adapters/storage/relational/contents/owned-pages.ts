import type { ContentRow } from "../../../../domain/index.js";
import { namesOf, type OwnedTable } from "./content-sql.js";

/** A tenant or a user: its names, and its numbers in the engine at hand. */
export interface Owner {
  readonly names: readonly string[];
  readonly numbers: readonly number[];
}

/** How an engine is asked for owners and for the rows of one. */
export interface OwnedRows {
  /** Owners in the order of their names, from `from` on, itself included. */
  listOwners(kind: OwnedTable["owner"], from: readonly string[] | undefined, limit: number): Promise<readonly Owner[]>;
  /** Rows of one owner after a key (without the owner's names), without its names. */
  listRows(owner: Owner, after: ContentRow | undefined, limit: number): Promise<readonly ContentRow[]>;
}

const OWNERS_AT_ONCE = 100;

const isSame = (a: readonly unknown[], b: readonly unknown[]): boolean => a.every((name, index) => name === b[index]);

/** Rows across owners, as one table in the order of its keys. */
export async function pageAcrossOwners(
  table: OwnedTable,
  after: ContentRow | undefined,
  limit: number,
  { listOwners, listRows }: OwnedRows,
): Promise<readonly ContentRow[]> {
  const rows: ContentRow[] = [];
  const names = namesOf(table.owner);
  let from = after?.slice(0, names).map(String);
  let isFrom = from === undefined;
  for (;;) {
    const owners = await listOwners(table.owner, from, OWNERS_AT_ONCE);
    for (const owner of owners) {
      const isFirst = from !== undefined && isSame(owner.names, from);
      if (isFirst && isFrom) continue; // the last one of the owners before
      const afterOwn = isFirst ? after?.slice(names, table.keyLength) : undefined;
      const own = await listRows(owner, afterOwn, limit - rows.length);
      for (const row of own) rows.push([...owner.names, ...row]);
      if (rows.length >= limit) return rows;
    }
    const last = owners.at(-1);
    if (last === undefined || owners.length < OWNERS_AT_ONCE) return rows;
    from = [...last.names];
    isFrom = true;
  }
}

/** All owners, one after the other. */
export async function* everyOwner(
  kind: OwnedTable["owner"],
  listOwners: OwnedRows["listOwners"],
): AsyncGenerator<Owner> {
  let from: readonly string[] | undefined;
  for (;;) {
    const owners = await listOwners(kind, from, OWNERS_AT_ONCE);
    for (const owner of owners) if (from === undefined || !isSame(owner.names, from)) yield owner;
    const last = owners.at(-1);
    if (last === undefined || owners.length < OWNERS_AT_ONCE) return;
    from = last.names;
  }
}

/** Rows that lie together by owner, each owner's without its names. */
export function byOwner(
  kind: OwnedTable["owner"],
  rows: readonly ContentRow[],
): readonly { readonly names: readonly string[]; readonly rows: readonly ContentRow[] }[] {
  const count = namesOf(kind);
  const groups = new Map<string, { readonly names: readonly string[]; readonly rows: ContentRow[] }>();
  for (const row of rows) {
    const names = row.slice(0, count).map(String);
    const key = JSON.stringify(names);
    const group = groups.get(key) ?? { names, rows: [] };
    groups.set(key, group);
    group.rows.push(row.slice(count));
  }
  return [...groups.values()];
}
