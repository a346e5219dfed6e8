import type { Telemetry } from "../../../ports/index.js";

export interface PostgresStorageOptions {
  /** `postgres://user:password@host:port/database`. Through PgBouncer in transaction mode as well. */
  readonly url: string;
  /** Made when absent. Several stores may live in one database, each in a schema of its own. Default `keepsake`. */
  readonly schema?: string;
  /** Connections of this process at most, half for writing and half for reading; at least 2. Default 20. */
  readonly maxConnections?: number;
  /** How long a write waits for another writer of the same user, or for a connection, before STORE_BUSY. Default 10 000. */
  readonly busyTimeoutMs?: number;
  /** A statement that takes longer is ended: DEADLINE_EXCEEDED. Never less than half a second beyond `busyTimeoutMs`. Default 30 000. */
  readonly statementTimeoutMs?: number;
  /** Into how many parts each table is split by tenant. Counts when the schema is made, and never changes. Default 16. */
  readonly partitions?: number;
  /** Vectors of a user and model from which on they get an index of their own instead of being compared one by one. Default 20 000. */
  readonly graphFrom?: number;
  /** Is told of index builds that failed. */
  readonly telemetry?: Telemetry;
  /** Memory of this process for vectors of users in use, shared by all of them; least recently used leave first. 0: none. Default 256 MiB. */
  readonly hotScopeBytes?: number;
}

export const DEFAULTS = {
  schema: "keepsake",
  maxConnections: 20,
  busyTimeoutMs: 10_000,
  statementTimeoutMs: 30_000,
  partitions: 16,
  graphFrom: 20_000,
  hotScopeBytes: 256 * 1024 * 1024,
} as const;
