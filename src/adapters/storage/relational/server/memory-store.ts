import { createHash } from "node:crypto";
import {
  BY_NUMBER_AND_ID,
  type CursorKey,
  checkMemoryPatch,
  compareCodePoints,
  type Filter,
  foldName,
  KeepsakeError,
  type Memory,
  type MemoryId,
  type Page,
  type PageRequest,
  scopeKey,
  type TurnId,
} from "../../../../domain/index.js";
import type { MemoryStore, Neighbours, Stretch } from "../../../../ports/index.js";
import { type MemoryRow, memoryValues, patchedValues, toMemory } from "../memory-row.js";
import type { Value } from "../row-value.js";
import { inOrderOf } from "./in-order.js";
import { pageOf } from "./paging.js";
import { MEMORY_LISTING } from "./shared-sql.js";
import type { ServerTransaction } from "./transaction.js";

const wellFormed = (texts: readonly string[]) => texts.map((text) => text.toWellFormed());

/** Stands in an index for a key of any length: 128 bits of its SHA-256. */
export function digest(key: string): string {
  return createHash("sha256").update(key).digest("base64url").slice(0, 22);
}

function conflict(id: string): KeepsakeError {
  return new KeepsakeError("CONFLICT", `${id}: the id, the version or the slot's one active place is taken`);
}

async function insert(transaction: ServerTransaction, memory: Memory): Promise<void> {
  const connection = await transaction.adding(memory.recordedAt);
  const { slotKey, subject, tags, entities, turnIds } = memory;
  const digests = [slotKey === undefined ? null : digest(slotKey), digest(foldName(subject))];
  const values = [...memoryValues(memory), ...digests];
  const lists = { tags: wellFormed(tags), entities: wellFormed(entities), turnIds };
  if (!(await connection.steps.insertMemory(transaction.numbers, values, lists))) throw conflict(memory.id);
}

async function find(transaction: ServerTransaction, id: MemoryId): Promise<Memory | undefined> {
  const row = await transaction.reading().get<MemoryRow>(transaction.sql.findMemory, ...transaction.numbers, id);
  return row === undefined ? undefined : toMemory(row);
}

async function update(
  transaction: ServerTransaction,
  id: MemoryId,
  expectedRevision: number,
  patch: Parameters<MemoryStore["update"]>[2],
): Promise<Memory> {
  const connection = transaction.writing();
  checkMemoryPatch(patch);
  const before = await find(transaction, id);
  if (before === undefined) throw new KeepsakeError("NOT_FOUND", `no memory ${id}`);
  if (before.revision !== expectedRevision)
    throw new KeepsakeError("CONFLICT", `${id} is at revision ${before.revision}, not ${expectedRevision}`);
  // Looked at first, since an error of the server would end the whole transaction; the user's lock keeps the answer true, the index proves it.
  const fillsSlot = patch.status === "active" && before.status !== "active" && before.cardinality === "single";
  if (fillsSlot && (await connection.get(transaction.sql.isSlotTaken, ...transaction.numbers, id)) !== undefined)
    throw conflict(id);
  const tags = wellFormed(patch.tags ?? before.tags);
  const values = [id, expectedRevision, ...patchedValues(before, patch)];
  const row = await connection.steps.updateMemory(transaction.numbers, values, tags);
  if (row === undefined) throw new KeepsakeError("CONFLICT", `${id} was changed meanwhile`);
  if (patch.turnIds !== undefined) {
    await connection.run(transaction.sql.unlinkTurns, ...transaction.numbers, [id], before.turnIds);
    await connection.steps.linkTurns(transaction.numbers, id, patch.turnIds);
  }
  return toMemory(row);
}

async function remove(transaction: ServerTransaction, ids: readonly MemoryId[]): Promise<number> {
  const connection = transaction.writing();
  const gone = await connection.steps.deleteMemories(transaction.numbers, ids);
  const turnIds = gone.flatMap((row): TurnId[] => JSON.parse(row.turnIds));
  const removed = gone.map((row) => row.id);
  if (turnIds.length > 0) await connection.run(transaction.sql.unlinkTurns, ...transaction.numbers, removed, turnIds);
  return removed.length;
}

function list(transaction: ServerTransaction, filter: Filter, page: PageRequest): Promise<Page<Memory>> {
  const fetch = (after: CursorKey | undefined, limit: number): Promise<readonly MemoryRow[]> => {
    const connection = transaction.reading();
    const known = [...transaction.numbers, limit, ...(after ?? [])];
    const { sql, values } = connection.steps.condition(filter, "memory", known.length + 1);
    const statement = after === undefined ? MEMORY_LISTING.firstPage(sql) : MEMORY_LISTING.nextPage(sql);
    return connection.all<MemoryRow>(statement, ...known, ...values);
  };
  const owner = scopeKey(transaction.scope);
  const keyOf = (row: MemoryRow) => [row.recorded_at, row.id];
  return pageOf({ order: "memories", owner, keyOf, keyParts: BY_NUMBER_AND_ID, fetch }, page, toMemory);
}

async function count(transaction: ServerTransaction, filter: Filter): Promise<number> {
  const connection = transaction.reading();
  const { sql, values } = connection.steps.condition(filter, "memory", transaction.numbers.length + 1);
  return (await connection.get<{ n: number }>(MEMORY_LISTING.count(sql), ...transaction.numbers, ...values))?.n ?? 0;
}

/** Beyond every instant. */
const FOREVER = Number.MAX_SAFE_INTEGER;

function inTime(a: Memory, b: Memory): number {
  return a.validFrom - b.validFrom || compareCodePoints(a.id, b.id);
}

async function neighbours(transaction: ServerTransaction, stretch: Stretch): Promise<Neighbours> {
  const { slotKey, lineageId, from, to = FOREVER, saidAt = -FOREVER, except } = stretch;
  const connection = transaction.reading();
  const reaching = new Map<MemoryId, Memory>();
  const nexts: Memory[] = [];
  const look = async (key: string | undefined, sql: { readonly reaching: string; readonly next: string }) => {
    if (key === undefined) return;
    const place = [...transaction.numbers, key, from, except, saidAt] as const;
    const [rows, next] = await Promise.all([
      connection.all<MemoryRow>(sql.reaching, ...place, to),
      connection.get<MemoryRow>(sql.next, ...place),
    ]);
    for (const memory of rows.map(toMemory)) reaching.set(memory.id, memory);
    if (next !== undefined) nexts.push(toMemory(next));
  };
  const slot = slotKey === undefined ? undefined : digest(slotKey);
  await look(slot, { reaching: transaction.sql.reachingInSlot, next: transaction.sql.nextInSlot });
  await look(lineageId, { reaching: transaction.sql.reachingInLineage, next: transaction.sql.nextInLineage });
  const [next] = nexts.sort(inTime);
  return { reaching: [...reaching.values()].sort(inTime), ...(next === undefined ? {} : { next }) };
}

export function createMemoryStore(transaction: ServerTransaction): MemoryStore {
  const rows = async (sql: string, ...values: Value[]) =>
    (await transaction.reading().all<MemoryRow>(sql, ...transaction.numbers, ...values)).map(toMemory);
  return {
    insert: (memory) => insert(transaction, memory),
    update: (id, expectedRevision, patch) => update(transaction, id, expectedRevision, patch),
    find: async (id) => find(transaction, id),
    findMany: async (ids) => (ids.length === 0 ? [] : inOrderOf(ids, await rows(transaction.sql.findMemories, ids))),
    listActiveBySlot: (slotKey) => rows(transaction.sql.activeBySlot, digest(slotKey)),
    listActiveByHashes: async (contentHashes) =>
      contentHashes.length === 0 ? [] : rows(transaction.sql.activeByHashes, contentHashes),
    listActiveBySubject: (subject, limit) =>
      rows(transaction.sql.activeBySubject, digest(foldName(subject)), Math.max(0, limit)),
    listByTurns: (turnIds) => rows(transaction.sql.memoriesOfTurns, turnIds),
    lineage: (lineageId) => rows(transaction.sql.lineage, lineageId),
    async latestVersion(lineageId) {
      const connection = transaction.reading();
      const found = await connection.get<{ version: number | null }>(
        transaction.sql.latestVersion,
        ...transaction.numbers,
        lineageId,
      );
      return found?.version ?? 0;
    },
    neighbours: (stretch) => neighbours(transaction, stretch),
    list: async (filter, page) => list(transaction, filter, page),
    count: (filter) => count(transaction, filter),
    remove: (ids) => remove(transaction, ids),
  };
}
