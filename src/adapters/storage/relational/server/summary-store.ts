import { BY_NUMBER_AND_ID, type CursorKey, type SummaryState, scopeKey } from "../../../../domain/index.js";
import type { SummaryStore } from "../../../../ports/index.js";
import type { Value } from "../row-value.js";
import { type SummaryRow, summaryChanged, summaryTexts, toSummaryState } from "../summary-row.js";
import { pageOf } from "./paging.js";
import type { ServerTransaction } from "./transaction.js";

async function put(transaction: ServerTransaction, state: SummaryState): Promise<SummaryState> {
  const { sessionId, agentId = null, lastTurnAt, endedAt = null, coveredTo, openTurns, openTokens, revision } = state;
  const figures = [agentId, lastTurnAt, endedAt, coveredTo, openTurns, openTokens, ...summaryTexts(state)];
  const values: Value[] = [sessionId, ...figures];
  const isNew = revision === 0;
  const connection = isNew ? await transaction.adding(lastTurnAt) : transaction.writing();
  const written = isNew
    ? await connection.run(transaction.sql.insertSummary, ...transaction.numbers, ...values)
    : await connection.run(transaction.sql.updateSummary, ...transaction.numbers, ...values, revision);
  if (written === 0) throw summaryChanged(state);
  return { ...state, revision: revision + 1 };
}

export function createSummaryStore(transaction: ServerTransaction): SummaryStore {
  return {
    async find(sessionId) {
      const row = await transaction
        .reading()
        .get<SummaryRow>(transaction.sql.findSummary, ...transaction.numbers, sessionId);
      return row === undefined ? undefined : toSummaryState(row);
    },
    put: (state) => put(transaction, state),
    async listIdle(before, limit) {
      const rows = await transaction
        .reading()
        .all<SummaryRow>(transaction.sql.idleSummaries, ...transaction.numbers, before, limit);
      return rows.map(toSummaryState);
    },
    async list(page) {
      const fetch = (after: CursorKey | undefined, limit: number) => {
        const connection = transaction.reading();
        const [lastTurnAt, id] = after ?? [];
        return lastTurnAt === undefined || id === undefined
          ? connection.all<SummaryRow>(transaction.sql.listSummaries, ...transaction.numbers, limit)
          : connection.all<SummaryRow>(
              transaction.sql.listSummariesAfter,
              ...transaction.numbers,
              lastTurnAt,
              id,
              limit,
            );
      };
      const owner = scopeKey(transaction.scope);
      const keyOf = (row: SummaryRow) => [row.last_turn_at, row.session_id];
      return pageOf({ order: "summaries", owner, keyOf, keyParts: BY_NUMBER_AND_ID, fetch }, page, toSummaryState);
    },
    remove: async (sessionIds) =>
      transaction.writing().run(transaction.sql.deleteSummaries, ...transaction.numbers, sessionIds),
  };
}
