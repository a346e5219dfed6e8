import { BY_NUMBER, type CursorKey, KeepsakeError, scopeKey } from "../../../../domain/index.js";
import type { JournalStore } from "../../../../ports/index.js";
import { type JournalRow, taskValues, toEntry } from "../journal-row.js";
import { pageOf } from "./paging.js";
import type { ServerTransaction } from "./transaction.js";

type Appended = Parameters<JournalStore["append"]>[0][number];

async function append(transaction: ServerTransaction, { id, task, at, dueAt = at }: Appended): Promise<void> {
  const connection = await transaction.adding(at);
  const { turnId, sessionId, itemId } = taskValues(task);
  const values = [id, task.type, turnId, sessionId, itemId, at, dueAt];
  const sequence = await connection.steps.appendJournal(transaction.numbers, values);
  if (sequence === undefined) throw new KeepsakeError("CONFLICT", `journal entry ${id} exists`);
  await connection.run(transaction.sql.enlistScope, ...transaction.numbers, sequence);
}

export function createJournalStore(transaction: ServerTransaction): JournalStore {
  return {
    async append(entries) {
      transaction.writing();
      for (const entry of entries) await append(transaction, entry);
    },
    async complete(id, leaseToken) {
      const connection = transaction.writing();
      const completed = await connection.run(transaction.sql.completeJournal, ...transaction.numbers, id, leaseToken);
      if (completed === 0) throw new KeepsakeError("CONFLICT", `the lease on ${id} was lost`);
      await connection.run(transaction.sql.delistScope, ...transaction.numbers);
    },
    async withdraw(id) {
      const connection = transaction.writing();
      const isGone = (await connection.run(transaction.sql.withdrawJournal, ...transaction.numbers, id)) > 0;
      if (isGone) await connection.run(transaction.sql.delistScope, ...transaction.numbers);
      return isGone;
    },
    async list(page) {
      const fetch = (after: CursorKey | undefined, limit: number) =>
        transaction
          .reading()
          .all<JournalRow>(transaction.sql.listJournal, ...transaction.numbers, after?.[0] ?? 0, limit);
      const keyOf = (row: JournalRow) => [row.sequence];
      const listing = { order: "journal", owner: scopeKey(transaction.scope), keyOf, keyParts: BY_NUMBER, fetch };
      return pageOf(listing, page, (row) => toEntry(row, transaction.scope));
    },
    async pending() {
      const counted = await transaction
        .reading()
        .get<{ n: number }>(transaction.sql.countPending, ...transaction.numbers);
      return counted?.n ?? 0;
    },
    async retryDead(ids) {
      const connection = transaction.writing();
      return ids === undefined
        ? connection.run(transaction.sql.reviveAll, ...transaction.numbers)
        : connection.run(transaction.sql.reviveSome, ...transaction.numbers, ids);
    },
    async removeFor({ turnIds = [], itemIds = [], sessionIds = [] }) {
      const connection = transaction.writing();
      const targets = [turnIds, sessionIds, itemIds] as const;
      const removed = await connection.run(transaction.sql.deleteJournalFor, ...transaction.numbers, ...targets);
      if (removed > 0) await connection.run(transaction.sql.delistScope, ...transaction.numbers);
      return removed;
    },
  };
}
