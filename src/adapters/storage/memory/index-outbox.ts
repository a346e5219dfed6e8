import { BY_ID, type ItemId, type JournalEntry, scopeKey } from "../../../domain/index.js";
import type { IndexOutbox, OutboxEntry } from "../../../ports/index.js";
import { toEntry } from "./journal-store.js";
import { pageOf } from "./paging.js";
import type { Store } from "./store.js";

function isIndexing(entry: JournalEntry): entry is OutboxEntry {
  return entry.task.type === "index";
}

export function createIndexOutbox(store: Store): IndexOutbox {
  const stateOf = (scope: Parameters<IndexOutbox["list"]>[0]) => {
    store.requireOpen();
    return store.stateNow(scope);
  };
  return {
    async list(scope, limit) {
      const entries = [...stateOf(scope).journal.values()].sort((a, b) => a.sequence - b.sequence);
      return entries.map(toEntry).filter(isIndexing).slice(0, limit);
    },
    settle: (scope, ids) =>
      store.serialise(async () => {
        const state = store.stateNow(scope);
        const journal = new Map(state.journal);
        for (const id of ids) if (journal.get(id)?.task.type === "index") journal.delete(id);
        if (journal.size < state.journal.size) store.replace(scope, { ...state, journal });
      }),
    async lag() {
      store.requireOpen();
      const entries = [...store.allScopes()].flatMap(({ state }) => [...state.journal.values()].filter(isIndexing));
      const dead = entries.filter((entry) => entry.state === "dead").length;
      const oldest = entries.reduce((least, { appendedAt }) => Math.min(least, appendedAt), Number.POSITIVE_INFINITY);
      return { waiting: entries.length - dead, dead, ...(entries.length > 0 && { oldestAppendedAt: oldest }) };
    },
    async read(scope, itemIds) {
      const { items } = stateOf(scope);
      return [...new Set(itemIds)].flatMap((id) => {
        const item = items.get(id);
        if (item === undefined) return [];
        const vectors = new Map([...item.vectors].map(([model, values]) => [model, values.slice()]));
        return [{ attributes: structuredClone(item.attributes), vectors }];
      });
    },
    async listIds(scope, page) {
      const ids = [...stateOf(scope).items.keys()] as ItemId[];
      const listing = {
        ...{ order: "index items", owner: scopeKey(scope), keyOf: (id: ItemId) => [id], keyParts: BY_ID },
        directions: ["ascending"] as const,
      };
      return pageOf(ids, listing, page);
    },
  };
}
