import { KeepsakeError, type ServingModel } from "../../../../domain/index.js";
import type { DirectoryStore, RequestStore, ServingModelStore } from "../../../../ports/index.js";
import type { ServerTransaction } from "./transaction.js";

export function createDirectoryStore(transaction: ServerTransaction): DirectoryStore {
  return {
    async ensureUser(at) {
      await transaction.adding(at);
    },
    async hasUser() {
      transaction.reading();
      return transaction.hasUser;
    },
    noteInstant: (at) => transaction.noteInstant(at),
    async latestInstant() {
      return transaction.latestInstant();
    },
  };
}

export function createRequestStore(transaction: ServerTransaction): RequestStore {
  return {
    find: async (key, operation) =>
      transaction
        .reading()
        .get<{ bodyHash: string; response: string }>(
          transaction.sql.findRequest,
          ...transaction.numbers,
          operation,
          key,
        ),
    async put({ key, operation, bodyHash, response, at }) {
      const connection = await transaction.adding(at);
      const values = [operation, key, bodyHash, response.toWellFormed(), at];
      const made = await connection.run(transaction.sql.insertRequest, ...transaction.numbers, ...values);
      if (made === 0) throw new KeepsakeError("CONFLICT", `idempotency key ${JSON.stringify(key)} was used`);
    },
    clear: async () => transaction.writing().run(transaction.sql.clearRequests, ...transaction.numbers),
  };
}

export function createServingModelStore(transaction: ServerTransaction): ServingModelStore {
  return {
    find: async () => transaction.reading().get<ServingModel>(transaction.sql.findServingModel, ...transaction.numbers),
    async put({ modelId, since }) {
      await transaction.writing().run(transaction.sql.putServingModel, ...transaction.numbers, modelId, since);
    },
  };
}
