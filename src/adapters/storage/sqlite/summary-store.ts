import { BY_NUMBER_AND_ID, type SummaryState, scopeKey } from "../../../domain/index.js";
import type { SummaryStore } from "../../../ports/index.js";
import { pageOf, type SummaryRow, summaryChanged, summaryTexts, toSummaryState } from "../relational/index.js";
import { SQL } from "./sql.js";
import { isDuplicate } from "./sqlite-errors.js";
import type { SqliteTransaction } from "./transaction.js";

function insert(transaction: SqliteTransaction, state: SummaryState): void {
  const { sessionId, agentId = null, lastTurnAt, endedAt = null, coveredTo, openTurns, openTokens } = state;
  const connection = transaction.adding(lastTurnAt);
  const texts = summaryTexts(state);
  const figures = [lastTurnAt, endedAt, coveredTo, openTurns, openTokens];
  try {
    connection.run(SQL.insertSummary, transaction.scopeId, sessionId, agentId, ...figures, ...texts);
  } catch (error) {
    if (isDuplicate(error)) throw summaryChanged(state, error);
    throw error;
  }
}

function update(transaction: SqliteTransaction, state: SummaryState): void {
  const { sessionId, agentId = null, lastTurnAt, endedAt = null, coveredTo, openTurns, openTokens, revision } = state;
  const texts = summaryTexts(state);
  const values = [agentId, lastTurnAt, endedAt, coveredTo, openTurns, openTokens, ...texts];
  const connection = transaction.writing();
  const before = connection.get<SummaryRow>(SQL.findSummary, transaction.scopeId, sessionId)?.summary ?? null;
  const written = connection.run(SQL.updateSummary, ...values, transaction.scopeId, sessionId, revision);
  if (written === 0) throw summaryChanged(state);
  if (before !== null && before !== texts[0]) transaction.noteErasure();
}

export function createSummaryStore(transaction: SqliteTransaction): SummaryStore {
  return {
    async find(sessionId) {
      const row = transaction.reading().get<SummaryRow>(SQL.findSummary, transaction.scopeId, sessionId);
      return row === undefined ? undefined : toSummaryState(row);
    },
    async put(state) {
      if (state.revision === 0) insert(transaction, state);
      else update(transaction, state);
      return { ...state, revision: state.revision + 1 };
    },
    async listIdle(before, limit) {
      const rows = transaction.reading().all<SummaryRow>(SQL.idleSummaries, transaction.scopeId, before, limit);
      return rows.map(toSummaryState);
    },
    async list(page) {
      const fetch = (after: readonly (string | number)[] | undefined, limit: number) => {
        const connection = transaction.reading();
        const [lastTurnAt, id] = after ?? [];
        return lastTurnAt === undefined || id === undefined
          ? connection.all<SummaryRow>(SQL.listSummaries, transaction.scopeId, limit)
          : connection.all<SummaryRow>(SQL.listSummariesAfter, transaction.scopeId, lastTurnAt, id, limit);
      };
      const owner = scopeKey(transaction.scope);
      return pageOf<SummaryRow, SummaryState>(
        {
          order: "summaries",
          owner,
          keyOf: (row) => [row.last_turn_at, row.session_id],
          keyParts: BY_NUMBER_AND_ID,
          fetch,
        },
        page,
        toSummaryState,
      );
    },
    async remove(sessionIds) {
      const connection = transaction.writing();
      const { scopeId } = transaction;
      const removed = sessionIds.reduce((sum, id) => sum + connection.run(SQL.deleteSummary, scopeId, id), 0);
      if (removed > 0) transaction.noteErasure();
      return removed;
    },
  };
}
