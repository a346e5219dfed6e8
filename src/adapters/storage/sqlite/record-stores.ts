import { KeepsakeError, type ServingModel } from "../../../domain/index.js";
import type { DirectoryStore, RequestStore, ServingModelStore, StateStore } from "../../../ports/index.js";
import { type StateRow, toState } from "../relational/index.js";
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
    async noteInstant(at) {
      transaction.noteInstant(at);
    },
    async latestInstant() {
      return transaction.latestInstant();
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

export function createServingModelStore(transaction: SqliteTransaction): ServingModelStore {
  return {
    find: async () => transaction.reading().get<ServingModel>(SQL.findServingModel, transaction.scopeId),
    async put({ modelId, since }) {
      transaction.writing().run(SQL.putServingModel, modelId, since, transaction.scopeId);
    },
  };
}

/** Before every instant: what has run out is among them until somebody sweeps it. */
const BEFORE_ALL = 0;

export function createStateStore(transaction: SqliteTransaction): StateStore {
  const removed = (count: number): number => {
    if (count > 0) transaction.noteErasure();
    return count;
  };
  return {
    async spaces() {
      const rows = transaction.reading().all<{ space: string }>(SQL.listSpaces, transaction.scopeId, BEFORE_ALL);
      return rows.map(({ space }) => space);
    },
    async list(space) {
      return transaction.reading().all<StateRow>(SQL.listStates, transaction.scopeId, space, BEFORE_ALL).map(toState);
    },
    async remove(entries) {
      const connection = transaction.writing();
      const one = (space: string, key: string) => connection.run(SQL.deleteState, transaction.scopeId, space, key);
      return removed(entries.reduce((sum, { space, key }) => sum + one(space, key), 0));
    },
    clear: async () => removed(transaction.writing().run(SQL.clearStates, transaction.scopeId)),
  };
}
