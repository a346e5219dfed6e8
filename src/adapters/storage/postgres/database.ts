import pg from "pg";
import { type Scope, scopeKey } from "../../../domain/index.js";
import { Calls, type Entered, HeldSnapshots, NOBODY, retrying, WriteTurns } from "../relational/index.js";
import { type Connection, types } from "./connection.js";
import { migrateOneStep } from "./migrate.js";
import { DEFAULTS, type PostgresStorageOptions } from "./options.js";
import { isWorthRetrying } from "./postgres-errors.js";
import { SQL } from "./sql.js";
import { type Opening, transact, type Work } from "./transact.js";

/** A transaction in which nothing is asked for this long is ended by the server: its writer hangs, and holds the user's lock. */
const IDLE_LIMIT_MS = 60_000;
const LEAST_BEYOND_WAIT_MS = 500;
/** After a statement's limit the server has answered, if only that it was too slow; a connection that is silent still is given up. */
const ANSWER_GRACE_MS = 2_000;

interface Opened {
  readonly writers: pg.Pool;
  readonly readers: pg.Pool;
}

/** Beyond the wait for another writer, which is a statement too and must be told from one that is slow. */
function statementLimitOf({
  busyTimeoutMs = DEFAULTS.busyTimeoutMs,
  statementTimeoutMs = DEFAULTS.statementTimeoutMs,
}: PostgresStorageOptions): number {
  return Math.max(Math.round(busyTimeoutMs) + LEAST_BEYOND_WAIT_MS, statementTimeoutMs);
}

function poolOf(options: PostgresStorageOptions, max: number): pg.Pool {
  const pool = new pg.Pool({
    ...{ connectionString: options.url, max, types, pipeline: true, application_name: "keepsake", keepAlive: true },
    connectionTimeoutMillis: options.busyTimeoutMs ?? DEFAULTS.busyTimeoutMs,
    query_timeout: statementLimitOf(options) + ANSWER_GRACE_MS,
  });
  // A connection that dies while nobody uses it is replaced by the pool; one that is in use fails its transaction, which reports it.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return pool;
}

const PASSES_WALL_REMEDY =
  "connect as a role that is neither superuser nor BYPASSRLS: ALTER ROLE … NOSUPERUSER NOBYPASSRLS";

/** A superuser, and a role with BYPASSRLS, see every row whatever the policies say: one wall between users fewer, and nothing tells. */
async function passesWall(connection: Connection): Promise<boolean> {
  return (await connection.get<{ passes: boolean }>(SQL.readRole))?.passes === true;
}

/** The database and its connections: some that write, some that read, so that a reader inside a writer never waits for writers. */
export class Database {
  readonly #options: PostgresStorageOptions;
  readonly #schema: string;
  readonly #quoted: string;
  readonly #turns = new WriteTurns();
  readonly #calls = new Calls<Opened>();
  readonly #snapshots = new HeldSnapshots<Connection>();
  #searchPath = "";
  #extensionSchema = "public";

  constructor(options: PostgresStorageOptions) {
    this.#options = options;
    this.#schema = options.schema ?? DEFAULTS.schema;
    this.#quoted = pg.escapeIdentifier(this.#schema);
  }

  get graphFrom(): number {
    return this.#options.graphFrom ?? DEFAULTS.graphFrom;
  }

  get hotScopeBytes(): number {
    return this.#options.hotScopeBytes ?? DEFAULTS.hotScopeBytes;
  }

  /** Idempotent. */
  open(): Promise<void> {
    return this.#calls.open(() => this.#open());
  }

  /** Refuses further calls, finishes what was accepted, then ends the connections. Idempotent. */
  close(): Promise<void> {
    return this.#calls.close(({ writers, readers }) => Promise.all([writers.end(), readers.end()]));
  }

  /**
   * A write of one user, alone among the writers of that user. Runs again when the server gave it up in favour of another.
   * @throws whatever `work` throws: then nothing of it was kept. INTERNAL inside another write.
   */
  write<Result>(scope: Scope, work: Work<Result>): Promise<Result> {
    return this.#calls.accept(async ({ writers }) => {
      this.#snapshots.refuse(scope);
      const giveUpAt = performance.now() + this.#busyTimeoutMs;
      const enter = async (connection: Connection) => {
        const [, entered] = await Promise.all([
          connection.run(SQL.lockScope, `${this.#schema} ${scopeKey(scope)}`),
          connection.get<Entered>(SQL.enterScope, scope.tenant, scope.user),
        ]);
        return entered ?? NOBODY;
      };
      return this.#turns.run(scopeKey(scope), giveUpAt, () => this.#retrying(writers, giveUpAt, enter, work));
    });
  }

  /** A write of a port that crosses users. */
  writeAcross<Result>(work: Work<Result>): Promise<Result> {
    return this.#calls.accept(({ writers }) => {
      const giveUpAt = performance.now() + this.#busyTimeoutMs;
      return this.#retrying(writers, giveUpAt, (connection) => this.#reachAll(connection), work);
    });
  }

  /** What one user may see: in the snapshot that the scope stands for, or in one of its own. */
  read<Result>(scope: Scope, work: Work<Result>): Promise<Result> {
    return this.#snapshots.read(scope, work, () => this.readNow(scope, work));
  }

  /** Runs `work` with a scope that stands for one snapshot of what the user may see. */
  async hold<Result>(scope: Scope, work: (held: Scope) => Promise<Result>): Promise<Result> {
    if (this.#snapshots.find(scope) !== undefined) return work(scope);
    return this.readNow(scope, (connection, entered) => this.#snapshots.hold(scope, { connection, entered }, work));
  }

  /** A snapshot of its own of what one user may see. */
  readNow<Result>(scope: Scope, work: Work<Result>): Promise<Result> {
    const enter = async (connection: Connection) =>
      (await connection.get<Entered>(SQL.enterScope, scope.tenant, scope.user)) ?? NOBODY;
    return this.#calls.track(({ readers }) => this.#transact(readers, SQL.beginReading, enter, work));
  }

  /** A snapshot of a port that crosses users. */
  readAcross<Result>(work: Work<Result>): Promise<Result> {
    const enter = (connection: Connection) => this.#reachAll(connection);
    return this.#calls.track(({ readers }) => this.#transact(readers, SQL.beginReading, enter, work));
  }

  /** Whether the role is held to row-level security. */
  async isWalled(): Promise<boolean> {
    return !(await this.readAcross(passesWall));
  }

  /** The name of a table with that of the store's schema, for what runs outside transactions. */
  qualify(name: string): string {
    return `${this.#quoted}.${pg.escapeIdentifier(name)}`;
  }

  /** Where pgvector's types are, quoted. */
  get extensionSchema(): string {
    return this.#extensionSchema;
  }

  get #busyTimeoutMs(): number {
    return this.#options.busyTimeoutMs ?? DEFAULTS.busyTimeoutMs;
  }

  async #reachAll(connection: Connection): Promise<Entered> {
    await connection.run(SQL.reachAll);
    return NOBODY;
  }

  #retrying<Result>(pool: pg.Pool, giveUpAt: number, enter: Opening["enter"], work: Work<Result>): Promise<Result> {
    return retrying(giveUpAt, isWorthRetrying, () =>
      this.#transact(pool, SQL.beginWriting, enter, (connection, entered) =>
        this.#calls.within(() => work(connection, entered)),
      ),
    );
  }

  #transact<Result>(pool: pg.Pool, begin: string, enter: Opening["enter"], work: Work<Result>): Promise<Result> {
    const wait = Math.max(1, Math.round(this.#busyTimeoutMs));
    const limit = statementLimitOf(this.#options);
    const settings = [this.#searchPath, String(limit), String(wait), String(IDLE_LIMIT_MS)];
    return transact(pool, { begin, settings, enter }, work);
  }

  async #open(): Promise<Opened> {
    const { maxConnections = DEFAULTS.maxConnections } = this.#options;
    const writing = Math.max(1, Math.floor(maxConnections / 2));
    const opened = {
      writers: poolOf(this.#options, writing),
      readers: poolOf(this.#options, Math.max(1, maxConnections - writing)),
    };
    try {
      await this.#prepare(opened.writers);
    } catch (error) {
      await Promise.all([opened.writers.end(), opened.readers.end()]);
      throw error;
    }
    return opened;
  }

  /** The extension, then the schema step by step. Temporary tables come last in the path, so that none can stand in for ours. */
  async #prepare(pool: pg.Pool): Promise<void> {
    const nobody = async () => NOBODY;
    const place = (connection: Connection) => connection.get<{ schema: string }>(SQL.findExtension);
    this.#searchPath = "pg_catalog, pg_temp";
    const found =
      (await this.#transact(pool, SQL.beginWriting, nobody, place)) ??
      (await this.#transact(pool, SQL.beginWriting, nobody, async (connection) => {
        await connection.script(SQL.makeExtension);
        return place(connection);
      }));
    this.#extensionSchema = pg.escapeIdentifier(found?.schema ?? "public");
    this.#searchPath = `${this.#quoted}, ${this.#extensionSchema}, pg_temp`;
    const { partitions = DEFAULTS.partitions } = this.#options;
    const step = (connection: Connection) =>
      migrateOneStep(connection, { schema: this.#schema, quoted: this.#quoted, partitions, now: Date.now() });
    while (await this.#transact(pool, SQL.beginWriting, nobody, step));
    if (await this.#transact(pool, SQL.beginReading, nobody, passesWall)) {
      this.#options.telemetry?.log("warn", "postgres.role_passes_row_security", { remedy: PASSES_WALL_REMEDY });
    }
  }
}
