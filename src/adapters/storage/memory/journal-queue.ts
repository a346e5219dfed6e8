import { randomUUID } from "node:crypto";
import { type EpochMs, KeepsakeError, type Scope, scopeKey } from "../../../domain/index.js";
import type { JournalQueue } from "../../../ports/index.js";
import { toEntry } from "./journal-store.js";
import type { StoredJournalEntry } from "./state.js";
import type { Store } from "./store.js";

type Change = (entry: StoredJournalEntry) => StoredJournalEntry | undefined;

/** Changes entries across scopes; `undefined` leaves an entry as it is. Returns how many changed. */
function changeEntries(store: Store, scope: Scope | undefined, change: Change): number {
  let changed = 0;
  for (const entry of [...store.allScopes()]) {
    if (scope !== undefined && scopeKey(entry.scope) !== scopeKey(scope)) continue;
    const journal = new Map(entry.state.journal);
    for (const [id, before] of journal) {
      const after = change(before);
      if (after === undefined) continue;
      journal.set(id, after);
      changed++;
    }
    store.replace(entry.scope, { ...entry.state, journal });
  }
  return changed;
}

function withoutLease(entry: StoredJournalEntry): StoredJournalEntry {
  const { leaseToken: _token, leaseUntil: _until, ...rest } = entry;
  return { ...rest, state: "waiting" };
}

const isLive = (entry: StoredJournalEntry, now: EpochMs) => entry.state === "leased" && (entry.leaseUntil ?? 0) > now;

export function createJournalQueue(store: Store): JournalQueue {
  /** Number of the claim that last served a scope. */
  const served = new Map<string, number>();
  let claims = 0;

  function claimable(now: EpochMs, scope: Scope | undefined) {
    const scopes = [...store.allScopes()].flatMap(({ scope: candidate, state }) => {
      if (scope !== undefined && scopeKey(scope) !== scopeKey(candidate)) return [];
      const entries = [...state.journal.values()];
      if (entries.some((entry) => isLive(entry, now))) return [];
      const due = entries.filter((entry) => entry.state !== "dead" && entry.dueAt <= now).sort((a, b) => a.sequence - b.sequence);
      const [oldest] = due;
      return oldest === undefined ? [] : [{ scope: candidate, due, oldest, served: served.get(scopeKey(candidate)) ?? 0 }];
    });
    return scopes.sort((a, b) => a.served - b.served || a.oldest.sequence - b.oldest.sequence)[0];
  }

  return {
    claim: ({ now, leaseSeconds, maxEntries, scope }) =>
      store.serialise(async () => {
        const next = claimable(now, scope);
        if (next === undefined || maxEntries < 1) return undefined;
        const leaseToken = randomUUID();
        const leaseUntil = now + leaseSeconds * 1000;
        const taken = new Set(next.due.slice(0, maxEntries).map((entry) => entry.id));
        changeEntries(store, next.scope, (entry) => {
          if (taken.has(entry.id)) return { ...entry, state: "leased", leaseToken, leaseUntil };
          return entry.state === "leased" ? withoutLease(entry) : undefined;
        });
        served.set(scopeKey(next.scope), ++claims);
        const journal = store.stateOf(next.scope).journal;
        const entries = next.due.slice(0, maxEntries).flatMap((entry) => journal.get(entry.id) ?? []).map(toEntry);
        return { entries, scope: next.scope, leaseToken, leaseUntil };
      }),
    renew: (leaseToken, now, leaseSeconds) =>
      store.serialise(async () => {
        const leaseUntil = now + leaseSeconds * 1000;
        const held = changeEntries(store, undefined, (entry) => (entry.leaseToken === leaseToken ? { ...entry, leaseUntil } : undefined));
        if (held === 0) throw new KeepsakeError("CONFLICT", "the lease was lost");
        return leaseUntil;
      }),
    release: (leaseToken) =>
      store.serialise(async () => {
        changeEntries(store, undefined, (entry) => (entry.leaseToken === leaseToken ? withoutLease(entry) : undefined));
      }),
    fail: (entryId, leaseToken, { error, dueAt }) =>
      store.serialise(async () => {
        changeEntries(store, undefined, (entry) => {
          if (entry.id !== entryId || entry.leaseToken !== leaseToken) return undefined;
          const failed = { ...withoutLease(entry), attempts: entry.attempts + 1, lastError: error.toWellFormed() };
          return dueAt === undefined ? { ...failed, state: "dead" } : { ...failed, dueAt };
        });
      }),
    retryDead: (scope, ids) =>
      store.serialise(async () =>
        changeEntries(store, scope, (entry) => {
          if (entry.state !== "dead" || (ids !== undefined && !ids.includes(entry.id))) return undefined;
          return { ...entry, state: "waiting", attempts: 0, dueAt: entry.appendedAt };
        }),
      ),
    async backlog() {
      store.requireOpen();
      const entries = [...store.allScopes()].flatMap(({ state }) => [...state.journal.values()]);
      const count = (state: StoredJournalEntry["state"]) => entries.filter((entry) => entry.state === state).length;
      const living = entries.filter((entry) => entry.state !== "dead").map((entry) => entry.appendedAt);
      return {
        waiting: count("waiting"),
        leased: count("leased"),
        dead: count("dead"),
        ...(living.length > 0 && { oldestAppendedAt: Math.min(...living) }),
      };
    },
    async nextDueAt() {
      store.requireOpen();
      const waiting = [...store.allScopes()]
        .flatMap(({ state }) => [...state.journal.values()])
        .filter((entry) => entry.state === "waiting")
        .map((entry) => entry.dueAt);
      return waiting.length === 0 ? undefined : Math.min(...waiting);
    },
  };
}
