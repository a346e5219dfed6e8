import { KeepsakeError, type Scope } from "../../../domain/index.js";
import type { Truth, TruthTransaction } from "../../../ports/index.js";
import { createAuditStore } from "./audit-log.js";
import { createEpisodeStore } from "./episode-store.js";
import { createJournalStore } from "./journal-store.js";
import { createMemoryStore } from "./memory-store.js";
import { createDirectoryStore, createRequestStore, createServingModelStore } from "./record-stores.js";
import { createStateStore } from "./session-store.js";
import type { Draft } from "./state.js";
import type { Store } from "./store.js";
import { createSummaryStore } from "./summary-store.js";
import { createTurnStore } from "./turn-store.js";
import { createWriteLogStore } from "./write-log-store.js";

/** Drafts of the transactions that a store opened, so that the projection finds its own and refuses another's. */
export type Drafts = WeakMap<TruthTransaction, Draft>;

function bindStores(scope: Scope, draft: Draft, store: Store): TruthTransaction {
  return {
    scope,
    directory: createDirectoryStore(draft),
    turns: createTurnStore(draft),
    journal: createJournalStore(draft, store.nextSequence),
    memories: createMemoryStore(draft),
    writes: createWriteLogStore(draft, store.nextSequence),
    episodes: createEpisodeStore(draft),
    summaries: createSummaryStore(draft),
    audit: createAuditStore(draft, store.auditOf(scope.tenant)),
    requests: createRequestStore(draft),
    servingModel: createServingModelStore(draft),
    states: createStateStore(draft, store),
  };
}

export function createTruth(store: Store, drafts: Drafts): Truth {
  function begin(scope: Scope, mayWrite: boolean) {
    const draft = store.draft(scope, mayWrite);
    const transaction = bindStores(scope, draft, store);
    drafts.set(transaction, draft);
    return { draft, transaction };
  }
  return {
    async open() {
      store.open();
    },
    async close() {
      await store.close();
    },
    async read(scope, work) {
      store.requireOpen();
      const { draft, transaction } = begin(scope, false);
      try {
        return await work(transaction);
      } finally {
        draft.finish();
      }
    },
    async write(scope, work) {
      store.refuseHeld(scope);
      return store.serialise(async () => {
        const { draft, transaction } = begin(scope, true);
        try {
          const result = await work(transaction);
          const { lines } = draft;
          const changed = draft.finish();
          store.appendAudit(scope.tenant, lines);
          if (changed !== undefined) store.replace(scope, changed);
          for (const { space, key } of draft.droppedStates) store.states.remove(scope, space, key);
          return result;
        } finally {
          draft.finish();
        }
      });
    },
  };
}

/** The draft behind a transaction of this store; INTERNAL for any other. */
export function draftOf(drafts: Drafts, transaction: TruthTransaction): Draft {
  const draft = drafts.get(transaction);
  if (draft === undefined) throw new KeepsakeError("INTERNAL", "the transaction belongs to another store");
  return draft;
}
