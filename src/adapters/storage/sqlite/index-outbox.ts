import { BY_ID, type CursorKey, type ItemAttributes, type ItemId, scopeKey } from "../../../domain/index.js";
import type { IndexedItem, IndexOutbox, OutboxEntry } from "../../../ports/index.js";
import { INDEX_LISTS, type JournalRow, pageOf, toEntry } from "../relational/index.js";
import type { Database } from "./database.js";
import { SQL } from "./sql.js";
import { findScope } from "./transaction.js";

interface ItemRow {
  readonly attributes: string;
  readonly model: string | null;
  readonly numbers: Uint8Array | null;
}

/** An item's rows, one for each model, as one. */
function toItem(rows: readonly ItemRow[]): IndexedItem | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const vectors = new Map<string, Float32Array>();
  for (const { model, numbers } of rows) {
    // a copy that begins at a multiple of four, as floats must
    if (model !== null && numbers !== null) vectors.set(model, new Float32Array(numbers.slice().buffer));
  }
  return { attributes: JSON.parse(first.attributes) as ItemAttributes, vectors };
}

export function createIndexOutbox(database: Database): IndexOutbox {
  return {
    async list(scope, limit) {
      const rows = database.look((connection) => {
        const id = findScope(connection, scope);
        if (id === undefined) return [];
        return connection.all<JournalRow>(SQL.listIndexing, id, INDEX_LISTS.from, INDEX_LISTS.to, limit);
      });
      return rows.map((row) => toEntry(row, scope) as OutboxEntry);
    },
    async settle(scope, ids) {
      if (ids.length === 0) return;
      await database.write((connection) => {
        const id = findScope(connection, scope);
        if (id === undefined) return;
        connection.run(SQL.settleIndexing, id, JSON.stringify(ids));
        connection.run(SQL.delistScope, id);
      });
    },
    async lag() {
      const figures = database.look((connection) =>
        connection.get<{ waiting: number; dead: number; oldest: number | null }>(SQL.measureIndexing),
      );
      const { waiting = 0, dead = 0, oldest = null } = figures ?? {};
      return { waiting, dead, ...(oldest !== null && { oldestAppendedAt: oldest }) };
    },
    async read(scope, itemIds) {
      return database.look((connection) => {
        const id = findScope(connection, scope);
        if (id === undefined) return [];
        const found = [...new Set(itemIds)].map((itemId) => connection.all<ItemRow>(SQL.readItem, id, itemId));
        return found.flatMap((rows) => toItem(rows) ?? []);
      });
    },
    async listIds(scope, page) {
      const fetch = (after: CursorKey | undefined, limit: number): readonly { readonly item_id: ItemId }[] =>
        database.look((connection) => {
          const id = findScope(connection, scope);
          return id === undefined ? [] : connection.all(SQL.listItemIds, id, after?.[0] ?? "", limit);
        });
      const keyOf = (row: { readonly item_id: ItemId }) => [row.item_id];
      const listing = { order: "index items", owner: scopeKey(scope), keyOf, keyParts: BY_ID, fetch };
      return pageOf(listing, page, (row) => row.item_id);
    },
  };
}
