import { randomUUID } from "node:crypto";
import {
  type Backlog,
  type EpochMs,
  isLeaseExpired,
  type JournalEntry,
  KeepsakeError,
  leaseExpiredError,
  type Scope,
  scopeKey,
} from "../../../domain/index.js";
import type { ClaimedWork, JournalQueue } from "../../../ports/index.js";
import { toEntry } from "./journal-store.js";
import type { StoredJournalEntry } from "./state.js";
import type { Store } from "./store.js";

type Change = (entry: StoredJournalEntry) => StoredJournalEntry | undefined;

/** What is due at once has the instant of its appending; it is due to every clock, also one that is behind. */
function isDue({ dueAt, appendedAt }: StoredJournalEntry, now: EpochMs): boolean {
  return dueAt <= now || dueAt === appendedAt;
}

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

/** After a lease ran out: the entry, which dies of it where nothing else can have ended the worker. */
function afterLapse(entry: StoredJournalEntry, wasAlone: boolean, maxAttempts: number): StoredJournalEntry {
  const freed = { ...withoutLease(entry), lapses: entry.lapses + 1 };
  if (!wasAlone) return freed;
  const counted = { ...freed, lastError: leaseExpiredError(freed.lapses) };
  return freed.lapses >= maxAttempts ? { ...counted, state: "dead" } : counted;
}

/** One lapse less, but for the first, by which it stays alone; what died of it waits again. */
function acquitted(entry: StoredJournalEntry): StoredJournalEntry | undefined {
  const { state, lapses, lastError } = entry;
  if (lapses === 0 || (state === "dead" && !isLeaseExpired(lastError))) return undefined;
  return { ...entry, lapses: Math.max(1, lapses - 1), state: state === "dead" ? "waiting" : state };
}

/** The oldest entries to be leased together: one that a lease ran out on goes alone. */
function batchOf(due: readonly StoredJournalEntry[], maxEntries: number): readonly StoredJournalEntry[] {
  const suspect = due.findIndex((entry) => entry.lapses > 0);
  return due.slice(0, suspect < 0 ? maxEntries : Math.min(maxEntries, Math.max(1, suspect)));
}

const isLive = (entry: StoredJournalEntry, now: EpochMs) => entry.state === "leased" && (entry.leaseUntil ?? 0) > now;

/** Due entries of one scope without a live lease, and when the scope was last served. */
interface Servable {
  readonly scope: Scope;
  readonly due: readonly StoredJournalEntry[];
  readonly served: number;
  readonly tenantServed: number;
}

/** Claiming in turns: remembers which claim last served which tenant and scope. */
class Turns {
  readonly #store: Store;
  readonly #served = new Map<string, number>();
  readonly #tenantsServed = new Map<string, number>();
  #claims = 0;

  constructor(store: Store) {
    this.#store = store;
  }

  claim(request: Parameters<JournalQueue["claim"]>[0]): ClaimedWork | undefined {
    const { now, leaseSeconds, maxEntries, maxAttempts, scope } = request;
    if (maxEntries < 1) return undefined;
    for (;;) {
      const next = this.#next(now, scope);
      if (next === undefined) return undefined;
      this.#endLapsedLease(next.scope, maxAttempts, request.onDead);
      const due = this.#dueOf(next.scope, now);
      if (due.length > 0) return this.#lease(next.scope, batchOf(due, maxEntries), now + leaseSeconds * 1000);
    }
  }

  #endLapsedLease(scope: Scope, maxAttempts: number, onDead: ((entry: JournalEntry) => void) | undefined): void {
    const held = [...this.#store.stateOf(scope).journal.values()].filter((entry) => entry.state === "leased");
    changeEntries(this.#store, scope, (entry) => {
      if (entry.state !== "leased") return undefined;
      const lapsed = afterLapse(entry, held.length === 1, maxAttempts);
      if (lapsed.state === "dead") onDead?.(toEntry(lapsed));
      return lapsed;
    });
  }

  #lease(scope: Scope, entries: readonly StoredJournalEntry[], leaseUntil: EpochMs): ClaimedWork {
    const leaseToken = randomUUID();
    const taken = entries.map((entry) => entry.id);
    const ids = new Set(taken);
    changeEntries(this.#store, scope, (entry) =>
      ids.has(entry.id) ? { ...entry, state: "leased", leaseToken, leaseUntil } : undefined,
    );
    this.#served.set(scopeKey(scope), ++this.#claims);
    this.#tenantsServed.set(scope.tenant, this.#claims);
    const { journal } = this.#store.stateOf(scope);
    return { entries: taken.flatMap((id) => journal.get(id) ?? []).map(toEntry), scope, leaseToken, leaseUntil };
  }

  #dueOf(scope: Scope, now: EpochMs): readonly StoredJournalEntry[] {
    return [...this.#store.stateOf(scope).journal.values()]
      .filter((entry) => entry.state !== "dead" && isDue(entry, now))
      .sort((a, b) => a.sequence - b.sequence);
  }

  #next(now: EpochMs, scope: Scope | undefined): Servable | undefined {
    const servable = [...this.#store.allScopes()].flatMap(({ scope: candidate, state }): Servable[] => {
      const entries = [...state.journal.values()];
      const isAsked = scope === undefined || scopeKey(scope) === scopeKey(candidate);
      if (!isAsked || entries.some((entry) => isLive(entry, now))) return [];
      const due = this.#dueOf(candidate, now);
      if (due.length === 0) return [];
      const served = this.#served.get(scopeKey(candidate)) ?? 0;
      return [{ scope: candidate, due, served, tenantServed: this.#tenantsServed.get(candidate.tenant) ?? 0 }];
    });
    const oldest = ({ due }: Servable) => due[0]?.sequence ?? 0;
    return servable.sort((a, b) => a.tenantServed - b.tenantServed || a.served - b.served || oldest(a) - oldest(b))[0];
  }
}

function measureBacklog(entries: readonly StoredJournalEntry[]): Backlog {
  const awaited = entries.filter(({ task }) => !["refine", "index", "upload"].includes(task.type));
  const count = (state: StoredJournalEntry["state"]) => awaited.filter((entry) => entry.state === state).length;
  const oldest = earliest(awaited.filter((entry) => entry.state !== "dead").map((entry) => entry.appendedAt));
  return {
    waiting: count("waiting"),
    leased: count("leased"),
    refining: entries.filter((entry) => entry.task.type === "refine" && entry.state !== "dead").length,
    dead: entries.filter((entry) => entry.task.type !== "index" && entry.state === "dead").length,
    ...(oldest !== undefined && { oldestAppendedAt: oldest }),
  };
}

function earliest(instants: readonly EpochMs[]): EpochMs | undefined {
  return instants.length === 0 ? undefined : instants.reduce((a, b) => Math.min(a, b));
}

export function createJournalQueue(store: Store): JournalQueue {
  const turns = new Turns(store);
  const change = (scope: Scope | undefined, work: Change) =>
    store.serialise(async () => changeEntries(store, scope, work));
  const allEntries = () => {
    store.requireOpen();
    return [...store.allScopes()].flatMap(({ state }) => [...state.journal.values()]);
  };
  return {
    claim: (request) => store.serialise(async () => turns.claim(request)),
    async renew(leaseToken, now, leaseSeconds) {
      const leaseUntil = now + leaseSeconds * 1000;
      const held = await change(undefined, (entry) =>
        entry.leaseToken === leaseToken ? { ...entry, leaseUntil } : undefined,
      );
      if (held === 0) throw new KeepsakeError("CONFLICT", "the lease was lost");
      return leaseUntil;
    },
    release: (leaseToken) =>
      change(undefined, (entry) => (entry.leaseToken === leaseToken ? withoutLease(entry) : undefined)),
    async acquit(scope, entryIds) {
      const ids = new Set(entryIds);
      await change(scope, (entry) => (ids.has(entry.id) ? acquitted(entry) : undefined));
    },
    async fail(entryId, leaseToken, { error, dueAt }) {
      await change(undefined, (entry) => {
        if (entry.id !== entryId || entry.leaseToken !== leaseToken) return undefined;
        const failed = { ...withoutLease(entry), attempts: entry.attempts + 1, lastError: error.toWellFormed() };
        return dueAt === undefined ? { ...failed, state: "dead" } : { ...failed, dueAt };
      });
    },
    async backlog(atMost) {
      return measureBacklog(allEntries().slice(0, atMost));
    },
    async countWaiting(tenant, atMost) {
      store.requireOpen();
      const ofTenant = [...store.allScopes()].filter(({ scope }) => scope.tenant === tenant);
      const { waiting, leased } = measureBacklog(ofTenant.flatMap(({ state }) => [...state.journal.values()]));
      return Math.min(atMost, waiting + leased);
    },
    async nextDueAt() {
      return earliest(
        allEntries()
          .filter((entry) => entry.state === "waiting")
          .map((entry) => entry.dueAt),
      );
    },
  };
}
