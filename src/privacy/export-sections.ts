import { ownNow } from "../dating/index.js";
import {
  ALL,
  type Attachment,
  type AuditRecord,
  compareCodePoints,
  type Episode,
  type JournalEntry,
  type Memory,
  type MemoryWrite,
  type Page,
  type PageRequest,
  type Scope,
  type Session,
  type SummaryState,
  type Turn,
} from "../domain/index.js";
import type { EngineParts, StateEntry, TruthTransaction } from "../ports/index.js";
import { listAttachments } from "../sessions/index.js";

/** One thing that is held about a user. */
export type ExportRecord =
  | { readonly type: "session"; readonly session: Session }
  | { readonly type: "turn"; readonly turn: Turn }
  | { readonly type: "memory"; readonly memory: Memory }
  | { readonly type: "write"; readonly write: MemoryWrite }
  | { readonly type: "episode"; readonly episode: Episode }
  | { readonly type: "summary"; readonly summary: SummaryState }
  | { readonly type: "state"; readonly space: string; readonly entry: StateEntry }
  | { readonly type: "attachment"; readonly attachment: Attachment }
  | { readonly type: "queued"; readonly queued: JournalEntry }
  | { readonly type: "audit"; readonly audit: AuditRecord };

/** Where in a section to go on: "" at its beginning. Some listings have another inside. */
interface Position {
  readonly outer: string;
  readonly inner: string;
}

export interface Step {
  readonly records: readonly ExportRecord[];
  /** Absent at the end of the section. */
  readonly next?: Position;
}

export interface Section {
  readonly name: string;
  /** Of its records; of those of a conversation, the last. */
  readonly type: ExportRecord["type"];
  read(parts: EngineParts, scope: Scope, from: Position & { readonly limit: number }): Promise<Step>;
}

function pageAt(cursor: string, limit: number): PageRequest {
  return cursor === "" ? { limit } : { limit, cursor };
}

function nextOf(cursor: string | undefined): { readonly next?: Position } {
  return cursor === undefined ? {} : { next: { outer: cursor, inner: "" } };
}

/** A section that is one listing of the scope's own stores. */
function listing<Item>(
  name: string,
  type: ExportRecord["type"],
  list: (transaction: TruthTransaction, page: PageRequest) => Promise<Page<Item>>,
  toRecords: (items: readonly Item[], transaction: TruthTransaction) => Promise<readonly ExportRecord[]>,
): Section {
  return {
    ...{ name, type },
    read: (parts, scope, { outer, limit }) =>
      parts.storage.truth.read(scope, async (transaction) => {
        const page = await list(transaction, pageAt(outer, limit));
        return { records: await toRecords(page.items, transaction), ...nextOf(page.nextCursor) };
      }),
  };
}

/** A session, then its turns; the next session when these are through. */
const conversations: Section = {
  ...{ name: "conversations", type: "turn" },
  read: (parts, scope, { outer, inner, limit }) =>
    parts.storage.truth.read(scope, async (transaction): Promise<Step> => {
      const sessions = await transaction.turns.listSessions(pageAt(outer, 1));
      const [session] = sessions.items;
      if (session === undefined) return { records: [] };
      const turns = await transaction.turns.list(session.id, pageAt(inner, limit));
      const head: readonly ExportRecord[] = inner === "" ? [{ type: "session", session }] : [];
      return {
        records: [...head, ...turns.items.map((turn) => ({ type: "turn", turn }) as const)],
        ...(turns.nextCursor === undefined
          ? nextOf(sessions.nextCursor)
          : { next: { outer, inner: turns.nextCursor } }),
      };
    }),
};

/** Working memory is small and lives for days at most: a space at a time. */
const states: Section = {
  ...{ name: "states", type: "state" },
  async read(parts, scope, { outer }) {
    const { sessions } = parts.storage;
    const now = ownNow(parts);
    const spaces = await sessions.spaces(scope, now);
    const at = outer === "" ? 0 : spaces.findIndex((space) => compareCodePoints(space, outer) >= 0);
    const space = spaces[at];
    if (space === undefined) return { records: [] };
    const entries = await sessions.list(scope, space, now);
    return {
      records: entries.map((entry) => ({ type: "state", space, entry })),
      ...nextOf(spaces[at + 1]),
    };
  },
};

/** What they are; the bytes are read one by one. A transcript gives nothing that the turns do not. */
const attachments: Section = {
  ...{ name: "attachments", type: "attachment" },
  async read(parts, scope, { outer, limit }) {
    if (parts.blobs === undefined) return { records: [] };
    const page = await listAttachments(parts, scope, pageAt(outer, limit));
    return {
      records: page.items.map((attachment) => ({ type: "attachment", attachment })),
      ...nextOf(page.nextCursor),
    };
  },
};

/** Who did what with this user's memory. */
const audit: Section = {
  ...{ name: "audit", type: "audit" },
  async read({ storage }, scope, { outer, limit }) {
    const page = await storage.auditLog.list(scope.tenant, { user: scope.user }, pageAt(outer, limit));
    return { records: page.items.map((line) => ({ type: "audit", audit: line })), ...nextOf(page.nextCursor) };
  },
};

/** In the order in which they are given. */
export const SECTIONS: readonly Section[] = [
  conversations,
  listing(
    "memories",
    "memory",
    (transaction, page) => transaction.memories.list(ALL, page),
    async (memories) => memories.map((memory) => ({ type: "memory", memory })),
  ),
  listing(
    "writes",
    "write",
    (transaction, page) => transaction.memories.list(ALL, page),
    async (memories, transaction) => {
      const writes = await transaction.writes.listByMemories(memories.map(({ id }) => id));
      return writes.map((write) => ({ type: "write", write }));
    },
  ),
  listing(
    "episodes",
    "episode",
    (transaction, page) => transaction.episodes.list(page),
    async (episodes) => episodes.map((episode) => ({ type: "episode", episode })),
  ),
  listing(
    "summaries",
    "summary",
    (transaction, page) => transaction.summaries.list(page),
    async (summaries) => summaries.map((summary) => ({ type: "summary", summary })),
  ),
  states,
  attachments,
  listing(
    "queued",
    "queued",
    (transaction, page) => transaction.journal.list(page),
    async (entries) => entries.map((queued) => ({ type: "queued", queued })),
  ),
  audit,
];
