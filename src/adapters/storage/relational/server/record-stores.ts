import { KeepsakeError, type ServingModel } from "../../../../domain/index.js";
import type { DirectoryStore, RequestStore, ServingModelStore, StateStore } from "../../../../ports/index.js";
import { type StateRow, toState } from "../state-row.js";
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

/** Before every instant: what has run out is among them until somebody sweeps it. */
const BEFORE_ALL = 0;

export function createStateStore(transaction: ServerTransaction): StateStore {
  const { sql, numbers } = transaction;
  return {
    async spaces() {
      const rows = await transaction.reading().all<{ space: string }>(sql.listSpaces, ...numbers, BEFORE_ALL);
      return rows.map(({ space }) => space);
    },
    async list(space) {
      const rows = await transaction.reading().all<StateRow>(sql.listStates, ...numbers, space, BEFORE_ALL);
      return rows.map(toState);
    },
    async remove(entries) {
      const connection = transaction.writing();
      let removed = 0;
      for (const { space, key } of entries) removed += await connection.run(sql.deleteState, ...numbers, space, key);
      return removed;
    },
    clear: async () => transaction.writing().run(sql.clearStates, ...numbers),
  };
}
