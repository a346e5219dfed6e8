import {
  type EpochMs,
  type Memory,
  type MemoryId,
  type MemoryPatch,
  type MemoryWrite,
  memoryAttributes,
} from "../domain/index.js";
import type { IndexChange, TruthTransaction } from "../ports/index.js";

/** Marks a memory that was rolled back: it was never so, at no instant. */
const ROLLED_BACK_TAG = "rolled-back";

const ADDITIONS: ReadonlySet<string> = new Set(["new", "version", "pending"]);

/** What taking back has come to so far. Ids in the order in which they were met. */
export interface Taken {
  readonly sequences: number[];
  readonly closed: Set<MemoryId>;
  readonly restored: Set<MemoryId>;
  readonly weakened: Set<MemoryId>;
  readonly kept: Map<MemoryId, string>;
}

export interface TakeBackContext {
  readonly transaction: TruthTransaction;
  readonly now: EpochMs;
  /** In words, for the reason of what is closed: "import imp_1". */
  readonly origin: string;
  readonly changes: IndexChange[];
  readonly taken: Taken;
}

async function change(context: TakeBackContext, row: Memory, patch: MemoryPatch): Promise<void> {
  const updated = await context.transaction.memories.update(row.id, row.revision, patch);
  context.changes.push({ type: "update", attributes: memoryAttributes(updated) });
}

function isRolledBack(row: Memory): boolean {
  return row.tags.includes(ROLLED_BACK_TAG);
}

/** Memories of the batch that something outside of it said again: they have a source that stays. */
async function saidElsewhere(
  transaction: TruthTransaction,
  writes: readonly MemoryWrite[],
): Promise<ReadonlySet<MemoryId>> {
  const batch = new Set(writes.map((write) => write.sequence));
  const added = writes.filter((write) => ADDITIONS.has(write.kind)).map((write) => write.memoryId);
  const lines = await transaction.writes.listByMemories(added);
  return new Set(
    lines
      .filter((line) => line.kind === "reinforced" && line.undoneAt === undefined && !batch.has(line.sequence))
      .map((line) => line.memoryId),
  );
}

/** Ends where it began: it holds at no instant, also not in a question about the past. Nothing of it is destroyed. */
async function close(context: TakeBackContext, row: Memory): Promise<void> {
  if (isRolledBack(row)) return;
  await change(context, row, {
    status: "superseded",
    validTo: row.validFrom,
    tags: [...row.tags, ROLLED_BACK_TAG],
    reason: `rolled back (${context.origin}); ${row.reason}`,
  });
  context.taken.closed.add(row.id);
}

/** The first row after `id` in the chain of successors that was not rolled back. */
async function successorOf(transaction: TruthTransaction, id: MemoryId): Promise<Memory | undefined> {
  const seen = new Set<MemoryId>();
  let next: MemoryId | undefined = id;
  while (next !== undefined && !seen.has(next)) {
    seen.add(next);
    const row: Memory | undefined = await transaction.memories.find(next);
    if (row !== undefined && !isRolledBack(row)) return row;
    next = row?.supersededBy;
  }
  return undefined;
}

/** What holds the place that the row would come back to: its successor's successor, another value of its slot, or the same words. */
async function holderOf(context: TakeBackContext, row: Memory, write: MemoryWrite): Promise<Memory | undefined> {
  const { memories } = context.transaction;
  const { supersededBy } = write.after;
  const successor =
    supersededBy === undefined || supersededBy === null
      ? undefined
      : await successorOf(context.transaction, supersededBy);
  if (successor !== undefined) return successor;
  const isOther = (other: Memory): boolean => other.id !== row.id;
  const same = (await memories.listActiveByHashes([row.contentHash])).find(isOther);
  if (same !== undefined || row.slotKey === undefined || row.cardinality === "multi") return same;
  return (await memories.listActiveBySlot(row.slotKey)).find(
    (other) => isOther(other) && other.cardinality === "single",
  );
}

function isAsLeft(row: Memory, write: MemoryWrite): boolean {
  return row.status === write.after.status && (row.supersededBy ?? null) === (write.after.supersededBy ?? null);
}

async function reopen(context: TakeBackContext, row: Memory, write: MemoryWrite): Promise<void> {
  const { taken } = context;
  if (isRolledBack(row)) return;
  if (!isAsLeft(row, write)) {
    taken.kept.set(row.id, "it was changed again since");
    return;
  }
  const holder = write.before.status === "active" ? await holderOf(context, row, write) : undefined;
  if (holder !== undefined) {
    taken.kept.set(row.id, `${holder.id} holds its place since`);
    await change(context, row, {
      supersededBy: holder.id,
      validTo: Math.max(row.validFrom, Math.min(holder.validFrom, write.before.validTo ?? Number.POSITIVE_INFINITY)),
    });
    return;
  }
  await change(context, row, {
    ...write.before,
    supersededBy: write.before.supersededBy ?? null,
    validTo: write.before.validTo ?? null,
  });
  if (write.before.status === "active") taken.restored.add(row.id);
}

/** Only what this one repetition added: others before and after it stay counted. */
async function weaken(context: TakeBackContext, row: Memory, write: MemoryWrite): Promise<void> {
  const { before, after } = write;
  const known = new Set(before.turnIds ?? []);
  const added = new Set((after.turnIds ?? []).filter((id) => !known.has(id)));
  const counted = (after.reinforcedCount ?? 0) - (before.reinforcedCount ?? 0);
  const grown = (after.importance ?? 0) - (before.importance ?? 0);
  const importance =
    row.importance === after.importance ? (before.importance ?? row.importance) : row.importance - grown;
  const isExpiryTheirs = after.expiresAt !== undefined && row.expiresAt === (after.expiresAt ?? undefined);
  await change(context, row, {
    turnIds: row.turnIds.filter((id) => !added.has(id)),
    reinforcedCount: Math.max(0, row.reinforcedCount - counted),
    importance: Math.min(1, Math.max(0, importance)),
    ...(isExpiryTheirs ? { expiresAt: before.expiresAt ?? null } : {}),
  });
  context.taken.weakened.add(row.id);
}

/** Gives a row the time back that was cut off, where nobody cut it again. */
async function untrim(context: TakeBackContext, row: Memory, write: MemoryWrite): Promise<void> {
  if ((row.validTo ?? null) !== (write.after.validTo ?? null) || isRolledBack(row)) return;
  const { supersededBy } = write.after;
  const isLinkTheirs = supersededBy !== undefined && (row.supersededBy ?? null) === supersededBy;
  await change(context, row, {
    validTo: write.before.validTo ?? null,
    ...(isLinkTheirs ? { supersededBy: write.before.supersededBy ?? null } : {}),
  });
}

async function takeBackOne(
  context: TakeBackContext,
  write: MemoryWrite,
  elsewhere: ReadonlySet<MemoryId>,
): Promise<boolean> {
  const row = await context.transaction.memories.find(write.memoryId);
  if (row === undefined) return true;
  if (ADDITIONS.has(write.kind)) {
    if (!elsewhere.has(row.id)) await close(context, row);
    else context.taken.kept.set(row.id, "it was said again elsewhere");
    return !elsewhere.has(row.id);
  }
  if (write.kind === "reinforced") await weaken(context, row, write);
  else if (write.kind === "trimmed") await untrim(context, row, write);
  else {
    const { supersededBy } = write.after;
    // what replaced it stays, so it stays replaced
    if (supersededBy !== undefined && supersededBy !== null && elsewhere.has(supersededBy)) return false;
    await reopen(context, row, write);
  }
  return true;
}

/** Takes the writes back, newest first, each as far as nothing later stands on it. Lines that had to stay are not counted as undone. */
export async function takeBack(context: TakeBackContext, writes: readonly MemoryWrite[]): Promise<void> {
  const open = writes.filter((write) => write.undoneAt === undefined).sort((a, b) => b.sequence - a.sequence);
  const elsewhere = await saidElsewhere(context.transaction, open);
  for (const write of open) {
    if (await takeBackOne(context, write, elsewhere)) context.taken.sequences.push(write.sequence);
  }
  await context.transaction.writes.markUndone(context.taken.sequences, context.now);
}
