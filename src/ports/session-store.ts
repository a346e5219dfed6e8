import type { AuditEvent, EpochMs, Scope } from "../domain/index.js";

export interface StateEntry {
  readonly key: string;
  /** Any JSON value. */
  readonly value: unknown;
  readonly updatedAt: EpochMs;
  readonly expiresAt: EpochMs;
}

/**
 * Working memory: the state of a task in progress, by key, per user and space (a session or a task), with a time to live.
 * - `put` replaces, and renews the time to live; atomic per key; idempotent. It makes the user, as every first row does; UNKNOWN_TENANT.
 * - Expired entries are never returned, whether or not they were swept yet.
 * - Absent: find → undefined, delete → false, list → [].
 * - The line that `put` or `delete` is given is appended to the audit log in its transaction, as one of this user's: a write that fails
 *   leaves none, a `delete` that found nothing does. With a line, `delete` too throws UNKNOWN_TENANT.
 */
export interface SessionStore {
  put(
    scope: Scope,
    space: string,
    key: string,
    value: unknown,
    options: { readonly now: EpochMs; readonly ttlSeconds: number; readonly line?: AuditEvent },
  ): Promise<void>;
  find(scope: Scope, space: string, key: string, now: EpochMs): Promise<StateEntry | undefined>;
  /** By key, ascending. */
  list(scope: Scope, space: string, now: EpochMs): Promise<readonly StateEntry[]>;
  /** Names of the spaces that hold anything, ascending by code point. */
  spaces(scope: Scope, now: EpochMs): Promise<readonly string[]>;
  delete(scope: Scope, space: string, key: string, line?: AuditEvent): Promise<boolean>;
  /** Removes everything of the user; returns how many entries. */
  clear(scope: Scope): Promise<number>;
  /**
   * Takes away copies of spaces (absent: of all of the user's) that rest elsewhere, after a transaction erased what they are copies of.
   * Absent: there are none. What does not answer makes no failure: no copy outlives its time.
   */
  dropCopies?(scope: Scope, spaces?: readonly string[]): Promise<void>;
}

/**
 * Working memory of one scope inside a transaction of the truth, where an erasure takes it with the rest. What has run out and was not swept
 * yet is among it. Whoever removes by it tells `dropCopies` after the commit.
 */
export interface StateStore {
  /** Names of the spaces that hold anything. */
  spaces(): Promise<readonly string[]>;
  /** By key, ascending. */
  list(space: string): Promise<readonly StateEntry[]>;
  /** Returns how many there were. */
  remove(entries: readonly { readonly space: string; readonly key: string }[]): Promise<number>;
  /** Returns how many there were. */
  clear(): Promise<number>;
}
