import { KeepsakeError } from "../../../domain/index.js";
import type { Connection } from "./connection.js";
import { MIGRATIONS, SCHEMA_VERSION } from "./schema.js";

const TABLES = "SELECT tablename AS name FROM pg_tables WHERE schemaname = $1";
const VERSION = "SELECT max(version) AS version FROM schema_versions";
const NOTE_VERSION = "INSERT INTO schema_versions (version, applied_at) VALUES ($1, $2)";
/** The wait for another process that migrates; held until the step's commit. */
const LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('keepsake migration of ' || $1, 0))";

/** A step may move all that a store holds. */
const UNLIMITED = "SELECT set_config('statement_timeout', '0', true)";
const LONGEST_STEP_MS = 24 * 60 * 60 * 1000;

/** The schema's version: 0 for one that is empty or absent. STORE_CORRUPT for the tables of another program. */
async function readVersion(connection: Connection, schema: string): Promise<number> {
  const tables = await connection.all<{ name: string }>(TABLES, schema);
  if (tables.length === 0) return 0;
  if (!tables.some(({ name }) => name === "schema_versions"))
    throw new KeepsakeError("STORE_CORRUPT", `the schema ${JSON.stringify(schema)} holds tables, but not Keepsake's`);
  return (await connection.get<{ version: number | null }>(VERSION))?.version ?? 0;
}

function requireKnownVersion(version: number): void {
  if (version <= SCHEMA_VERSION) return;
  const message = `the store has schema version ${version}; this release knows ${SCHEMA_VERSION}`;
  throw new KeepsakeError("STORE_NEWER", message);
}

/**
 * One step towards this release's schema, in the transaction at hand; false when there is none left to take. A step that was cut off
 * leaves nothing behind and is taken again. Processes that begin together take turns. A role that may only use the schema needs no
 * right to make things once it is up to date.
 */
export async function migrateOneStep(
  connection: Connection,
  { schema, quoted, partitions, now }: { schema: string; quoted: string; partitions: number; now: number },
): Promise<boolean> {
  const seen = await readVersion(connection, schema);
  requireKnownVersion(seen);
  if (seen === SCHEMA_VERSION) return false;
  await connection.run(LOCK, schema);
  const version = await readVersion(connection, schema); // whoever held the lock may have taken the step
  requireKnownVersion(version);
  const step = MIGRATIONS[version];
  if (step === undefined) return false;
  if (version === 0) await connection.script(`CREATE SCHEMA IF NOT EXISTS ${quoted}`);
  await connection.run(UNLIMITED);
  await connection.script(step.replaceAll(":partitions", String(partitions)), LONGEST_STEP_MS);
  await connection.run(NOTE_VERSION, version + 1, now);
  return true;
}
