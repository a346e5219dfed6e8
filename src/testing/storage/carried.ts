import { expect } from "vitest";
import { CONTENT_TABLES } from "../../domain/index.js";

/** Names that an engine gives content tables. */
const CALLED: Readonly<Record<string, string>> = { users: "scopes", search_items: "index_items" };
/** Columns that stand in for others where an engine keeps rows by number, or by columns what the content holds as one. */
const STAND_INS: Readonly<Record<string, readonly string[]>> = {
  tenants: ["name"],
  users: ["user", "user_name"],
  search_items:
    "item_id attributes type status kind tier subject session_id agent_id speaker role tags_held entities_held said_at recorded_at valid_from valid_to expires_at".split(
      " ",
    ),
};

/**
 * Fails where the engine has a table or a column that neither moves with its rows nor is said to be the engine's own: what a later
 * migration adds must not be forgotten here.
 * @param found columns by table
 */
export function expectAllCarried(
  found: ReadonlyMap<string, readonly string[]>,
  own: { readonly tables: readonly string[]; readonly columns: Readonly<Record<string, readonly string[]>> },
): void {
  const carried = new Map<string, readonly string[]>(
    CONTENT_TABLES.map(({ name, columns }) => {
      const called = CALLED[name] ?? name;
      return [called, ["tenant", "scope", ...columns, ...(STAND_INS[name] ?? []), ...(own.columns[called] ?? [])]];
    }),
  );
  const forgotten = [...found.keys()].filter((table) => !carried.has(table) && !own.tables.includes(table));
  expect(forgotten, "tables that are neither carried nor the engine's own").toEqual([]);
  for (const [table, known] of carried) {
    const columns = found.get(table) ?? [];
    expect(columns.length, `the table ${table} is gone`).toBeGreaterThan(0);
    expect(
      columns.filter((column) => !known.includes(column)),
      `columns of ${table} that are neither carried nor the engine's own`,
    ).toEqual([]);
  }
}
