import { KeepsakeError, scopeKey } from "../../../domain/index.js";
import type { AuditEvent, AuditStore, DirectoryStore, RequestStore } from "../../../ports/index.js";
import { pageOf } from "./paging.js";
import { SQL } from "./sql.js";
import { isDuplicate } from "./sqlite-errors.js";
import type { SqliteTransaction } from "./transaction.js";

export function createDirectoryStore(transaction: SqliteTransaction): DirectoryStore {
  return {
    async ensureUser(at) {
      transaction.adding(at);
    },
    async hasUser() {
      transaction.reading();
      return transaction.scopeId !== 0;
    },
  };
}

interface AuditRow {
  readonly sequence: number;
  readonly at: number;
  readonly action: string;
  readonly actor: string;
  readonly targets: string;
  readonly outcome: AuditEvent["outcome"];
  readonly detail: string | null;
}

function toEvent(row: AuditRow): AuditEvent {
  const { at, action, actor, targets, outcome, detail } = row;
  return { at, action, actor, targets: JSON.parse(targets), outcome, ...(detail !== null && { detail }) };
}

export function createAuditStore(transaction: SqliteTransaction): AuditStore {
  return {
    async append({ at, action, actor, targets, outcome, detail = null }) {
      const connection = transaction.adding(at);
      connection.run(SQL.appendAudit, transaction.scopeId, at, action, actor, JSON.stringify(targets), outcome, detail);
    },
    async list(page) {
      return pageOf<AuditRow, AuditEvent>(
        {
          order: "audit",
          owner: scopeKey(transaction.scope),
          keyOf: (row) => [row.sequence],
          keyLength: 1,
          fetch: (after, limit) =>
            transaction
              .reading()
              .all<AuditRow>(SQL.listAudit, transaction.scopeId, after?.[0] ?? Number.MAX_SAFE_INTEGER, limit),
        },
        page,
        toEvent,
      );
    },
  };
}

export function createRequestStore(transaction: SqliteTransaction): RequestStore {
  return {
    async find(key, operation) {
      return transaction
        .reading()
        .get<{ bodyHash: string; response: string }>(SQL.findRequest, transaction.scopeId, operation, key);
    },
    async put({ key, operation, bodyHash, response, at }) {
      const connection = transaction.adding(at);
      try {
        connection.run(SQL.insertRequest, transaction.scopeId, operation, key, bodyHash, response.toWellFormed(), at);
      } catch (error) {
        if (!isDuplicate(error)) throw error;
        throw new KeepsakeError("CONFLICT", `idempotency key ${JSON.stringify(key)} was used`, {}, { cause: error });
      }
    },
    async clear() {
      const cleared = transaction.writing().run(SQL.clearRequests, transaction.scopeId);
      if (cleared > 0) transaction.noteErasure();
      return cleared;
    },
  };
}
