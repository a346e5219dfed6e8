import { KeepsakeError } from "../../../domain/index.js";
import type { Connection } from "./connection.js";
import { MIGRATIONS, SCHEMA_VERSION } from "./schema.js";

/** The file's version: 0 for an empty file. Reads only. STORE_CORRUPT for the database of another program. */
export function readVersion(connection: Connection): number {
  const tables = connection
    .all<{ name: string }>("SELECT name FROM sqlite_master WHERE type = 'table'")
    .map((table) => table.name);
  if (tables.length === 0) return 0;
  if (!tables.includes("schema_versions"))
    throw new KeepsakeError("STORE_CORRUPT", "the file is a database, but not one of Keepsake's");
  return (
    connection.get<{ version: number | null }>("SELECT max(version) AS version FROM schema_versions")?.version ?? 0
  );
}

/** STORE_NEWER when a later release wrote the file. */
export function requireKnownVersion(version: number): void {
  if (version > SCHEMA_VERSION) {
    throw new KeepsakeError(
      "STORE_NEWER",
      `the store has schema version ${version}; this release knows ${SCHEMA_VERSION}`,
    );
  }
}

/** Brings the file to this release's schema, each step in a transaction of its own. Safe when several processes begin together. */
export function migrate(connection: Connection, now: number): void {
  for (;;) {
    connection.script("BEGIN IMMEDIATE");
    try {
      const version = readVersion(connection);
      requireKnownVersion(version);
      const step = MIGRATIONS[version];
      if (step === undefined) {
        connection.script("ROLLBACK");
        return;
      }
      connection.script(step);
      connection.run("INSERT INTO schema_versions (version, applied_at) VALUES (?, ?)", version + 1, now);
      connection.script("COMMIT");
    } catch (error) {
      if (connection.inTransaction) connection.script("ROLLBACK");
      throw error;
    }
  }
}
