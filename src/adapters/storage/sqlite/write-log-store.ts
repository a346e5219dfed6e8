import { BY_NUMBER, type MemoryWrite, scopeKey } from "../../../domain/index.js";
import type { WriteLogStore } from "../../../ports/index.js";
import { originOf, pageOf, toWrite, type WriteRow } from "../relational/index.js";
import { SQL, writesOf } from "./sql.js";
import type { SqliteTransaction } from "./transaction.js";

export function createWriteLogStore(transaction: SqliteTransaction): WriteLogStore {
  return {
    async append(lines) {
      transaction.writing();
      for (const line of lines) {
        const connection = transaction.adding(line.at);
        connection.run(
          SQL.appendWrite,
          ...[transaction.scopeId, line.at, line.memoryId, line.kind, line.turnId ?? null, line.sessionId ?? null],
          ...[line.agentId ?? null, line.importId ?? null, line.policyVersion],
          ...[JSON.stringify(line.before), JSON.stringify(line.after)],
        );
      }
    },
    async list(selection, page) {
      const [column, value] = originOf(selection);
      return pageOf<WriteRow, MemoryWrite>(
        {
          order: `writes:${JSON.stringify(selection)}`,
          owner: scopeKey(transaction.scope),
          keyOf: (row) => [row.sequence],
          keyParts: BY_NUMBER,
          fetch: (after, limit) =>
            transaction
              .reading()
              .all<WriteRow>(
                writesOf(column),
                transaction.scopeId,
                value,
                after?.[0] ?? Number.MAX_SAFE_INTEGER,
                limit,
              ),
        },
        page,
        toWrite,
      );
    },
    async listByMemories(memoryIds) {
      const connection = transaction.reading();
      return [...new Set(memoryIds)]
        .flatMap((id) => connection.all<WriteRow>(SQL.writesOfMemory, transaction.scopeId, id))
        .sort((a, b) => a.sequence - b.sequence)
        .map(toWrite);
    },
    async markUndone(sequences, at) {
      const connection = transaction.writing();
      return sequences.reduce(
        (marked, sequence) => marked + connection.run(SQL.markUndone, at, transaction.scopeId, sequence),
        0,
      );
    },
  };
}
