import {
  type AgentId,
  BY_ID,
  type CursorKey,
  type ItemAttributes,
  type ItemId,
  type ItemType,
  type MemoryKind,
  type MemoryStatus,
  type MemoryTier,
  type Role,
  type SessionId,
  scopeKey,
} from "../../../../domain/index.js";
import type { IndexOutbox, OutboxEntry } from "../../../../ports/index.js";
import { INDEX_LISTS, type JournalRow, toEntry } from "../journal-row.js";
import type { ServerDatabase } from "./connection.js";
import { pageOf } from "./paging.js";
import { numbersOf } from "./transaction.js";

/** How an engine keeps its indexes, for who reads an item back. */
export interface IndexReading<Labels, Numbers> {
  /** Items with their vectors, a row for each, or one without. (scope, items) */
  readonly items: string;
  /** In order of id. (scope, id, limit) */
  readonly ids: string;
  toLabels(held: Labels): readonly string[];
  toVector(numbers: Numbers): Float32Array;
}

interface ItemRow<Labels, Numbers> {
  readonly item_id: ItemId;
  readonly type: ItemType;
  readonly status: MemoryStatus;
  readonly kind: MemoryKind | null;
  readonly tier: MemoryTier | null;
  readonly subject: string | null;
  readonly session_id: SessionId | null;
  readonly agent_id: AgentId | null;
  readonly speaker: string | null;
  readonly role: Role | null;
  readonly tags: Labels;
  readonly entities: Labels;
  readonly said_at: number;
  readonly recorded_at: number;
  readonly valid_from: number;
  readonly valid_to: number | null;
  readonly expires_at: number | null;
  /** Of one of its vectors. */
  readonly model: string | null;
  readonly numbers: Numbers | null;
}

/** The table holds what filters look at, which importance is not. */
function toAttributes<Labels>(
  row: ItemRow<Labels, unknown>,
  toLabels: (held: Labels) => readonly string[],
): ItemAttributes {
  const [tags, entities] = [toLabels(row.tags), toLabels(row.entities)];
  return {
    ...{ id: row.item_id, type: row.type, status: row.status, tags, entities },
    ...(row.kind !== null && { kind: row.kind }),
    ...(row.tier !== null && { tier: row.tier }),
    ...(row.subject !== null && { subject: row.subject }),
    ...(row.session_id !== null && { sessionId: row.session_id }),
    ...(row.agent_id !== null && { agentId: row.agent_id }),
    ...(row.speaker !== null && { speaker: row.speaker }),
    ...(row.role !== null && { role: row.role }),
    ...{ saidAt: row.said_at, recordedAt: row.recorded_at, validFrom: row.valid_from },
    ...(row.valid_to !== null && { validTo: row.valid_to }),
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    importance: 0,
  };
}

export function createIndexOutbox<Labels, Numbers>(
  database: ServerDatabase,
  reading: IndexReading<Labels, Numbers>,
): IndexOutbox {
  return {
    async list(scope, limit) {
      const rows = await database.readNow(scope, (connection, entered) =>
        connection.all<JournalRow>(
          connection.sql.listIndexing,
          ...numbersOf(entered),
          INDEX_LISTS.from,
          INDEX_LISTS.to,
          limit,
        ),
      );
      return rows.map((row) => toEntry(row, scope) as OutboxEntry);
    },
    async settle(scope, ids) {
      if (ids.length === 0) return;
      await database.write(scope, async (connection, entered) => {
        await connection.run(connection.sql.settleIndexing, ...numbersOf(entered), ids);
        await connection.run(connection.sql.delistScope, ...numbersOf(entered));
      });
    },
    lag: () =>
      database.readAcross(async (connection) => {
        const figures = await connection.get<{ waiting: number; dead: number; oldest: number | null }>(
          connection.sql.measureIndexing,
        );
        const { waiting = 0, dead = 0, oldest = null } = figures ?? {};
        return { waiting, dead, ...(oldest !== null && { oldestAppendedAt: oldest }) };
      }),
    async read(scope, itemIds) {
      const rows = await database.readNow(scope, (connection, entered) =>
        connection.all<ItemRow<Labels, Numbers>>(reading.items, ...numbersOf(entered), [...new Set(itemIds)]),
      );
      const items = new Map<ItemId, { attributes: ItemAttributes; vectors: Map<string, Float32Array> }>();
      for (const row of rows) {
        const item = items.get(row.item_id) ?? { attributes: toAttributes(row, reading.toLabels), vectors: new Map() };
        items.set(row.item_id, item);
        if (row.model !== null && row.numbers !== null) item.vectors.set(row.model, reading.toVector(row.numbers));
      }
      return [...items.values()];
    },
    async listIds(scope, page) {
      const fetch = (after: CursorKey | undefined, limit: number) =>
        database.readNow(scope, (connection, entered) =>
          connection.all<{ readonly item_id: ItemId }>(
            reading.ids,
            ...[...numbersOf(entered), after?.[0] ?? "", limit],
          ),
        );
      const keyOf = (row: { readonly item_id: ItemId }) => [row.item_id];
      const listing = { order: "index items", owner: scopeKey(scope), keyOf, keyParts: BY_ID, fetch };
      return pageOf(listing, page, (row) => row.item_id);
    },
  };
}
