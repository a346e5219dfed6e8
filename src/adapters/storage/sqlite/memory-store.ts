import {
  BY_NUMBER_AND_ID,
  type CursorKey,
  checkMemoryPatch,
  compareCodePoints,
  type Filter,
  foldName,
  KeepsakeError,
  LIST_FIELDS,
  type Memory,
  type MemoryId,
  type Page,
  type PageRequest,
  scopeKey,
  type TurnId,
} from "../../../domain/index.js";
import type { MemoryStore, Neighbours, Stretch } from "../../../ports/index.js";
import { type MemoryRow, memoryValues, pageOf, patchedValues, toMemory } from "../relational/index.js";
import type { Value } from "./connection.js";
import { memoryCondition } from "./memory-filter.js";
import { rowOfColumns } from "./memory-row.js";
import { MEMORY_LISTING, SQL } from "./sql.js";
import { isDuplicate } from "./sqlite-errors.js";
import type { SqliteTransaction } from "./transaction.js";

function orConflict(id: string, work: () => number): number {
  try {
    return work();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new KeepsakeError(
      "CONFLICT",
      `${id}: the id, the version or the slot's one active place is taken`,
      {},
      { cause: error },
    );
  }
}

function insert(transaction: SqliteTransaction, memory: Memory): void {
  const connection = transaction.adding(memory.recordedAt);
  const scope = transaction.scopeId;
  orConflict(memory.id, () => connection.run(SQL.insertMemory, scope, ...memoryValues(memory)));
  for (const field of LIST_FIELDS) {
    for (const value of memory[field]) connection.run(SQL.insertLabel, scope, memory.id, field, value);
  }
  for (const turnId of memory.turnIds) connection.run(SQL.insertMemoryTurn, scope, turnId, memory.id);
}

function find(transaction: SqliteTransaction, id: MemoryId): Memory | undefined {
  const row = transaction.reading().get<MemoryRow>(SQL.findMemory, transaction.scopeId, id);
  return row === undefined ? undefined : toMemory(row);
}

function update(
  transaction: SqliteTransaction,
  id: MemoryId,
  expectedRevision: number,
  patch: Parameters<MemoryStore["update"]>[2],
): Memory {
  const connection = transaction.writing();
  const scope = transaction.scopeId;
  checkMemoryPatch(patch);
  const before = find(transaction, id);
  if (before === undefined) throw new KeepsakeError("NOT_FOUND", `no memory ${id}`);
  const changed = orConflict(id, () =>
    connection.run(SQL.updateMemory, ...patchedValues(before, patch), scope, id, expectedRevision),
  );
  if (changed === 0)
    throw new KeepsakeError("CONFLICT", `${id} is at revision ${before.revision}, not ${expectedRevision}`);
  if (patch.tags !== undefined) {
    connection.run(SQL.deleteLabels, scope, id, "tags");
    for (const tag of patch.tags) connection.run(SQL.insertLabel, scope, id, "tags", tag);
  }
  if (patch.turnIds !== undefined) {
    for (const turnId of before.turnIds) connection.run(SQL.deleteMemoryTurn, scope, turnId, id);
    for (const turnId of patch.turnIds) connection.run(SQL.insertMemoryTurn, scope, turnId, id);
  }
  const after = find(transaction, id);
  if (after === undefined) throw new KeepsakeError("INTERNAL", `${id} went while it was changed`);
  return after;
}

function remove(transaction: SqliteTransaction, id: MemoryId): boolean {
  const connection = transaction.writing();
  const scope = transaction.scopeId;
  const row = connection.get<{ turnIds: string }>(SQL.deleteMemory, scope, id);
  if (row === undefined) return false;
  for (const field of LIST_FIELDS) connection.run(SQL.deleteLabels, scope, id, field);
  const turnIds: TurnId[] = JSON.parse(row.turnIds);
  for (const turnId of turnIds) connection.run(SQL.deleteMemoryTurn, scope, turnId, id);
  connection.run(SQL.deleteWritesOfMemory, scope, id);
  transaction.noteErasure();
  return true;
}

function list(transaction: SqliteTransaction, filter: Filter, page: PageRequest): Page<Memory> {
  const { sql, values } = memoryCondition(filter);
  const fetch = (after: CursorKey | undefined, limit: number): MemoryRow[] => {
    const connection = transaction.reading();
    const [recordedAt, id] = after ?? [];
    if (recordedAt === undefined || id === undefined) {
      return connection.allOnce(MEMORY_LISTING.firstPage(sql), [transaction.scopeId, ...values, limit]);
    }
    return connection.allOnce(MEMORY_LISTING.nextPage(sql), [
      transaction.scopeId,
      recordedAt,
      recordedAt,
      id,
      ...values,
      limit,
    ]);
  };
  const owner = scopeKey(transaction.scope);
  return pageOf(
    { order: "memories", owner, keyOf: (row) => [row.recorded_at, row.id], keyParts: BY_NUMBER_AND_ID, fetch },
    page,
    toMemory,
  );
}

/** Beyond every instant. */
const FOREVER = Number.MAX_SAFE_INTEGER;

function inTime(a: Memory, b: Memory): number {
  return a.validFrom - b.validFrom || compareCodePoints(a.id, b.id);
}

function neighbours(transaction: SqliteTransaction, stretch: Stretch): Neighbours {
  const { slotKey, lineageId, from, to = FOREVER, saidAt = -FOREVER } = stretch;
  const connection = transaction.reading();
  const except = JSON.stringify(stretch.except);
  const reaching = new Map<MemoryId, Memory>();
  const nexts: Memory[] = [];
  const look = (key: string | undefined, sql: { readonly reaching: string; readonly next: string }): void => {
    if (key === undefined) return;
    const place = [transaction.scopeId, key, from, except, saidAt] as const;
    for (const row of connection.all<MemoryRow>(sql.reaching, ...place, to)) {
      const memory = toMemory(row);
      reaching.set(memory.id, memory);
    }
    const next = connection.get<MemoryRow>(sql.next, ...place);
    if (next !== undefined) nexts.push(toMemory(next));
  };
  look(slotKey, { reaching: SQL.reachingInSlot, next: SQL.nextInSlot });
  look(lineageId, { reaching: SQL.reachingInLineage, next: SQL.nextInLineage });
  const [next] = nexts.sort(inTime);
  return { reaching: [...reaching.values()].sort(inTime), ...(next === undefined ? {} : { next }) };
}

export function createMemoryStore(transaction: SqliteTransaction): MemoryStore {
  const rows = (sql: string, ...values: (string | number)[]) =>
    transaction
      .reading()
      .all<MemoryRow>(sql, transaction.scopeId, ...values)
      .map(toMemory);
  return {
    async insert(memory) {
      insert(transaction, memory);
    },
    async update(id, expectedRevision, patch) {
      return update(transaction, id, expectedRevision, patch);
    },
    async find(id) {
      return find(transaction, id);
    },
    async findMany(ids) {
      if (ids.length === 0) return [];
      const rows = transaction.reading().rows<Value[]>(SQL.findMemories, transaction.scopeId, JSON.stringify(ids));
      const found = new Map(rows.map(rowOfColumns).map((row) => [row.id, row]));
      // By name: SQLite's JSON cuts a text at NUL, and what it found under the shorter name was not asked for.
      return ids.flatMap((id) => {
        const row = found.get(id);
        return row === undefined ? [] : [toMemory(row)];
      });
    },
    async listActiveBySlot(slotKey) {
      return rows(SQL.activeBySlot, slotKey);
    },
    async listActiveByHashes(contentHashes) {
      return rows(SQL.activeByHashes, JSON.stringify(contentHashes));
    },
    async listActiveBySubject(subject, limit) {
      return rows(SQL.activeBySubject, foldName(subject), Math.max(0, limit));
    },
    async listByTurns(turnIds) {
      const connection = transaction.reading();
      const ids = turnIds.flatMap((turnId) =>
        connection.all<{ id: MemoryId }>(SQL.memoriesOfTurn, transaction.scopeId, turnId),
      );
      const memories = [...new Set(ids.map((row) => row.id))].flatMap((id) => find(transaction, id) ?? []);
      return memories.sort((a, b) => a.recordedAt - b.recordedAt || compareCodePoints(a.id, b.id));
    },
    async lineage(lineageId) {
      return rows(SQL.lineage, lineageId);
    },
    async latestVersion(lineageId) {
      const found = transaction
        .reading()
        .get<{ version: number | null }>(SQL.latestVersion, transaction.scopeId, lineageId);
      return found?.version ?? 0;
    },
    async neighbours(stretch) {
      return neighbours(transaction, stretch);
    },
    async list(filter, page) {
      return list(transaction, filter, page);
    },
    async count(filter) {
      const { sql, values } = memoryCondition(filter);
      return (
        transaction.reading().allOnce<{ n: number }>(MEMORY_LISTING.count(sql), [transaction.scopeId, ...values])[0]
          ?.n ?? 0
      );
    },
    async remove(ids) {
      transaction.writing();
      return ids.filter((id) => remove(transaction, id)).length;
    },
  };
}
