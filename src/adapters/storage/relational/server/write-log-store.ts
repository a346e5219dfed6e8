import { BY_NUMBER, type CursorKey, scopeKey } from "../../../../domain/index.js";
import type { WriteLogStore } from "../../../../ports/index.js";
import { type OriginColumn, originOf, toWrite, type WriteRow } from "../write-row.js";
import { pageOf } from "./paging.js";
import type { ServerTransaction } from "./transaction.js";

/** Lines of one origin before a sequence, newest first. (scope, origin, sequence, limit) */
function writesOf(column: OriginColumn): string {
  return `SELECT * FROM memory_writes WHERE tenant = $1 AND scope = $2 AND ${column} = $3 AND sequence < $4 ORDER BY sequence DESC LIMIT $5`;
}

export function createWriteLogStore(transaction: ServerTransaction): WriteLogStore {
  return {
    async append(lines) {
      transaction.writing();
      for (const line of lines) {
        const connection = await transaction.adding(line.at);
        await connection.run(
          transaction.sql.appendWrite,
          ...transaction.numbers,
          ...[line.at, line.memoryId, line.kind, line.turnId ?? null, line.sessionId ?? null, line.agentId ?? null],
          ...[line.importId ?? null, line.policyVersion, JSON.stringify(line.before), JSON.stringify(line.after)],
        );
      }
    },
    async list(selection, page) {
      const [column, value] = originOf(selection);
      const fetch = (after: CursorKey | undefined, limit: number) =>
        transaction
          .reading()
          .all<WriteRow>(
            writesOf(column),
            ...transaction.numbers,
            ...[value, after?.[0] ?? Number.MAX_SAFE_INTEGER, limit],
          );
      const order = `writes:${JSON.stringify(selection)}`;
      const keyOf = (row: WriteRow) => [row.sequence];
      return pageOf({ order, owner: scopeKey(transaction.scope), keyOf, keyParts: BY_NUMBER, fetch }, page, toWrite);
    },
    async listByMemories(memoryIds) {
      const rows = await transaction
        .reading()
        .all<WriteRow>(transaction.sql.writesOfMemories, ...transaction.numbers, memoryIds);
      return rows.map(toWrite);
    },
    markUndone: async (sequences, at) =>
      transaction.writing().run(transaction.sql.markUndone, ...transaction.numbers, sequences, at),
  };
}
