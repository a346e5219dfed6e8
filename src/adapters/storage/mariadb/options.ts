export interface MariadbStorageOptions {
  /** `mysql://user:password@host:port/database`, or `mariadb://…`. The database must exist, and holds this one store. */
  readonly url: string;
  /** Connections of this process at most, half for writing and half for reading; at least 2. Default 20. */
  readonly maxConnections?: number;
  /** How long a write waits for another writer of the same user, or for a connection, before STORE_BUSY. Default 10 000. */
  readonly busyTimeoutMs?: number;
  /** A statement that takes longer is ended: DEADLINE_EXCEEDED. Never less than half a second beyond `busyTimeoutMs`. Default 30 000. */
  readonly statementTimeoutMs?: number;
  /** Memory of this process for vectors of users in use, shared by all of them; least recently used leave first. 0: none. Default 256 MiB. */
  readonly hotScopeBytes?: number;
}

export const DEFAULTS = {
  maxConnections: 20,
  busyTimeoutMs: 10_000,
  statementTimeoutMs: 30_000,
  hotScopeBytes: 256 * 1024 * 1024,
} as const;
