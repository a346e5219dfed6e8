import { type AgentId, KeepsakeError, type SessionId, type SummaryState, scopeKey } from "../../../domain/index.js";
import type { SummaryStore } from "../../../ports/index.js";
import { pageOf } from "./paging.js";
import { SQL } from "./sql.js";
import { isDuplicate } from "./sqlite-errors.js";
import type { SqliteTransaction } from "./transaction.js";

interface SummaryRow {
  readonly session_id: SessionId;
  readonly agent_id: AgentId | null;
  readonly revision: number;
  readonly last_turn_at: number;
  readonly ended_at: number | null;
  readonly covered_to: number;
  readonly open_turns: number;
  readonly open_tokens: number;
  readonly summary: string | null;
  readonly material: string | null;
}

function toState(row: SummaryRow): SummaryState {
  return {
    sessionId: row.session_id,
    ...(row.agent_id !== null && { agentId: row.agent_id }),
    revision: row.revision,
    lastTurnAt: row.last_turn_at,
    ...(row.ended_at !== null && { endedAt: row.ended_at }),
    coveredTo: row.covered_to,
    openTurns: row.open_turns,
    openTokens: row.open_tokens,
    ...(row.summary !== null && { summary: JSON.parse(row.summary) }),
    ...(row.material !== null && { material: JSON.parse(row.material) }),
  };
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value).toWellFormed();
}

function changed(state: SummaryState, cause?: unknown): KeepsakeError {
  const message = `the summary of session ${JSON.stringify(state.sessionId)} was changed meanwhile`;
  return new KeepsakeError("CONFLICT", message, {}, cause === undefined ? {} : { cause });
}

function insert(transaction: SqliteTransaction, state: SummaryState): void {
  const { sessionId, agentId = null, lastTurnAt, endedAt = null, coveredTo, openTurns, openTokens } = state;
  const connection = transaction.adding(lastTurnAt);
  const texts = [json(state.summary), json(state.material)];
  const figures = [lastTurnAt, endedAt, coveredTo, openTurns, openTokens];
  try {
    connection.run(SQL.insertSummary, transaction.scopeId, sessionId, agentId, ...figures, ...texts);
  } catch (error) {
    if (isDuplicate(error)) throw changed(state, error);
    throw error;
  }
}

function update(transaction: SqliteTransaction, state: SummaryState): void {
  const { sessionId, agentId = null, lastTurnAt, endedAt = null, coveredTo, openTurns, openTokens, revision } = state;
  const texts = [json(state.summary), json(state.material)];
  const values = [agentId, lastTurnAt, endedAt, coveredTo, openTurns, openTokens, ...texts];
  const connection = transaction.writing();
  const before = connection.get<SummaryRow>(SQL.findSummary, transaction.scopeId, sessionId)?.summary ?? null;
  const written = connection.run(SQL.updateSummary, ...values, transaction.scopeId, sessionId, revision);
  if (written === 0) throw changed(state);
  if (before !== null && before !== texts[0]) transaction.noteErasure();
}

export function createSummaryStore(transaction: SqliteTransaction): SummaryStore {
  return {
    async find(sessionId) {
      const row = transaction.reading().get<SummaryRow>(SQL.findSummary, transaction.scopeId, sessionId);
      return row === undefined ? undefined : toState(row);
    },
    async put(state) {
      if (state.revision === 0) insert(transaction, state);
      else update(transaction, state);
      return { ...state, revision: state.revision + 1 };
    },
    async listIdle(before, limit) {
      const rows = transaction.reading().all<SummaryRow>(SQL.idleSummaries, transaction.scopeId, before, limit);
      return rows.map(toState);
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
        { order: "summaries", owner, keyOf: (row) => [row.last_turn_at, row.session_id], keyLength: 2, fetch },
        page,
        toState,
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
