import type { AuditLog } from "./audit-log.js";
import type { ChangeStamps } from "./change-stamps.js";
import type { CredentialStore } from "./credential-store.js";
import type { ErasedBytes } from "./erased-bytes.js";
import type { IndexFeed } from "./index-feed.js";
import type { IndexOutbox } from "./index-outbox.js";
import type { KeywordIndex } from "./keyword-index.js";
import type { Projection } from "./projection.js";
import type { SessionStore } from "./session-store.js";
import type { Snapshots } from "./snapshots.js";
import type { StoreContents } from "./store-contents.js";
import type { StoreHealth } from "./store-health.js";
import type { StoreWall } from "./store-wall.js";
import type { JournalQueue, TenantStore, Truth } from "./truth.js";
import type { UsageStore } from "./usage-store.js";
import type { VectorIndex } from "./vector-index.js";

/** Everything one storage engine brings, opened and closed together. Conformance suites take one of these. */
export interface Storage {
  readonly truth: Truth;
  readonly queue: JournalQueue;
  readonly tenants: TenantStore;
  readonly credentials: CredentialStore;
  readonly auditLog: AuditLog;
  readonly usage: UsageStore;
  readonly vectors: VectorIndex;
  readonly keywords: KeywordIndex;
  readonly projection: Projection;
  readonly sessions: SessionStore;
  /** Absent: nothing that was read is cached. */
  readonly changes?: ChangeStamps;
  /** Absent: each read sees what is there at its own time. */
  readonly snapshots?: Snapshots;
  /** Absent: the engine has no wall of its own. */
  readonly wall?: StoreWall;
  /** Absent: whether the store is whole cannot be told. */
  readonly health?: StoreHealth;
  /** Absent: the engine keeps nothing erased that it could clear, or cannot tell. */
  readonly erasedBytes?: ErasedBytes;
  /** Absent: the store can be neither moved nor kept by a command. */
  readonly contents?: StoreContents;
  /** Absent: no search engine can stand beside the store. */
  readonly outbox?: IndexOutbox;
  /** Absent: none stands beside it. */
  readonly feed?: IndexFeed;
  open(): Promise<void>;
  close(): Promise<void>;
}
