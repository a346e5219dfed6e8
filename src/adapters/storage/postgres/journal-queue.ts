import { randomUUID } from "node:crypto";
import { KeepsakeError, leaseExpiredError, makeScope, type Scope } from "../../../domain/index.js";
import type { ClaimedWork, JournalQueue } from "../../../ports/index.js";
import { type JournalFigures, type JournalRow, toBacklog, toEntry } from "../relational/index.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { SQL } from "./sql.js";
import type { ScopeNumbers } from "./transaction.js";

type ClaimRequest = Parameters<JournalQueue["claim"]>[0];

interface Place {
  readonly tenant: number;
  readonly scope: number;
}

async function findPlace(connection: Connection, scope: Scope): Promise<ScopeNumbers | undefined> {
  const found = await connection.get<Place>(SQL.findScope, scope.tenant, scope.user);
  return found === undefined ? undefined : [found.tenant, found.scope];
}

/** Scopes looked at together: where several workers ask at once, each finds one that no other holds. */
const CANDIDATES = 8;

async function listCandidates(
  connection: Connection,
  { now, scope }: ClaimRequest,
  passed: readonly number[],
): Promise<readonly ScopeNumbers[]> {
  if (scope === undefined) {
    const found = await connection.all<Place>(SQL.nextScopes, now, passed, CANDIDATES);
    return found.map((place) => [place.tenant, place.scope]);
  }
  const place = await findPlace(connection, scope);
  return place === undefined || passed.includes(place[1]) ? [] : [place];
}

async function nameScope(connection: Connection, place: ScopeNumbers): Promise<Scope> {
  const names = await connection.get<{ tenant: string; user: string }>(SQL.nameScope, ...place);
  if (names === undefined) throw new KeepsakeError("STORE_CORRUPT", "a journal entry belongs to no user");
  return makeScope(names.tenant, names.user);
}

/** Takes back what the scope's last lease still held: it ran out. False when its holder is completing some of it at this moment. */
async function endLapsedLease(connection: Connection, place: ScopeNumbers, maxAttempts: number): Promise<boolean> {
  const rows = await connection.all<JournalRow>(SQL.listHeld, ...place);
  const counted = await connection.get<{ n: number }>(SQL.countHeld, ...place);
  if (rows.length < Math.min(2, counted?.n ?? 0)) return false;
  const [held, another] = rows;
  if (held === undefined) return true;
  await connection.run(SQL.lapseLease, ...place);
  if (another !== undefined) return true; // which of them ended the worker will show when each is claimed alone
  const state = held.attempts + 1 >= maxAttempts ? "dead" : "waiting";
  await connection.run(SQL.countLapse, ...place, held.sequence, state, leaseExpiredError(held.lapses + 1));
  return true;
}

/** The oldest due entries to be leased together: one that a lease ran out on goes alone. */
async function listBatch(
  connection: Connection,
  place: ScopeNumbers,
  { now, maxEntries }: ClaimRequest,
): Promise<readonly JournalRow[]> {
  const due = await connection.all<JournalRow>(SQL.listDue, ...place, now, maxEntries);
  const suspect = due.findIndex((row) => row.lapses > 0);
  return suspect < 0 ? due : due.slice(0, Math.max(1, suspect));
}

async function lease(
  connection: Connection,
  place: ScopeNumbers,
  rows: readonly JournalRow[],
  { now, leaseSeconds }: ClaimRequest,
): Promise<ClaimedWork> {
  const leaseToken = randomUUID();
  const leaseUntil = now + leaseSeconds * 1000;
  const sequences = rows.map((row) => row.sequence);
  const [, scope, counted] = await Promise.all([
    connection.run(SQL.leaseEntries, ...place, sequences, leaseToken, leaseUntil),
    nameScope(connection, place),
    connection.get<{ claim: number }>(SQL.countClaim),
  ]);
  const claim = counted?.claim ?? 0;
  await Promise.all([
    connection.run(SQL.noteClaimInScope, ...place, claim),
    connection.run(SQL.noteClaimInList, ...place, claim),
    connection.run(SQL.noteClaimInTenant, place[0], claim),
  ]);
  const entries = rows.map((row) => ({ ...toEntry(row, scope), state: "leased" as const }));
  return { entries, scope, leaseToken, leaseUntil };
}

/** What the scope has to do, if no other claim is in it. */
async function claimScope(
  connection: Connection,
  place: ScopeNumbers,
  request: ClaimRequest,
): Promise<ClaimedWork | undefined> {
  if ((await connection.get(SQL.holdScope, ...place)) === undefined) return undefined;
  // Between the look at the journal and the hold another claim may have served this scope: now that it is held, the answer stays.
  const servable = await connection.get<{ found: boolean }>(SQL.mayServe, request.now, ...place);
  if (servable?.found !== true || !(await endLapsedLease(connection, place, request.maxAttempts))) return undefined;
  const rows = await listBatch(connection, place, request);
  return rows.length === 0 ? undefined : lease(connection, place, rows, request);
}

async function claim(connection: Connection, request: ClaimRequest): Promise<ClaimedWork | undefined> {
  const passed: number[] = [];
  for (;;) {
    const places = await listCandidates(connection, request, passed);
    if (places.length === 0) return undefined;
    for (const place of places) {
      const work = await claimScope(connection, place, request);
      if (work !== undefined) return work;
      passed.push(place[1]);
    }
  }
}

export function createJournalQueue(database: Database): JournalQueue {
  const isWorthwhile = ({ now, scope }: ClaimRequest) =>
    database.readAcross(async (connection) => {
      if (scope === undefined)
        return (await connection.get<{ found: boolean }>(SQL.isWorkWaiting, now))?.found === true;
      const place = await findPlace(connection, scope);
      if (place === undefined) return false;
      return (await connection.get<{ found: boolean }>(SQL.mayServe, now, ...place))?.found === true;
    });
  return {
    async claim(request) {
      if (request.maxEntries < 1) return undefined;
      // Polling an idle queue takes no lock and writes nothing: look first, and look again inside.
      return (await isWorthwhile(request))
        ? database.writeAcross((connection) => claim(connection, request))
        : undefined;
    },
    async renew(leaseToken, now, leaseSeconds) {
      const leaseUntil = now + leaseSeconds * 1000;
      const held = await database.writeAcross((connection) => connection.run(SQL.renewLease, leaseUntil, leaseToken));
      if (held === 0) throw new KeepsakeError("CONFLICT", "the lease was lost");
      return leaseUntil;
    },
    async release(leaseToken) {
      await database.writeAcross((connection) => connection.run(SQL.releaseLease, leaseToken));
    },
    async fail(entryId, leaseToken, { error, dueAt }) {
      const values = [dueAt === undefined ? "dead" : "waiting", dueAt ?? null, error.toWellFormed()];
      await database.writeAcross((connection) => connection.run(SQL.failEntry, ...values, entryId, leaseToken));
    },
    backlog: (atMost = Number.MAX_SAFE_INTEGER) =>
      database.readAcross(async (connection) =>
        toBacklog(await connection.get<JournalFigures>(SQL.measureJournal, atMost)),
      ),
    countWaiting: (tenant, atMost) =>
      database.readAcross(async (connection) => {
        const found = await connection.get<{ id: number }>(SQL.findTenant, tenant);
        if (found === undefined) return 0;
        return (await connection.get<{ n: number }>(SQL.countWaiting, found.id, atMost))?.n ?? 0;
      }),
    nextDueAt: () =>
      database.readAcross(
        async (connection) => (await connection.get<{ due: number | null }>(SQL.nextDue))?.due ?? undefined,
      ),
  };
}
