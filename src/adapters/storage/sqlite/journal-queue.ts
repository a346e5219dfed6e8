import { randomUUID } from "node:crypto";
import { type EpochMs, type JournalEntry, KeepsakeError, makeScope, type Scope } from "../../../domain/index.js";
import type { ClaimedWork, JournalQueue } from "../../../ports/index.js";
import { afterLapse, type JournalFigures, type JournalRow, toBacklog, toEntry } from "../relational/index.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { SQL } from "./sql.js";
import { findScope } from "./transaction.js";

type ClaimRequest = Parameters<JournalQueue["claim"]>[0];

function nextScope(connection: Connection, now: EpochMs, scope: Scope | undefined): number | undefined {
  if (scope === undefined) return connection.get<{ scope: number }>(SQL.nextScope, now)?.scope;
  const id = findScope(connection, scope);
  return id === undefined ? undefined : connection.get<{ scope: number }>(SQL.mayServe, now, id)?.scope;
}

function nameScope(connection: Connection, id: number): Scope {
  const names = connection.get<{ tenant: string; user: string }>(SQL.nameScope, id);
  if (names === undefined) throw new KeepsakeError("STORE_CORRUPT", "a journal entry belongs to no user");
  return makeScope(names.tenant, names.user);
}

/** Takes back what the scope's last lease still held: it ran out, or the scope would not be served. The entry that died of it, if one did. */
function endLapsedLease(connection: Connection, scope: number, maxAttempts: number): JournalEntry | undefined {
  const [held, another] = connection.all<JournalRow>(SQL.listHeld, scope);
  if (held === undefined) return undefined;
  connection.run(SQL.lapseLease, scope);
  if (another !== undefined) return undefined; // which of them ended the worker will show when each is claimed alone
  const { state, error } = afterLapse(held, maxAttempts);
  connection.run(SQL.noteLapse, state, error, held.sequence);
  return state === "dead" ? { ...toEntry(held, nameScope(connection, scope)), state, lastError: error } : undefined;
}

/** The oldest due entries to be leased together: one that a lease ran out on goes alone. */
function listBatch(connection: Connection, scope: number, { now, maxEntries }: ClaimRequest): readonly JournalRow[] {
  const due = connection.all<JournalRow>(SQL.listDue, scope, now, maxEntries);
  const suspect = due.findIndex((row) => row.lapses > 0);
  return suspect < 0 ? due : due.slice(0, Math.max(1, suspect));
}

function lease(
  connection: Connection,
  scope: number,
  rows: readonly JournalRow[],
  { now, leaseSeconds }: ClaimRequest,
): ClaimedWork {
  const leaseToken = randomUUID();
  const leaseUntil = now + leaseSeconds * 1000;
  for (const row of rows) connection.run(SQL.leaseEntry, leaseToken, leaseUntil, row.sequence);
  const claims = connection.get<{ claims: number }>(SQL.countClaim)?.claims ?? 0;
  connection.run(SQL.noteClaimInScope, claims, scope);
  connection.run(SQL.noteClaimInList, claims, scope);
  connection.run(SQL.noteClaimInTenant, claims, scope);
  const named = nameScope(connection, scope);
  return {
    entries: rows.map((row) => ({ ...toEntry(row, named), state: "leased" as const })),
    scope: named,
    leaseToken,
    leaseUntil,
  };
}

function claim(connection: Connection, request: ClaimRequest, died: JournalEntry[]): ClaimedWork | undefined {
  if (request.maxEntries < 1) return undefined;
  for (;;) {
    const scope = nextScope(connection, request.now, request.scope);
    if (scope === undefined) return undefined;
    const dead = endLapsedLease(connection, scope, request.maxAttempts);
    if (dead !== undefined) died.push(dead);
    const rows = listBatch(connection, scope, request);
    if (rows.length > 0) return lease(connection, scope, rows, request);
  }
}

export function createJournalQueue(database: Database): JournalQueue {
  return {
    async claim(request) {
      // Polling an idle queue must not take the writers' lock: look first, and look again inside it.
      const worthwhile = database.look((connection) => nextScope(connection, request.now, request.scope) !== undefined);
      if (!worthwhile) return undefined;
      let died: JournalEntry[] = [];
      const work = await database.write((connection) => {
        died = [];
        return claim(connection, request, died);
      });
      for (const entry of died) request.onDead?.(entry);
      return work;
    },
    async renew(leaseToken, now, leaseSeconds) {
      const leaseUntil = now + leaseSeconds * 1000;
      const held = await database.write((connection) => connection.run(SQL.renewLease, leaseUntil, leaseToken));
      if (held === 0) throw new KeepsakeError("CONFLICT", "the lease was lost");
      return leaseUntil;
    },
    release: (leaseToken) => database.write((connection) => connection.run(SQL.releaseLease, leaseToken)),
    async acquit(scope, entryIds) {
      await database.write((connection) => {
        const id = findScope(connection, scope);
        if (id !== undefined) for (const entryId of entryIds) connection.run(SQL.acquitEntry, id, entryId);
      });
    },
    async fail(entryId, leaseToken, { error, dueAt }) {
      const state = dueAt === undefined ? "dead" : "waiting";
      await database.write((connection) =>
        connection.run(SQL.failEntry, state, dueAt ?? null, error.toWellFormed(), entryId, leaseToken),
      );
    },
    async backlog(atMost = Number.MAX_SAFE_INTEGER) {
      const figures = database.look((connection) => connection.get<JournalFigures>(SQL.measureJournal, atMost));
      return toBacklog(figures);
    },
    async countWaiting(tenant, atMost) {
      return database.look((connection) => connection.get<{ n: number }>(SQL.countWaiting, tenant, atMost)?.n ?? 0);
    },
    async nextDueAt() {
      return database.look((connection) => connection.get<{ due: number | null }>(SQL.nextDue)?.due ?? undefined);
    },
  };
}
