import type { Storage } from "../../../ports/index.js";
import { createAuditLog } from "./audit-log.js";
import { createChangeStamps } from "./change-stamps.js";
import { createCredentialStore } from "./credential-store.js";
import { createIndexOutbox } from "./index-outbox.js";
import { createJournalQueue } from "./journal-queue.js";
import { createKeywordIndex } from "./keyword-index.js";
import { createProjection } from "./projection.js";
import { createSessionStore } from "./session-store.js";
import { Store } from "./store.js";
import { createTenantStore } from "./tenant-store.js";
import { createTruth, type Drafts } from "./truth.js";
import { createUsageStore } from "./usage-store.js";
import { createVectorIndex } from "./vector-index.js";

/**
 * The reference: every port by the most direct means, everything in this process's memory and gone with it.
 * Other adapters are compared with it; it is also what tests of the engine run on. Searches are linear in the scope's items.
 */
export function createMemoryStorage(): Storage {
  const store = new Store();
  const drafts: Drafts = new WeakMap();
  return {
    truth: createTruth(store, drafts),
    queue: createJournalQueue(store),
    tenants: createTenantStore(store),
    credentials: createCredentialStore(store),
    auditLog: createAuditLog(store),
    usage: createUsageStore(store),
    vectors: createVectorIndex(store),
    keywords: createKeywordIndex(store),
    projection: createProjection(drafts),
    sessions: createSessionStore(store),
    outbox: createIndexOutbox(store),
    changes: createChangeStamps(store),
    snapshots: { hold: (scope, work) => store.hold(scope, work) },
    open: async () => store.open(),
    close: () => store.close(),
  };
}
