import { BY_NUMBER, KeepsakeError, scopeKey } from "../../../domain/index.js";
import type { JournalStore } from "../../../ports/index.js";
import { type JournalRow, pageOf, taskValues, toEntry } from "../relational/index.js";
import type { Connection } from "./connection.js";
import { SQL } from "./sql.js";
import { isDuplicate } from "./sqlite-errors.js";
import type { SqliteTransaction } from "./transaction.js";

type Appended = Parameters<JournalStore["append"]>[0][number];

function insert(connection: Connection, scope: number, { id, task, at, dueAt = at }: Appended): number {
  const { turnId, sessionId, itemId } = taskValues(task);
  try {
    return connection.insert(SQL.appendJournal, scope, id, task.type, turnId, sessionId, itemId, at, dueAt);
  } catch (error) {
    if (isDuplicate(error)) throw new KeepsakeError("CONFLICT", `journal entry ${id} exists`, {}, { cause: error });
    throw error;
  }
}

export function createJournalStore(transaction: SqliteTransaction): JournalStore {
  return {
    async append(entries) {
      transaction.writing();
      for (const entry of entries) {
        const connection = transaction.adding(entry.at);
        const sequence = insert(connection, transaction.scopeId, entry);
        connection.run(SQL.enlistScope, transaction.scopeId, sequence);
      }
    },
    async complete(id, leaseToken) {
      const connection = transaction.writing();
      const completed = connection.run(SQL.completeJournal, transaction.scopeId, id, leaseToken);
      if (completed === 0) throw new KeepsakeError("CONFLICT", `the lease on ${id} was lost`);
      connection.run(SQL.delistScope, transaction.scopeId);
    },
    async withdraw(id) {
      const connection = transaction.writing();
      const isGone = connection.run(SQL.withdrawJournal, transaction.scopeId, id) > 0;
      if (isGone) connection.run(SQL.delistScope, transaction.scopeId);
      return isGone;
    },
    async list(page) {
      return pageOf<JournalRow, ReturnType<typeof toEntry>>(
        {
          order: "journal",
          owner: scopeKey(transaction.scope),
          keyOf: (row) => [row.sequence],
          keyParts: BY_NUMBER,
          fetch: (after, limit) =>
            transaction.reading().all<JournalRow>(SQL.listJournal, transaction.scopeId, after?.[0] ?? 0, limit),
        },
        page,
        (row) => toEntry(row, transaction.scope),
      );
    },
    async pending() {
      return transaction.reading().get<{ n: number }>(SQL.countPending, transaction.scopeId)?.n ?? 0;
    },
    async retryDead(ids) {
      const connection = transaction.writing();
      if (ids === undefined) return connection.run(SQL.reviveAll, transaction.scopeId);
      return ids.reduce((sum, id) => sum + connection.run(SQL.reviveOne, transaction.scopeId, id), 0);
    },
    async removeFor({ turnIds = [], itemIds = [], sessionIds = [] }) {
      const connection = transaction.writing();
      let removed = 0;
      for (const id of turnIds) removed += connection.run(SQL.deleteJournalOfTurn, transaction.scopeId, id);
      for (const id of sessionIds) removed += connection.run(SQL.deleteJournalOfSession, transaction.scopeId, id);
      for (const id of itemIds) removed += connection.run(SQL.deleteJournalOfItem, transaction.scopeId, id);
      if (removed > 0) connection.run(SQL.delistScope, transaction.scopeId);
      return removed;
    },
  };
}
