import type {
  ItemId,
  JournalEntry,
  JournalEntryId,
  JournalState,
  JournalTask,
  Scope,
  SessionId,
  TurnId,
} from "../../../domain/index.js";

export interface JournalRow {
  readonly sequence: number;
  readonly id: JournalEntryId;
  readonly task: JournalTask["type"];
  readonly turn_id: TurnId | null;
  readonly session_id: SessionId | null;
  readonly item_id: ItemId | null;
  readonly state: JournalState;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly appended_at: number;
  readonly due_at: number;
  readonly lapses: number;
}

function toTask(row: JournalRow): JournalTask {
  if (row.task === "embed") return { type: "embed", itemId: row.item_id ?? ("" as ItemId) };
  const sessionId = row.session_id ?? ("" as SessionId);
  if (row.task === "summarise") return { type: row.task, sessionId };
  return { type: row.task, turnId: row.turn_id ?? ("" as TurnId), sessionId };
}

export function toEntry(row: JournalRow, scope: Scope): JournalEntry {
  return {
    id: row.id,
    scope,
    task: toTask(row),
    state: row.state,
    attempts: row.attempts,
    ...(row.last_error !== null && { lastError: row.last_error }),
    appendedAt: row.appended_at,
    dueAt: row.due_at,
  };
}
