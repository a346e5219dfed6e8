import { BY_NUMBER, type JournalEntry, KeepsakeError, scopeKey } from "../../../domain/index.js";
import type { JournalStore } from "../../../ports/index.js";
import { pageOf } from "./paging.js";
import type { Draft, StoredJournalEntry } from "./state.js";

/** The entry as callers see it: the lease stays between the queue and the store. */
export function toEntry(stored: StoredJournalEntry): JournalEntry {
  const { sequence: _sequence, leaseToken: _token, leaseUntil: _until, lapses: _lapses, ...entry } = stored;
  return entry;
}

type Appended = Parameters<JournalStore["append"]>[0][number];

function append(draft: Draft, { id, task, at, dueAt = at }: Appended, sequence: number): void {
  const journal = draft.edit("journal", at);
  if (journal.has(id)) throw new KeepsakeError("CONFLICT", `journal entry ${id} exists`);
  journal.set(id, {
    ...{ id, scope: draft.scope, task: { ...task }, state: "waiting", attempts: 0, lapses: 0 },
    ...{ appendedAt: at, dueAt, sequence },
  });
}

export function createJournalStore(draft: Draft, nextSequence: () => number): JournalStore {
  return {
    async append(entries) {
      draft.requireWrite();
      for (const entry of entries) append(draft, entry, nextSequence());
    },
    async complete(id, leaseToken) {
      draft.requireWrite();
      if (draft.get("journal").get(id)?.leaseToken !== leaseToken) {
        throw new KeepsakeError("CONFLICT", `the lease on ${id} was lost`);
      }
      draft.edit("journal").delete(id);
    },
    async withdraw(id) {
      draft.requireWrite();
      if (draft.get("journal").get(id)?.state !== "waiting") return false;
      return draft.edit("journal").delete(id);
    },
    async list(page) {
      const listing = {
        order: "journal",
        owner: scopeKey(draft.scope),
        keyOf: (entry: StoredJournalEntry) => [entry.sequence],
        keyParts: BY_NUMBER,
        directions: ["ascending"] as const,
      };
      const { items, ...rest } = pageOf(
        [...draft.get("journal").values()].filter(({ task }) => task.type !== "index"),
        listing,
        page,
      );
      return { items: items.map(toEntry), ...rest };
    },
    async pending() {
      return [...draft.get("journal").values()].filter(
        ({ state, task }) => state !== "dead" && !["refine", "index", "upload"].includes(task.type),
      ).length;
    },
    async retryDead(ids) {
      draft.requireWrite();
      const dead = [...draft.get("journal").values()].filter(
        (entry) => entry.state === "dead" && (ids === undefined || ids.includes(entry.id)),
      );
      for (const entry of dead) {
        const anew = { state: "waiting", attempts: 0, lapses: 0, dueAt: entry.appendedAt } as const;
        draft.edit("journal").set(entry.id, { ...entry, ...anew });
      }
      return dead.length;
    },
    async removeFor({ turnIds = [], itemIds = [], sessionIds = [] }) {
      draft.requireWrite();
      const turns = new Set<string>(turnIds);
      const items = new Set<string>(itemIds);
      const sessions = new Set<string>(sessionIds);
      const about = [...draft.get("journal").values()].filter(({ task }) => {
        if (task.type === "index" || task.type === "blobs" || task.type === "upload") return false;
        if (task.type === "embed") return items.has(task.itemId);
        return task.type === "summarise" ? sessions.has(task.sessionId) : turns.has(task.turnId);
      });
      for (const entry of about) draft.edit("journal").delete(entry.id);
      return about.length;
    },
  };
}
