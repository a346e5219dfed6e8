import { KeepsakeError } from "../../../domain/index.js";
import type { Connection } from "./connection.js";
import { isDoneAlready } from "./mariadb-errors.js";
import { MIGRATIONS, SCHEMA_VERSION } from "./schema.js";

const TABLES = 'SELECT table_name AS "name" FROM information_schema.tables WHERE table_schema = DATABASE()';
/** `done`: how many statements of the step beyond `version` were carried out. */
const STATE = "SELECT version, done FROM schema_state WHERE id = 1";
const MAKE_STATE =
  "CREATE TABLE IF NOT EXISTS schema_state (id INT PRIMARY KEY, version INT NOT NULL, done INT NOT NULL, changed_at BIGINT NOT NULL)";
const BEGIN = "INSERT INTO schema_state VALUES (1, 0, 0, $1) ON DUPLICATE KEY UPDATE id = id";
const NOTE = "UPDATE schema_state SET version = $1, done = $2, changed_at = $3 WHERE id = 1";
/** Processes that begin together take turns. It belongs to the connection and ends with it. */
const LOCK = "SELECT GET_LOCK(CONCAT('keepsake ', SHA1(DATABASE())), $1) AS got";
const UNLOCK = "DO RELEASE_LOCK(CONCAT('keepsake ', SHA1(DATABASE())))";

const LOCK_WAIT_S = 600;
const LONGEST_STEP_MS = 24 * 60 * 60 * 1000;

interface State {
  readonly version: number;
  readonly done: number;
}

/** Where the schema stands: at nothing for a database that is empty. STORE_CORRUPT for the tables of another program. */
async function readState(connection: Connection): Promise<State> {
  const tables = await connection.all<{ name: string }>(TABLES);
  if (tables.length === 0) return { version: 0, done: 0 };
  if (!tables.some(({ name }) => name === "schema_state"))
    throw new KeepsakeError("STORE_CORRUPT", "the database holds tables, but not Keepsake's");
  const state = (await connection.get<State>(STATE)) ?? { version: 0, done: 0 };
  if (state.version <= SCHEMA_VERSION) return state;
  const message = `the store has schema version ${state.version}; this release knows ${SCHEMA_VERSION}`;
  throw new KeepsakeError("STORE_NEWER", message);
}

/**
 * Brings the database to this release's schema. The engine ends a transaction at every change of a table, so each statement is noted once it
 * is done; whoever comes after a process that died in between begins at the first that was not noted, and passes over it where it was taken.
 * A user who may only use the tables needs no right to make any once the schema is up to date.
 */
export async function migrate(connection: Connection, now: number): Promise<void> {
  if ((await readState(connection)).version === SCHEMA_VERSION) return;
  const { got } = (await connection.get<{ got: number | null }>(LOCK, LOCK_WAIT_S)) ?? { got: 0 };
  if (got !== 1) throw new KeepsakeError("STORE_BUSY", "another process has been changing the schema for too long");
  try {
    let { version, done } = await readState(connection);
    await connection.run(MAKE_STATE);
    await connection.run(BEGIN, now);
    for (const step of MIGRATIONS.slice(version)) {
      for (const statement of step.slice(done)) {
        await connection.change(statement, isDoneAlready, LONGEST_STEP_MS);
        done += 1;
        await connection.run(NOTE, version, done, now);
        await connection.run("COMMIT");
      }
      version += 1;
      done = 0;
      await connection.run(NOTE, version, done, now);
      await connection.run("COMMIT");
    }
  } finally {
    await connection.run(UNLOCK);
  }
}
