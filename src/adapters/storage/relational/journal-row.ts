import type {
  Backlog,
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

/** Of the whole journal, or of so much of it as was looked at. */
export interface JournalFigures {
  readonly waiting: number;
  readonly leased: number;
  readonly refining: number;
  readonly dead: number;
  readonly oldest: number | null;
  /** When the oldest of those was appended that are due first. */
  readonly first_due: number | null;
}

export function toBacklog(figures: JournalFigures | undefined): Backlog {
  const { waiting = 0, leased = 0, refining = 0, dead = 0, oldest = null, first_due: firstDue = null } = figures ?? {};
  const known = [oldest, firstDue].filter((at) => at !== null);
  return { waiting, leased, refining, dead, ...(known.length > 0 && { oldestAppendedAt: Math.min(...known) }) };
}
