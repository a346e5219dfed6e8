import { type MemoryWrite, scopeKey, type WriteSelection } from "../../../domain/index.js";
import type { WriteLogStore } from "../../../ports/index.js";
import { pageOf } from "./paging.js";
import { type OriginColumn, SQL, writesOf } from "./sql.js";
import type { SqliteTransaction } from "./transaction.js";

interface WriteRow {
  readonly sequence: number;
  readonly at: number;
  readonly memory_id: MemoryWrite["memoryId"];
  readonly kind: MemoryWrite["kind"];
  readonly turn_id: NonNullable<MemoryWrite["turnId"]> | null;
  readonly session_id: NonNullable<MemoryWrite["sessionId"]> | null;
  readonly agent_id: NonNullable<MemoryWrite["agentId"]> | null;
  readonly import_id: string | null;
  readonly policy_version: string;
  readonly before: string;
  readonly after: string;
  readonly undone_at: number | null;
}

function toWrite(row: WriteRow): MemoryWrite {
  return {
    sequence: row.sequence,
    at: row.at,
    memoryId: row.memory_id,
    kind: row.kind,
    ...(row.turn_id !== null && { turnId: row.turn_id }),
    ...(row.session_id !== null && { sessionId: row.session_id }),
    ...(row.agent_id !== null && { agentId: row.agent_id }),
    ...(row.import_id !== null && { importId: row.import_id }),
    policyVersion: row.policy_version,
    before: JSON.parse(row.before),
    after: JSON.parse(row.after),
    ...(row.undone_at !== null && { undoneAt: row.undone_at }),
  };
}

function originOf(selection: WriteSelection): readonly [OriginColumn, string] {
  switch (selection.by) {
    case "turn":
      return ["turn_id", selection.turnId];
    case "session":
      return ["session_id", selection.sessionId];
    case "agent":
      return ["agent_id", selection.agentId];
    case "import":
      return ["import_id", selection.importId];
    case "policy":
      return ["policy_version", selection.policyVersion];
  }
}

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
          keyLength: 1,
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
