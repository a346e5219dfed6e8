import { type AgentId, KeepsakeError, type SessionId, type SummaryState } from "../../../domain/index.js";

export interface SummaryRow {
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

export function toSummaryState(row: SummaryRow): SummaryState {
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

/** Somebody else changed the row meanwhile, or it is there already. */
export function summaryChanged(state: SummaryState, cause?: unknown): KeepsakeError {
  const message = `the summary of session ${JSON.stringify(state.sessionId)} was changed meanwhile`;
  return new KeepsakeError("CONFLICT", message, {}, cause === undefined ? {} : { cause });
}

/** The two texts of a row, as JSON. */
export function summaryTexts(state: SummaryState): readonly [string | null, string | null] {
  return [json(state.summary), json(state.material)];
}
