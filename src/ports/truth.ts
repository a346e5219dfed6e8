import type {
  AuditEvent,
  Backlog,
  ChangeLine,
  Episode,
  EpisodeId,
  EpochMs,
  Filter,
  ItemId,
  JournalEntry,
  JournalEntryId,
  JournalTask,
  Memory,
  MemoryId,
  MemoryPatch,
  MemoryWrite,
  Page,
  PageRequest,
  Scope,
  ServingModel,
  Session,
  SessionId,
  SummaryState,
  Turn,
  TurnId,
  WriteSelection,
} from "../domain/index.js";
import type { StateStore } from "./session-store.js";

/**
 * The users of a tenant. A tenant must exist before anything is written in it (P12): UNKNOWN_TENANT otherwise.
 * A user need not: the first row written makes the user, dated by that row's recording.
 */
export interface DirectoryStore {
  /** Idempotent. Creates the scope's user if absent. UNKNOWN_TENANT when the tenant was never created. */
  ensureUser(at: EpochMs): Promise<void>;
  hasUser(): Promise<boolean>;
  /** Says that something of the scope is dated `at` by the server, so that nothing said later is dated before it. Makes the user if absent. */
  noteInstant(at: EpochMs): Promise<void>;
  /**
   * The latest instant that was noted, by whatever process; it never goes back. Where none was, as in rows of an older release or of another
   * store, that at which the newest memory was recorded. undefined: no such thing.
   */
  latestInstant(): Promise<EpochMs | undefined>;
}

export interface TurnStore {
  /**
   * Appends in order; positions continue the session's. A turn id that the scope already has is skipped, not an error and not
   * changed (P18): only the turns really written come back. Creates or extends the session.
   * Text is kept as well-formed Unicode, to the last unit: only a lone surrogate, which has no UTF-8 form, becomes U+FFFD.
   */
  append(turns: readonly Omit<Turn, "position">[]): Promise<readonly Turn[]>;
  find(id: TurnId): Promise<Turn | undefined>;
  /** Those of `ids` that exist, in the order of `ids`. */
  findMany(ids: readonly TurnId[]): Promise<readonly Turn[]>;
  /** Last `limit` turns of the session before `beforePosition` (exclusive; absent: from the end), in order of position. */
  recent(sessionId: SessionId, limit: number, beforePosition?: number): Promise<readonly Turn[]>;
  /** Order: session position ascending. */
  list(sessionId: SessionId, page: PageRequest): Promise<Page<Turn>>;
  findSession(id: SessionId): Promise<Session | undefined>;
  /** Order: last turn, newest first. */
  listSessions(page: PageRequest): Promise<Page<Session>>;
  /**
   * Removes the rows, and what the write log holds of them; ids that do not exist are ignored. Returns how many went. The session's
   * figures are counted anew, and it goes with its last turn; while it lives, no position is given twice, so erasing leaves gaps.
   */
  remove(ids: readonly TurnId[]): Promise<number>;
}

/** The scope's side of the journal; claiming crosses scopes and is `JournalQueue`. */
export interface JournalStore {
  /** Due at `dueAt` (absent: at once, also for a claimer whose clock is behind `at`). An id that exists is CONFLICT. */
  append(
    entries: readonly {
      readonly id: JournalEntryId;
      readonly task: JournalTask;
      readonly at: EpochMs;
      readonly dueAt?: EpochMs;
    }[],
  ): Promise<void>;
  /**
   * Removes a claimed entry as done. Must be in the same transaction as the results (P06).
   * CONFLICT when the lease is no longer this one: the transaction must then be abandoned.
   */
  complete(id: JournalEntryId, leaseToken: string): Promise<void>;
  /** Removes an entry that nobody has claimed, and says whether it did: one that is leased or dead is left to whoever sees to it. */
  withdraw(id: JournalEntryId): Promise<boolean>;
  /** Entries of this scope that are not done, dead ones included, oldest first (in the order of appending). Those of type `index` are the `IndexOutbox`'s. */
  list(page: PageRequest): Promise<Page<JournalEntry>>;
  /** Waiting and leased entries of the scope; dead ones and those of types `refine`, `index` and `upload` are not counted. */
  pending(): Promise<number>;
  /** Dead entries wait again, from attempt 0: all, or those of `ids`. Returns how many. */
  retryDead(ids?: readonly JournalEntryId[]): Promise<number>;
  /**
   * Drops entries about the named turns or items, and those of type `summarise` about the named sessions (they are being erased).
   * Those of type `index` stay: an engine is still to hear of it.
   */
  removeFor(targets: {
    readonly turnIds?: readonly TurnId[];
    readonly itemIds?: readonly ItemId[];
    readonly sessionIds?: readonly SessionId[];
  }): Promise<number>;
}

/** A stretch of time in which a value is to hold, among the values of its slot. */
export interface Stretch {
  /** Whose rows are looked at: those of the slot, those of the lineage, or both. */
  readonly slotKey?: string;
  readonly lineageId?: MemoryId;
  readonly from: EpochMs;
  /** Exclusive; absent: without end. */
  readonly to?: EpochMs;
  /** When it was said. Absent: it gives way to all that begins later. */
  readonly saidAt?: EpochMs;
  /** Rows that do not count. */
  readonly except: readonly MemoryId[];
}

/** The rows around a stretch. What holds at no instant (`validTo` ≤ `validFrom`), waits for review or is erased is none of them. */
export interface Neighbours {
  /**
   * Rows that reach into it and are no later word: begun by `from` and not ended by then, or begun within it and said no later than
   * `saidAt`. Order: validFrom, then id.
   */
  readonly reaching: readonly Memory[];
  /** Of those that begin after `from` and were said after `saidAt` (where that is absent: of all), the one that begins first, then by id. */
  readonly next?: Memory;
}

export interface MemoryStore {
  /**
   * CONFLICT when another active row has the same slotKey and `cardinality` is single, or the id exists:
   * a unique index keeps two racing writers from two current values (P17, P19). So is a version that the lineage has already.
   */
  insert(memory: Memory): Promise<void>;
  /**
   * Compare-and-set: CONFLICT when the row's revision is not `expectedRevision`, or the slot's one active place is taken; NOT_FOUND when
   * there is none; INVALID_INPUT when the patch names a field that never changes (P09). `null` takes a field away that may
   * be absent: INVALID_INPUT elsewhere. Returns the new row.
   */
  update(id: MemoryId, expectedRevision: number, patch: MemoryPatch): Promise<Memory>;
  find(id: MemoryId): Promise<Memory | undefined>;
  /** Those of `ids` that exist, in the order of `ids`. */
  findMany(ids: readonly MemoryId[]): Promise<readonly Memory[]>;
  /** Active rows that fill the slot, oldest recorded first, then by id (so for every "oldest first" here). */
  listActiveBySlot(slotKey: string): Promise<readonly Memory[]>;
  /** Active rows whose content hash is one of these, oldest first. */
  listActiveByHashes(contentHashes: readonly string[]): Promise<readonly Memory[]>;
  /** Active rows about the subject (folded by `foldName`), newest first, at most `limit`. */
  listActiveBySubject(subject: string, limit: number): Promise<readonly Memory[]>;
  /** Rows taken from any of the turns, any status, oldest first. */
  listByTurns(turnIds: readonly TurnId[]): Promise<readonly Memory[]>;
  /** All versions, version ascending. */
  lineage(lineageId: MemoryId): Promise<readonly Memory[]>;
  /** The highest version of the lineage; 0 where there is none. Takes no longer in a long lineage. */
  latestVersion(lineageId: MemoryId): Promise<number>;
  /** Takes no longer the more rows ended before the stretch. */
  neighbours(stretch: Stretch): Promise<Neighbours>;
  /** Order: recordedAt descending, then id. */
  list(filter: Filter, page: PageRequest): Promise<Page<Memory>>;
  count(filter: Filter): Promise<number>;
  /** Deletes rows for good, and what the write log holds of them; returns how many rows. */
  remove(ids: readonly MemoryId[]): Promise<number>;
}

/** The write log: which statement added or changed which memory, so that it can be taken back. Holds ids and figures, never words. */
export interface WriteLogStore {
  /** In the order given, after everything that is there. */
  append(writes: readonly Omit<MemoryWrite, "sequence" | "undoneAt">[]): Promise<void>;
  /** What one origin wrote, undone lines included. Order: newest first. */
  list(selection: WriteSelection, page: PageRequest): Promise<Page<MemoryWrite>>;
  /** All lines about the memories, oldest first. */
  listByMemories(memoryIds: readonly MemoryId[]): Promise<readonly MemoryWrite[]>;
  /** Marks lines as rolled back; a line that is so already keeps its instant. Returns how many were marked. */
  markUndone(sequences: readonly number[], at: EpochMs): Promise<number>;
}

export interface EpisodeStore {
  /** An id or a centre turn that exists already is CONFLICT. */
  insert(episode: Episode): Promise<void>;
  /** NOT_FOUND when there is none. */
  setEmbeddingModel(id: EpisodeId, modelId: string): Promise<void>;
  find(id: EpisodeId): Promise<Episode | undefined>;
  findMany(ids: readonly EpisodeId[]): Promise<readonly Episode[]>;
  /** Segments whose turns include any of these. Order: at ascending, then id. */
  listByTurns(turnIds: readonly TurnId[]): Promise<readonly Episode[]>;
  /** Order: at ascending, then id. */
  list(page: PageRequest): Promise<Page<Episode>>;
  count(): Promise<number>;
  remove(ids: readonly EpisodeId[]): Promise<number>;
}

/** How far the summaries of the scope's sessions have come, a row a session. */
export interface SummaryStore {
  find(sessionId: SessionId): Promise<SummaryState | undefined>;
  /**
   * Adds or replaces the session's row. Compare-and-set: CONFLICT when the row's revision is not `state.revision` (0: there must
   * be none). Returns it with its new revision. What a row no longer holds of the old text is erased for good.
   */
  put(state: SummaryState): Promise<SummaryState>;
  /** Rows that have not ended and whose last turn was said before `before`, oldest first, then by id; at most `limit`. */
  listIdle(before: EpochMs, limit: number): Promise<readonly SummaryState[]>;
  /** Rows that have a summary. Order: last turn, newest first, then by id. */
  list(page: PageRequest): Promise<Page<SummaryState>>;
  /** Ids that do not exist are ignored. Returns how many went. */
  remove(sessionIds: readonly SessionId[]): Promise<number>;
}

/** The scope's lines of the tenant's audit log (`AuditLog`), inside a transaction: a line stands if and only if what it tells was committed. */
export interface AuditStore {
  /** To the end of the tenant's chain, as the scope's user. Makes no user. UNKNOWN_TENANT. */
  append(event: Omit<AuditEvent, "user">): Promise<void>;
  /** Newest first. */
  list(page: PageRequest): Promise<Page<AuditEvent>>;
}

/** Answers to requests that carried an idempotency key (P18). */
export interface RequestStore {
  /** The key counts per operation. */
  find(key: string, operation: string): Promise<{ readonly bodyHash: string; readonly response: string } | undefined>;
  /** CONFLICT when the key is there already. */
  put(entry: {
    readonly key: string;
    readonly operation: string;
    readonly bodyHash: string;
    readonly response: string;
    readonly at: EpochMs;
  }): Promise<void>;
  /** Removes all of the scope's. */
  clear(): Promise<number>;
}

/**
 * By which embedding model the scope's vectors are searched, where a cut-over settled it (requirement 6.3). No process keeps it beyond a call,
 * so all of them change together. It says nothing about what vectors there are.
 */
export interface ServingModelStore {
  /** undefined: never cut over, the configured embedder serves. */
  find(): Promise<ServingModel | undefined>;
  /** Replaces what was there. Makes no user: in a scope that was never written nothing happens. */
  put(model: ServingModel): Promise<void>;
}

/** The small stores of one scope inside one transaction. Bound to the scope that opened it: no call without one, and none with another. */
export interface TruthTransaction {
  readonly scope: Scope;
  readonly directory: DirectoryStore;
  readonly turns: TurnStore;
  readonly journal: JournalStore;
  readonly memories: MemoryStore;
  readonly writes: WriteLogStore;
  readonly episodes: EpisodeStore;
  readonly summaries: SummaryStore;
  readonly audit: AuditStore;
  readonly requests: RequestStore;
  readonly servingModel: ServingModelStore;
  readonly states: StateStore;
}

/**
 * The relational truth.
 * - `write`: all or nothing, durable when it resolves, serialisable against other writers of the same scope. The callback may run
 *   more than once (never twice to completion) and must await nothing but this transaction: no model, no file, no timer.
 *   Concurrent writes may share one commit. Any write to the same storage inside the callback, through whatever port, is an
 *   INTERNAL error: it would wait for the callback, and the callback for it.
 * - `read`: one consistent snapshot; a write inside it is an INTERNAL error. Never waits for writers.
 * - Isolation: rows of another scope do not exist. Reading an unknown scope finds nothing.
 * - Errors: STORE_BUSY after the configured wait, STORE_FULL, STORE_READ_ONLY, STORE_CORRUPT, STORE_NEWER, CLOSED.
 */
export interface Truth {
  open(): Promise<void>;
  close(): Promise<void>;
  read<Result>(scope: Scope, work: (transaction: TruthTransaction) => Promise<Result>): Promise<Result>;
  write<Result>(scope: Scope, work: (transaction: TruthTransaction) => Promise<Result>): Promise<Result>;
}

export interface ClaimedWork {
  /** All of one scope, oldest first. */
  readonly entries: readonly JournalEntry[];
  readonly scope: Scope;
  readonly leaseToken: string;
  readonly leaseUntil: EpochMs;
}

/**
 * The worker's side of the journal. Crosses scopes, so it is a port of its own (house rule 3).
 * - `claim` is atomic: no entry is in two live leases. One scope per claim, and a scope with a live lease is not claimed again,
 *   so that one user's turns are digested in order. Tenants take turns, and within a tenant its scopes: the one served longest ago
 *   comes first, so that neither a user nor a tenant with very much to do holds up the others.
 * - A lease that ran out makes its entries claimable again; its token is worth nothing from then on. Whoever held it may have been
 *   killed by one of them, so each is claimed alone from then on, and the lapse is counted, apart from failed tries: an entry that was
 *   all that its lease still held, and has lapsed `maxAttempts` times by then, is dead, as "lease expired N times", and the entries behind
 *   it are served. Where several were held, nobody knows whose fault it was, and none dies of it.
 * - A holder that was only held up lives to say so: `acquit`.
 * - An entry that waits for its `dueAt` does not hold up those appended after it.
 */
export interface JournalQueue {
  claim(request: {
    readonly now: EpochMs;
    readonly leaseSeconds: number;
    readonly maxEntries: number;
    /** Lapses after which an entry whose lease ran out is dead instead of leased again. At least 1. */
    readonly maxAttempts: number;
    readonly scope?: Scope;
    /** Told each entry that died of its leases in this claim, once that is durable. Must not throw. */
    readonly onDead?: (entry: JournalEntry) => void;
  }): Promise<ClaimedWork | undefined>;
  /** CONFLICT when the lease is lost. Returns the new end. */
  renew(leaseToken: string, now: EpochMs, leaseSeconds: number): Promise<EpochMs>;
  /** Gives unfinished entries of the lease back untouched, e.g. at shutdown: no try is counted. Returns how many the lease still held. */
  release(leaseToken: string): Promise<number>;
  /**
   * Says that whoever held these entries when a lease of theirs ran out lives, so that none of them killed him: one lapse of each is taken
   * back, and what died of it waits again. Each is still claimed alone: a small bite is finished sooner where there is no time. Ids that are gone, without lapses, or dead for another reason are left alone.
   */
  acquit(scope: Scope, entryIds: readonly JournalEntryId[]): Promise<void>;
  /** Counts one failed try; waits until `dueAt`, or is dead where `dueAt` is absent. Ignored when the lease is lost. */
  fail(
    entryId: JournalEntryId,
    leaseToken: string,
    failure: { readonly error: string; readonly dueAt?: EpochMs },
  ): Promise<void>;
  /**
   * Figures over all tenants. With `atMost` no more than so many entries are looked at, so that asking costs no more when very many wait:
   * where there are more, the figures together are `atMost`, and `oldestAppendedAt` is that of an entry which is among the first to be due.
   */
  backlog(atMost?: number): Promise<Backlog>;
  /**
   * Entries of the tenant that wait or are leased; dead ones and those of types `refine`, `index` and `upload` are not counted. Counts no further than
   * `atMost`, so that asking costs no more when very many wait. 0 for an unknown tenant.
   */
  countWaiting(tenant: string, atMost: number): Promise<number>;
  /** The next instant at which an entry becomes due, for sleeping; undefined when none waits. */
  nextDueAt(): Promise<EpochMs | undefined>;
}

/** Tenants: crosses scopes, so a port of its own. */
export interface TenantStore {
  /** Idempotent. The line is appended in the same transaction, also where the tenant was there already. */
  ensure(tenant: string, at: EpochMs, line?: ChangeLine): Promise<void>;
  list(page: PageRequest): Promise<Page<{ readonly id: string; readonly createdAt: EpochMs }>>;
  /** Users of a tenant, by id. */
  listUsers(tenant: string, page: PageRequest): Promise<Page<{ readonly id: string; readonly createdAt: EpochMs }>>;
}
