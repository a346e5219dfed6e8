export interface SqliteStorageOptions {
  /** Made when absent. Holds `keepsake.db` and its write-ahead log. */
  readonly dataFolder: string;
  /** How long a write waits for another process before STORE_BUSY. Default 10 000. */
  readonly busyTimeoutMs?: number;
  /** Memory for the indexes of users in use, shared by all of them; least recently used leave first. Default 512 MiB. */
  readonly hotScopeBytes?: number;
  /** Encrypts the file (ChaCha20-Poly1305, key derived by PBKDF2). Must be given at every opening. */
  readonly encryptionKey?: string;
}
