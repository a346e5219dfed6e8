import type { Storage, TruthTransaction } from "../../../../ports/index.js";
import type { Transactions } from "../transactions.js";
import { createAuditLog, createAuditStore } from "./audit-log.js";
import { createChangeStamps } from "./change-stamps.js";
import type { ServerDatabase } from "./connection.js";
import { createCredentialStore } from "./credential-store.js";
import { createEpisodeStore } from "./episode-store.js";
import { createJournalQueue } from "./journal-queue.js";
import { createJournalStore } from "./journal-store.js";
import { createMemoryStore } from "./memory-store.js";
import {
  createDirectoryStore,
  createRequestStore,
  createServingModelStore,
  createStateStore,
} from "./record-stores.js";
import { createSessionStore } from "./session-store.js";
import { createSummaryStore } from "./summary-store.js";
import { createTenantStore } from "./tenant-store.js";
import type { ServerTransaction } from "./transaction.js";
import { createTurnStore } from "./turn-store.js";
import { createUsageStore } from "./usage-store.js";
import { createWriteLogStore } from "./write-log-store.js";

/** The stores that stand beside the truth and its search indexes. */
export function createServerStores(
  database: ServerDatabase,
): Pick<Storage, "queue" | "tenants" | "credentials" | "auditLog" | "usage" | "sessions" | "changes" | "snapshots"> {
  return {
    snapshots: { hold: (scope, work) => database.hold(scope, work) },
    queue: createJournalQueue(database),
    tenants: createTenantStore(database),
    credentials: createCredentialStore(database),
    auditLog: createAuditLog(database),
    usage: createUsageStore(database),
    sessions: createSessionStore(database),
    changes: createChangeStamps(database),
  };
}

function bindStores(transaction: ServerTransaction): TruthTransaction {
  return {
    scope: transaction.scope,
    directory: createDirectoryStore(transaction),
    turns: createTurnStore(transaction),
    journal: createJournalStore(transaction),
    memories: createMemoryStore(transaction),
    writes: createWriteLogStore(transaction),
    episodes: createEpisodeStore(transaction),
    summaries: createSummaryStore(transaction),
    audit: createAuditStore(transaction),
    requests: createRequestStore(transaction),
    servingModel: createServingModelStore(transaction),
    states: createStateStore(transaction),
  };
}

/** Runs the work with the small stores of one transaction, which end with it. */
export async function withStores<Transaction extends ServerTransaction, Result>(
  transactions: Transactions<Transaction>,
  transaction: Transaction,
  work: (stores: TruthTransaction) => Promise<Result>,
): Promise<Result> {
  const stores = bindStores(transaction);
  transactions.set(stores, transaction);
  try {
    const result = await work(stores);
    await transaction.noteChange();
    return result;
  } finally {
    transaction.finish();
  }
}
