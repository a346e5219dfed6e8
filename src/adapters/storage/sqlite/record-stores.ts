import { KeepsakeError, type ServingModel } from "../../../domain/index.js";
import type { DirectoryStore, RequestStore, ServingModelStore } from "../../../ports/index.js";
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
