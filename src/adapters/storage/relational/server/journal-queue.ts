import { randomUUID } from "node:crypto";
import { type JournalEntry, KeepsakeError, makeScope, type Scope } from "../../../../domain/index.js";
import type { ClaimedWork, JournalQueue } from "../../../../ports/index.js";
import { afterLapse, type JournalFigures, type JournalRow, toBacklog, toEntry } from "../journal-row.js";
import type { ScopeNumbers, ServerConnection, ServerDatabase } from "./connection.js";

type ClaimRequest = Parameters<JournalQueue["claim"]>[0];

interface Place {
  readonly tenant: number;
  readonly scope: number;
}

async function findPlace(connection: ServerConnection, scope: Scope): Promise<ScopeNumbers | undefined> {
  const found = await connection.get<Place>(connection.sql.findScope, scope.tenant, scope.user);
  return found === undefined ? undefined : [found.tenant, found.scope];
}

/** Engines without truth values say 1 or 0. */
interface Answer {
  readonly found: boolean | number;
}

const isTrue = (answer: Answer | undefined): boolean => Boolean(answer?.found);

/** Scopes looked at together: where several workers ask at once, each finds one that no other holds. */
const CANDIDATES = 8;

async function listCandidates(
  connection: ServerConnection,
  { now, scope }: ClaimRequest,
  passed: readonly number[],
): Promise<readonly ScopeNumbers[]> {
  if (scope === undefined) {
    return connection.steps.nextScopes(now, passed, CANDIDATES);
  }
  const place = await findPlace(connection, scope);
  return place === undefined || passed.includes(place[1]) ? [] : [place];
}

async function nameScope(connection: ServerConnection, place: ScopeNumbers): Promise<Scope> {
  const names = await connection.get<{ tenant: string; user: string }>(connection.sql.nameScope, ...place);
  if (names === undefined) throw new KeepsakeError("STORE_CORRUPT", "a journal entry belongs to no user");
  return makeScope(names.tenant, names.user);
}

/** Takes back what the scope's last lease still held: it ran out. False when its holder is completing some of it at this moment. */
async function endLapsedLease(
  connection: ServerConnection,
  place: ScopeNumbers,
  maxAttempts: number,
  died: JournalEntry[],
): Promise<boolean> {
  const rows = await connection.all<JournalRow>(connection.sql.listHeld, ...place);
  const counted = await connection.get<{ n: number }>(connection.sql.countHeld, ...place);
  if (rows.length < Math.min(2, counted?.n ?? 0)) return false;
  const [held, another] = rows;
  if (held === undefined) return true;
  await connection.run(connection.sql.lapseLease, ...place);
  if (another !== undefined) return true; // which of them ended the worker will show when each is claimed alone
  const { state, error } = afterLapse(held, maxAttempts);
  await connection.run(connection.sql.noteLapse, ...place, held.sequence, state, error);
  if (state === "dead") died.push({ ...toEntry(held, await nameScope(connection, place)), state, lastError: error });
  return true;
}

/** The oldest due entries to be leased together: one that a lease ran out on goes alone. */
async function listBatch(
  connection: ServerConnection,
  place: ScopeNumbers,
  { now, maxEntries }: ClaimRequest,
): Promise<readonly JournalRow[]> {
  const due = await connection.all<JournalRow>(connection.sql.listDue, ...place, now, maxEntries);
  const suspect = due.findIndex((row) => row.lapses > 0);
  return suspect < 0 ? due : due.slice(0, Math.max(1, suspect));
}

async function lease(
  connection: ServerConnection,
  place: ScopeNumbers,
  rows: readonly JournalRow[],
  { now, leaseSeconds }: ClaimRequest,
): Promise<ClaimedWork> {
  const leaseToken = randomUUID();
  const leaseUntil = now + leaseSeconds * 1000;
  const sequences = rows.map((row) => row.sequence);
  const [, scope, claim] = await Promise.all([
    connection.run(connection.sql.leaseEntries, ...place, sequences, leaseToken, leaseUntil),
    nameScope(connection, place),
    connection.steps.countClaim(),
  ]);
  await Promise.all([
    connection.run(connection.sql.noteClaimInScope, ...place, claim),
    connection.run(connection.sql.noteClaimInList, ...place, claim),
    connection.run(connection.sql.noteClaimInTenant, place[0], claim),
  ]);
  const entries = rows.map((row) => ({ ...toEntry(row, scope), state: "leased" as const }));
  return { entries, scope, leaseToken, leaseUntil };
}

/** What the scope has to do, if no other claim is in it. */
async function claimScope(
  connection: ServerConnection,
  place: ScopeNumbers,
  request: ClaimRequest,
  died: JournalEntry[],
): Promise<ClaimedWork | undefined> {
  if ((await connection.get(connection.sql.holdScope, ...place)) === undefined) return undefined;
  // Between the look at the journal and the hold another claim may have served this scope: now that it is held, the answer stays.
  const servable = await connection.get<Answer>(connection.sql.mayServe, request.now, ...place);
  if (!isTrue(servable) || !(await endLapsedLease(connection, place, request.maxAttempts, died))) return undefined;
  const rows = await listBatch(connection, place, request);
  return rows.length === 0 ? undefined : lease(connection, place, rows, request);
}

async function claim(
  connection: ServerConnection,
  request: ClaimRequest,
  died: JournalEntry[],
): Promise<ClaimedWork | undefined> {
  const passed: number[] = [];
  for (;;) {
    const places = await listCandidates(connection, request, passed);
    if (places.length === 0) return undefined;
    for (const place of places) {
      const work = await claimScope(connection, place, request, died);
      if (work !== undefined) return work;
      passed.push(place[1]);
    }
  }
}

export function createJournalQueue(database: ServerDatabase): JournalQueue {
  const isWorthwhile = ({ now, scope }: ClaimRequest) =>
    database.readAcross(async (connection) => {
      if (scope === undefined) return isTrue(await connection.get(connection.sql.isWorkWaiting, now));
      const place = await findPlace(connection, scope);
      if (place === undefined) return false;
      return isTrue(await connection.get(connection.sql.mayServe, now, ...place));
    });
  return {
    async claim(request) {
      if (request.maxEntries < 1) return undefined;
      // Polling an idle queue takes no lock and writes nothing: look first, and look again inside.
      if (!(await isWorthwhile(request))) return undefined;
      let died: JournalEntry[] = [];
      const work = await database.writeAcross((connection) => {
        died = []; // of a try that the server gave up nothing stays
        return claim(connection, request, died);
      });
      for (const entry of died) request.onDead?.(entry);
      return work;
    },
    async renew(leaseToken, now, leaseSeconds) {
      const leaseUntil = now + leaseSeconds * 1000;
      const held = await database.writeAcross((connection) =>
        connection.run(connection.sql.renewLease, leaseUntil, leaseToken),
      );
      if (held === 0) throw new KeepsakeError("CONFLICT", "the lease was lost");
      return leaseUntil;
    },
    release: (leaseToken) =>
      database.writeAcross((connection) => connection.run(connection.sql.releaseLease, leaseToken)),
    async acquit(scope, entryIds) {
      await database.writeAcross(async (connection) => {
        const place = await findPlace(connection, scope);
        if (place === undefined) return;
        for (const id of entryIds) await connection.run(connection.sql.acquitEntry, ...place, id);
      });
    },
    async fail(entryId, leaseToken, { error, dueAt }) {
      const values = [dueAt === undefined ? "dead" : "waiting", dueAt ?? null, error.toWellFormed()];
      await database.writeAcross((connection) =>
        connection.run(connection.sql.failEntry, ...values, entryId, leaseToken),
      );
    },
    backlog: (atMost = Number.MAX_SAFE_INTEGER) =>
      database.readAcross(async (connection) =>
        toBacklog(await connection.get<JournalFigures>(connection.sql.measureJournal, atMost)),
      ),
    countWaiting: (tenant, atMost) =>
      database.readAcross(async (connection) => {
        const found = await connection.get<{ id: number }>(connection.sql.findTenant, tenant);
        if (found === undefined) return 0;
        return (await connection.get<{ n: number }>(connection.sql.countWaiting, found.id, atMost))?.n ?? 0;
      }),
    nextDueAt: () =>
      database.readAcross(
        async (connection) => (await connection.get<{ due: number | null }>(connection.sql.nextDue))?.due ?? undefined,
      ),
  };
}
