import { BY_NUMBER_AND_ID, type CursorKey, type SummaryState, scopeKey } from "../../../domain/index.js";
import type { SummaryStore } from "../../../ports/index.js";
import { type SummaryRow, summaryChanged, summaryTexts, toSummaryState } from "../relational/index.js";
import type { Value } from "./connection.js";
import { pageOf } from "./paging.js";
import { SQL } from "./sql.js";
import type { PostgresTransaction } from "./transaction.js";

async function put(transaction: PostgresTransaction, state: SummaryState): Promise<SummaryState> {
  const { sessionId, agentId = null, lastTurnAt, endedAt = null, coveredTo, openTurns, openTokens, revision } = state;
  const figures = [agentId, lastTurnAt, endedAt, coveredTo, openTurns, openTokens, ...summaryTexts(state)];
  const values: Value[] = [sessionId, ...figures];
  const isNew = revision === 0;
  const connection = isNew ? await transaction.adding(lastTurnAt) : transaction.writing();
  const written = isNew
    ? await connection.run(SQL.insertSummary, ...transaction.numbers, ...values)
    : await connection.run(SQL.updateSummary, ...transaction.numbers, ...values, revision);
  if (written === 0) throw summaryChanged(state);
  return { ...state, revision: revision + 1 };
}

export function createSummaryStore(transaction: PostgresTransaction): SummaryStore {
  return {
    async find(sessionId) {
      const row = await transaction.reading().get<SummaryRow>(SQL.findSummary, ...transaction.numbers, sessionId);
      return row === undefined ? undefined : toSummaryState(row);
    },
    put: (state) => put(transaction, state),
    async listIdle(before, limit) {
      const rows = await transaction
        .reading()
        .all<SummaryRow>(SQL.idleSummaries, ...transaction.numbers, before, limit);
      return rows.map(toSummaryState);
    },
    async list(page) {
      const fetch = (after: CursorKey | undefined, limit: number) => {
        const connection = transaction.reading();
        const [lastTurnAt, id] = after ?? [];
        return lastTurnAt === undefined || id === undefined
          ? connection.all<SummaryRow>(SQL.listSummaries, ...transaction.numbers, limit)
          : connection.all<SummaryRow>(SQL.listSummariesAfter, ...transaction.numbers, lastTurnAt, id, limit);
      };
      const owner = scopeKey(transaction.scope);
      const keyOf = (row: SummaryRow) => [row.last_turn_at, row.session_id];
      return pageOf({ order: "summaries", owner, keyOf, keyParts: BY_NUMBER_AND_ID, fetch }, page, toSummaryState);
    },
    remove: async (sessionIds) => transaction.writing().run(SQL.deleteSummaries, ...transaction.numbers, sessionIds),
  };
}
