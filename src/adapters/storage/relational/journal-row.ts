import {
  type Backlog,
  type ItemId,
  type JournalEntry,
  type JournalEntryId,
  type JournalState,
  type JournalTask,
  leaseExpiredError,
  type Scope,
  type SessionId,
  type TurnId,
} from "../../../domain/index.js";

export interface JournalRow {
  readonly sequence: number;
  readonly id: JournalEntryId;
  readonly task: JournalTask["type"];
  readonly turn_id: TurnId | null;
  readonly session_id: SessionId | null;
  /** Of type `index` a list of ids, which no id of an item looks like. */
  readonly item_id: string | null;
  readonly state: JournalState;
  readonly attempts: number;
  readonly last_error: string | null;
  readonly appended_at: number;
  readonly due_at: number;
  readonly lapses: number;
}

/** The columns that say what an entry is about. */
export function taskValues(task: JournalTask) {
  return {
    turnId: "turnId" in task ? task.turnId : null,
    sessionId: "sessionId" in task ? task.sessionId : null,
    itemId: task.type === "index" ? indexList(task) : "itemId" in task ? task.itemId : null,
  };
}

/** From `[0,` to `[1,…`: entries of type `index` lie together in the order of this column, apart from those about one item. */
function indexList({ itemIds, erased }: Extract<JournalTask, { type: "index" }>): string {
  return JSON.stringify([erased === true ? 1 : 0, ...itemIds]);
}

/** What `item_id` of an entry of type `index` is between, in the order of bytes. */
export const INDEX_LISTS = { from: "[", to: "\\" } as const;

function toIndexTask(list: string): JournalTask {
  const [erased, ...itemIds] = JSON.parse(list) as [number, ...ItemId[]];
  return { type: "index", itemIds, ...(erased === 1 ? { erased: true as const } : {}) };
}

function toTask(row: JournalRow): JournalTask {
  if (row.task === "embed") return { type: "embed", itemId: (row.item_id ?? "") as ItemId };
  if (row.task === "index") return toIndexTask(row.item_id ?? "[0]");
  const sessionId = row.session_id ?? ("" as SessionId);
  if (row.task === "summarise" || row.task === "blobs" || row.task === "upload") return { type: row.task, sessionId };
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

/** What becomes of an entry that was all that a lease still held when it ran out. */
export function afterLapse(
  { lapses }: Pick<JournalRow, "lapses">,
  most: number,
): { readonly state: "dead" | "waiting"; readonly error: string } {
  const times = lapses + 1;
  return { state: times >= most ? "dead" : "waiting", error: leaseExpiredError(times) };
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
