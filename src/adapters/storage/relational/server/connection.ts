import type { Filter, Scope } from "../../../../domain/index.js";
import type { MemoryRow } from "../memory-row.js";
import type { RowValue, Value } from "../row-value.js";
import type { FilterCondition, Filtered } from "./filter-condition.js";
import type { Statements } from "./statements.js";

/** The first two values of every statement about a scope: the tenant's number and the scope's. */
export type ScopeNumbers = readonly [tenant: number, scope: number];

/** The user that a transaction was opened for; its numbers and figures are null where it has no row yet. */
export interface Entered {
  readonly tenant: number | null;
  readonly scope: number | null;
  readonly documents: number | null;
  readonly totalLength: number | null;
  /** The latest instant that was noted, or that of the newest memory. */
  readonly latestAt: number | null;
}

export const NOBODY: Entered = { tenant: null, scope: null, documents: null, totalLength: null, latestAt: null };

/** A row that went, and the turns that it was taken from, as JSON. */
export interface Gone {
  readonly id: string;
  readonly turnIds: string;
}

/** What one engine does in one statement and another in several, or in words that share nothing. */
export interface Steps {
  /** Makes a user's row. Its number. */
  makeScope(tenant: number, scope: Scope, at: number): Promise<number>;
  /** Gives the next position of a session, making the session with its first turn. */
  extendSession(place: ScopeNumbers, sessionId: string, agentId: string | null, at: number): Promise<number>;
  /** Takes turns out, and what the write log holds of them; the session of each that went. */
  deleteTurns(place: ScopeNumbers, ids: readonly string[]): Promise<readonly string[]>;
  /** The entry's sequence; undefined where its id is there. (id, task, turn, session, item, at, due) */
  appendJournal(place: ScopeNumbers, values: readonly RowValue[]): Promise<number | undefined>;
  /** Scopes to be served, that of the tenant served longest ago first. Each must still be held, and looked at again once it is. */
  nextScopes(now: number, passed: readonly number[], limit: number): Promise<readonly ScopeNumbers[]>;
  /** The number of this claim: each is greater than those before. */
  countClaim(): Promise<number>;
  /** False where the id, the version or the slot's one place is taken. The values are the columns up to the digests. */
  insertMemory(
    place: ScopeNumbers,
    values: readonly RowValue[],
    lists: {
      readonly tags: readonly string[];
      readonly entities: readonly string[];
      readonly turnIds: readonly string[];
    },
  ): Promise<boolean>;
  /** Says that a memory was taken from the turns; those that are linked already stay so. */
  linkTurns(place: ScopeNumbers, id: string, turnIds: readonly string[]): Promise<void>;
  /** Compare-and-set of what may change. (id, expected revision, values…) */
  updateMemory(
    place: ScopeNumbers,
    values: readonly RowValue[],
    tags: readonly string[],
  ): Promise<MemoryRow | undefined>;
  /** With what the write log holds of them. */
  deleteMemories(place: ScopeNumbers, ids: readonly string[]): Promise<readonly Gone[]>;
  /** The filter language over `f`. @param first number of the first parameter that is free */
  condition(filter: Filter, filtered: Filtered, first: number): FilterCondition;
  /** False where the id or the centre is there. */
  insertEpisode(place: ScopeNumbers, values: readonly RowValue[], turnIds: readonly string[]): Promise<boolean>;
  deleteEpisodes(place: ScopeNumbers, ids: readonly string[]): Promise<readonly Gone[]>;
}

/** What asks the server. */
export interface Asking {
  get<Row>(sql: string, ...values: Value[]): Promise<Row | undefined>;
  all<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** In a snapshot, whose answers cannot change: what was asked before is not asked again. */
  once<Row>(sql: string, ...values: Value[]): Promise<Row[]>;
  /** Returns how many rows changed. */
  run(sql: string, ...values: Value[]): Promise<number>;
}

/** A connection while one transaction has it. */
export interface ServerConnection extends Asking {
  readonly sql: Statements;
  readonly steps: Steps;
}

type Work<Result, Connection = ServerConnection> = (connection: Connection, entered: Entered) => Promise<Result>;

/** A server's database, as the stores see it. Reads are snapshots; writes of one user come one after the other. */
export interface ServerDatabase<Connection extends ServerConnection = ServerConnection> {
  open(): Promise<void>;
  close(): Promise<void>;
  write<Result>(scope: Scope, work: Work<Result, Connection>): Promise<Result>;
  /** In the snapshot that the scope stands for, if it stands for one. */
  read<Result>(scope: Scope, work: Work<Result, Connection>): Promise<Result>;
  /** In a snapshot of its own, whatever the scope stands for. */
  readNow<Result>(scope: Scope, work: Work<Result, Connection>): Promise<Result>;
  hold<Result>(scope: Scope, work: (held: Scope) => Promise<Result>): Promise<Result>;
  /** For ports that cross users. */
  writeAcross<Result>(work: Work<Result, Connection>): Promise<Result>;
  readAcross<Result>(work: Work<Result, Connection>): Promise<Result>;
}
