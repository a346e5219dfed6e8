import { randomUUID } from "node:crypto";
import { type EpochMs, KeepsakeError, makeScope, type Scope } from "../../../domain/index.js";
import type { ClaimedWork, JournalQueue } from "../../../ports/index.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { type JournalRow, toEntry } from "./journal-row.js";
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

function claim(
  connection: Connection,
  { now, leaseSeconds, maxEntries, scope }: ClaimRequest,
): ClaimedWork | undefined {
  const id = nextScope(connection, now, scope);
  if (id === undefined || maxEntries < 1) return undefined;
  connection.run(SQL.dropStaleLeases, id);
  const leaseToken = randomUUID();
  const leaseUntil = now + leaseSeconds * 1000;
  const rows = connection.all<JournalRow>(SQL.listDue, id, now, maxEntries);
  for (const row of rows) connection.run(SQL.leaseEntry, leaseToken, leaseUntil, row.sequence);
  const claims = connection.get<{ claims: number }>(SQL.countClaim)?.claims ?? 0;
  connection.run(SQL.noteClaimInScope, claims, id);
  connection.run(SQL.noteClaimInList, claims, id);
  const named = nameScope(connection, id);
  return {
    entries: rows.map((row) => ({ ...toEntry(row, named), state: "leased" as const })),
    scope: named,
    leaseToken,
    leaseUntil,
  };
}

export function createJournalQueue(database: Database): JournalQueue {
  return {
    async claim(request) {
      // Polling an idle queue must not take the writers' lock: look first, and look again inside it.
      const worthwhile = database.look((connection) => nextScope(connection, request.now, request.scope) !== undefined);
      return worthwhile ? database.write((connection) => claim(connection, request)) : undefined;
    },
    async renew(leaseToken, now, leaseSeconds) {
      const leaseUntil = now + leaseSeconds * 1000;
      const held = await database.write((connection) => connection.run(SQL.renewLease, leaseUntil, leaseToken));
      if (held === 0) throw new KeepsakeError("CONFLICT", "the lease was lost");
      return leaseUntil;
    },
    async release(leaseToken) {
      await database.write((connection) => connection.run(SQL.releaseLease, leaseToken));
    },
    async fail(entryId, leaseToken, { error, dueAt }) {
      const state = dueAt === undefined ? "dead" : "waiting";
      await database.write((connection) =>
        connection.run(SQL.failEntry, state, dueAt ?? null, error.toWellFormed(), entryId, leaseToken),
      );
    },
    async retryDead(scope, ids) {
      return database.write((connection) => {
        const id = findScope(connection, scope);
        if (id === undefined) return 0;
        if (ids === undefined) return connection.run(SQL.reviveAll, id);
        return ids.reduce((sum, entryId) => sum + connection.run(SQL.reviveOne, id, entryId), 0);
      });
    },
    async backlog() {
      const figures = database.look((connection) =>
        connection.get<{ waiting: number; leased: number; dead: number; oldest: number | null }>(SQL.measureJournal),
      );
      const { waiting = 0, leased = 0, dead = 0, oldest = null } = figures ?? {};
      return { waiting, leased, dead, ...(oldest !== null && { oldestAppendedAt: oldest }) };
    },
    async nextDueAt() {
      return database.look((connection) => connection.get<{ due: number | null }>(SQL.nextDue)?.due ?? undefined);
    },
  };
}
