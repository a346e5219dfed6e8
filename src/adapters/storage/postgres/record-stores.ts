import { KeepsakeError, type ServingModel } from "../../../domain/index.js";
import type { DirectoryStore, RequestStore, ServingModelStore } from "../../../ports/index.js";
import { SQL } from "./sql.js";
import type { PostgresTransaction } from "./transaction.js";

export function createDirectoryStore(transaction: PostgresTransaction): DirectoryStore {
  return {
    async ensureUser(at) {
      await transaction.adding(at);
    },
    async hasUser() {
      transaction.reading();
      return transaction.hasUser;
    },
  };
}

export function createRequestStore(transaction: PostgresTransaction): RequestStore {
  return {
    find: async (key, operation) =>
      transaction
        .reading()
        .get<{ bodyHash: string; response: string }>(SQL.findRequest, ...transaction.numbers, operation, key),
    async put({ key, operation, bodyHash, response, at }) {
      const connection = await transaction.adding(at);
      const values = [operation, key, bodyHash, response.toWellFormed(), at];
      const made = await connection.run(SQL.insertRequest, ...transaction.numbers, ...values);
      if (made === 0) throw new KeepsakeError("CONFLICT", `idempotency key ${JSON.stringify(key)} was used`);
    },
    clear: async () => transaction.writing().run(SQL.clearRequests, ...transaction.numbers),
  };
}

export function createServingModelStore(transaction: PostgresTransaction): ServingModelStore {
  return {
    find: async () => transaction.reading().get<ServingModel>(SQL.findServingModel, ...transaction.numbers),
    async put({ modelId, since }) {
      await transaction.writing().run(SQL.putServingModel, ...transaction.numbers, modelId, since);
    },
  };
}
