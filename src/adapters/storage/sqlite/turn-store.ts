import { BY_NUMBER, BY_NUMBER_AND_ID, type Session, scopeKey, type Turn, type TurnId } from "../../../domain/index.js";
import type { TurnStore } from "../../../ports/index.js";
import { pageOf, type SessionRow, type TurnRow, toSession, toTurn, turnValues } from "../relational/index.js";
import { SQL } from "./sql.js";
import type { SqliteTransaction } from "./transaction.js";

function append(transaction: SqliteTransaction, turn: Omit<Turn, "position">): Turn | undefined {
  const connection = transaction.writing();
  if (connection.get(SQL.hasTurn, transaction.scopeId, turn.id) !== undefined) return undefined;
  transaction.adding(turn.recordedAt);
  const scope = transaction.scopeId;
  const extended = connection.get<{ position: number }>(
    SQL.extendSession,
    scope,
    turn.sessionId,
    turn.agentId ?? null,
    turn.at,
  );
  const position = extended?.position ?? 0;
  const text = turn.text.toWellFormed();
  const written: Turn = { ...turn, text, position };
  connection.run(SQL.insertTurn, scope, ...turnValues(written));
  return written;
}

/** After turns went: the session's figures, or the session's end where none is left. */
function recount(transaction: SqliteTransaction, sessionId: string): void {
  const connection = transaction.writing();
  const scope = transaction.scopeId;
  const left = connection.get<{ turns: number; startedAt: number | null; lastTurnAt: number | null }>(
    SQL.measureSession,
    scope,
    sessionId,
  );
  if (left === undefined || left.turns === 0) connection.run(SQL.deleteSession, scope, sessionId);
  else connection.run(SQL.recountSession, left.startedAt, left.lastTurnAt, left.turns, scope, sessionId);
}

export function createTurnStore(transaction: SqliteTransaction): TurnStore {
  const owner = scopeKey(transaction.scope);
  const find = (id: TurnId) => {
    const row = transaction.reading().get<TurnRow>(SQL.findTurn, transaction.scopeId, id);
    return row === undefined ? undefined : toTurn(row);
  };
  return {
    async append(turns) {
      transaction.writing();
      return turns.flatMap((turn) => append(transaction, turn) ?? []);
    },
    async find(id) {
      return find(id);
    },
    async findMany(ids) {
      return ids.flatMap((id) => find(id) ?? []);
    },
    async recent(sessionId, limit, beforePosition) {
      if (limit <= 0) return [];
      const before = beforePosition ?? Number.MAX_SAFE_INTEGER;
      const rows = transaction.reading().all<TurnRow>(SQL.recentTurns, transaction.scopeId, sessionId, before, limit);
      return rows.reverse().map(toTurn);
    },
    async list(sessionId, page) {
      return pageOf<TurnRow, Turn>(
        {
          order: `turns:${sessionId}`,
          owner,
          keyOf: (row) => [row.position],
          keyParts: BY_NUMBER,
          fetch: (after, limit) =>
            transaction.reading().all<TurnRow>(SQL.listTurns, transaction.scopeId, sessionId, after?.[0] ?? -1, limit),
        },
        page,
        toTurn,
      );
    },
    async findSession(id) {
      const row = transaction.reading().get<SessionRow>(SQL.findSession, transaction.scopeId, id);
      return row === undefined ? undefined : toSession(row);
    },
    async listSessions(page) {
      const fetch = (after: readonly (string | number)[] | undefined, limit: number) => {
        const connection = transaction.reading();
        const [lastTurnAt, id] = after ?? [];
        return lastTurnAt === undefined || id === undefined
          ? connection.all<SessionRow>(SQL.listSessions, transaction.scopeId, limit)
          : connection.all<SessionRow>(SQL.listSessionsAfter, transaction.scopeId, lastTurnAt, id, limit);
      };
      return pageOf<SessionRow, Session>(
        { order: "sessions", owner, keyOf: (row) => [row.last_turn_at, row.id], keyParts: BY_NUMBER_AND_ID, fetch },
        page,
        toSession,
      );
    },
    async remove(ids) {
      const connection = transaction.writing();
      const removed = ids.flatMap(
        (id) => connection.get<{ id: string; sessionId: string }>(SQL.deleteTurn, transaction.scopeId, id) ?? [],
      );
      for (const sessionId of new Set(removed.map((row) => row.sessionId))) recount(transaction, sessionId);
      for (const { id } of removed) connection.run(SQL.deleteWritesOfTurn, transaction.scopeId, id);
      if (removed.length > 0) transaction.noteErasure();
      return removed.length;
    },
  };
}
