import type { ItemId, JournalEntryId, SessionId, TurnId } from "./ids.js";
import type { Scope } from "./scope.js";
import type { EpochMs } from "./time.js";

/**
 * What is still to be done.
 * - `digest`: a recorded turn awaits extraction and indexing.
 * - `embed`: an item was committed without its vector (the embedder failed); it awaits one.
 * - `refine`: a turn is digested by the rules alone; it awaits the language model, which failed, was over its cap, or is asked anew.
 * - `index`: items changed, and an engine beside the store is to be brought up to date. Says which, not how: whoever delivers it carries
 *   what is to be there then. `erased`: what the engine holds of them goes first, vectors of other models too.
 * - `summarise`: the summary of a session is behind: it outgrew its budget, ended, or lost turns that were erased.
 * - `blobs`: what is kept of a session beside the store (its transcript, attachments of its turns) is behind: it ended, or lost turns.
 * - `upload`: a file is on its way to a place beside the store, and is to be brought in line with its session when it has long arrived or
 *   never will. Whoever sends it takes the entry away: one that comes due was left by a process that ended before.
 */
export type JournalTask =
  | { readonly type: "digest"; readonly turnId: TurnId; readonly sessionId: SessionId }
  | { readonly type: "embed"; readonly itemId: ItemId }
  | { readonly type: "refine"; readonly turnId: TurnId; readonly sessionId: SessionId }
  | { readonly type: "index"; readonly itemIds: readonly ItemId[]; readonly erased?: true }
  | { readonly type: "summarise"; readonly sessionId: SessionId }
  | { readonly type: "blobs"; readonly sessionId: SessionId }
  | { readonly type: "upload"; readonly sessionId: SessionId };

export type JournalState = "waiting" | "leased" | "dead";

export interface JournalEntry {
  readonly id: JournalEntryId;
  readonly scope: Scope;
  readonly task: JournalTask;
  readonly state: JournalState;
  /** Failed tries so far; leases that ran out are counted apart. */
  readonly attempts: number;
  readonly lastError?: string;
  readonly appendedAt: EpochMs;
  /** Not to be claimed before this instant. */
  readonly dueAt: EpochMs;
}

const LEASE_EXPIRED = "lease expired";

/** The error of an entry whose leases ran out: whoever held it was killed, or hung, before it could say why. */
export function leaseExpiredError(times: number): string {
  return `${LEASE_EXPIRED} ${times} ${times === 1 ? "time" : "times"}`;
}

/** Whether leases that ran out are what an entry died of. */
export function isLeaseExpired(error: string | undefined): boolean {
  return error?.startsWith(LEASE_EXPIRED) === true;
}

/**
 * A list of items is kept as one text, which some stores index (PostgreSQL: keys of 2,704 bytes): an entry names so many at most. In bytes,
 * since a Han character has three. One id, of 256 UTF-16 units, has 768 at most, or 515 with a backslash before every character.
 */
const MOST_INDEXED_BYTES = 1_500;

/** The items in as many lists as entries of type `index` are to name them. */
export function toIndexLists(itemIds: Iterable<ItemId>): readonly (readonly ItemId[])[] {
  const utf8 = new TextEncoder();
  const lists: ItemId[][] = [];
  let bytes = MOST_INDEXED_BYTES;
  for (const id of new Set(itemIds)) {
    const cost = utf8.encode(JSON.stringify(id)).length + 1;
    if (bytes + cost > MOST_INDEXED_BYTES) {
      lists.push([]);
      bytes = 0;
    }
    lists.at(-1)?.push(id);
    bytes += cost;
  }
  return lists;
}

/** Entries of type `refine` lack nothing but a model's opinion: they are counted apart, and nobody waits for them. Nor are those of types `index` and `upload` counted here. */
export interface Backlog {
  readonly waiting: number;
  readonly leased: number;
  /** Entries of type `refine` that are waiting or leased. */
  readonly refining: number;
  /** Of every type but `index`. */
  readonly dead: number;
  /** When the oldest entry that is waiting or leased was appended. */
  readonly oldestAppendedAt?: EpochMs;
}
