import {
  BY_NUMBER,
  BY_NUMBER_AND_ID,
  type CursorKey,
  type Session,
  scopeKey,
  type Turn,
  type TurnId,
} from "../../../../domain/index.js";
import type { TurnStore } from "../../../../ports/index.js";
import { type SessionRow, type TurnRow, toSession, toTurn, turnValues } from "../turn-row.js";
import { inOrderOf } from "./in-order.js";
import { pageOf } from "./paging.js";
import type { ServerTransaction } from "./transaction.js";

async function append(transaction: ServerTransaction, turn: Omit<Turn, "position">): Promise<Turn> {
  const connection = await transaction.adding(turn.recordedAt);
  const { sessionId, agentId = null, at } = turn;
  const position = await connection.steps.extendSession(transaction.numbers, sessionId, agentId, at);
  const written: Turn = { ...turn, text: turn.text.toWellFormed(), position };
  await connection.run(transaction.sql.insertTurn, ...transaction.numbers, ...turnValues(written));
  return written;
}

async function appendNew(
  transaction: ServerTransaction,
  turns: readonly Omit<Turn, "position">[],
): Promise<readonly Turn[]> {
  const ids = turns.map((turn) => turn.id);
  const known = await transaction
    .writing()
    .all<{ id: TurnId }>(transaction.sql.knownTurns, ...transaction.numbers, ids);
  const seen = new Set(known.map((row) => row.id));
  const written: Turn[] = [];
  for (const turn of turns) {
    if (seen.has(turn.id)) continue;
    seen.add(turn.id);
    written.push(await append(transaction, turn));
  }
  return written;
}

export function createTurnStore(transaction: ServerTransaction): TurnStore {
  const owner = scopeKey(transaction.scope);
  const findMany = async (ids: readonly TurnId[]) => {
    const rows = await transaction.reading().all<TurnRow>(transaction.sql.findTurns, ...transaction.numbers, ids);
    return inOrderOf(ids, rows.map(toTurn));
  };
  return {
    append: (turns) => appendNew(transaction, turns),
    find: async (id) => (await findMany([id]))[0],
    findMany,
    async recent(sessionId, limit, beforePosition) {
      if (limit <= 0) return [];
      const before = beforePosition ?? Number.MAX_SAFE_INTEGER;
      const rows = await transaction
        .reading()
        .all<TurnRow>(transaction.sql.recentTurns, ...transaction.numbers, sessionId, before, limit);
      return rows.reverse().map(toTurn);
    },
    list(sessionId, page) {
      const fetch = (after: CursorKey | undefined, limit: number) =>
        transaction
          .reading()
          .all<TurnRow>(transaction.sql.listTurns, ...transaction.numbers, sessionId, after?.[0] ?? -1, limit);
      const keyOf = (row: TurnRow) => [row.position];
      return pageOf({ order: `turns:${sessionId}`, owner, keyOf, keyParts: BY_NUMBER, fetch }, page, toTurn);
    },
    async findSession(id) {
      const row = await transaction.reading().get<SessionRow>(transaction.sql.findSession, ...transaction.numbers, id);
      return row === undefined ? undefined : toSession(row);
    },
    async listSessions(page) {
      const fetch = (after: CursorKey | undefined, limit: number) => {
        const connection = transaction.reading();
        const [lastTurnAt, id] = after ?? [];
        return lastTurnAt === undefined || id === undefined
          ? connection.all<SessionRow>(transaction.sql.listSessions, ...transaction.numbers, limit)
          : connection.all<SessionRow>(
              transaction.sql.listSessionsAfter,
              ...transaction.numbers,
              lastTurnAt,
              id,
              limit,
            );
      };
      const keyOf = (row: SessionRow) => [row.last_turn_at, row.id];
      return pageOf<SessionRow, Session>(
        { order: "sessions", owner, keyOf, keyParts: BY_NUMBER_AND_ID, fetch },
        page,
        toSession,
      );
    },
    async remove(ids) {
      const connection = transaction.writing();
      const removed = await connection.steps.deleteTurns(transaction.numbers, ids);
      for (const sessionId of new Set(removed)) {
        await connection.run(transaction.sql.recountSession, ...transaction.numbers, sessionId);
        await connection.run(transaction.sql.endSession, ...transaction.numbers, sessionId);
      }
      return removed.length;
    },
  };
}
