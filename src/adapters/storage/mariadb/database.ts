import { type Scope, scopeKey } from "../../../domain/index.js";
import {
  Calls,
  type Entered,
  HeldSnapshots,
  NOBODY,
  retrying,
  type ServerDatabase,
  WriteTurns,
} from "../relational/index.js";
import type { Connection, Limits } from "./connection.js";
import { isWorthRetrying } from "./mariadb-errors.js";
import { migrate } from "./migrate.js";
import { DEFAULTS, type MariadbStorageOptions } from "./options.js";
import { ConnectionPool, type PoolOptions } from "./pool.js";
import { SESSION, SQL } from "./sql.js";
import { type Opening, transact, type Work } from "./transact.js";

const LEAST_BEYOND_WAIT_MS = 500;
/** After a statement's limit the server has answered, if only that it was too slow; a connection that is silent still is given up. */
const ANSWER_GRACE_MS = 2_000;
/** Longer than another process may be waited for that changes the schema. */
const MIGRATION_ANSWER_MS = 660_000;
/** Before the server has said how long a statement may be. */
const FIRST_PACKET_BYTES = 1_048_576;

interface Opened {
  readonly writers: ConnectionPool;
  readonly readers: ConnectionPool;
}

/** The database and its connections: some that write, some that read, so that a reader inside a writer never waits for writers. */
export class Database implements ServerDatabase<Connection> {
  readonly #options: Required<MariadbStorageOptions>;
  readonly #turns = new WriteTurns();
  readonly #calls = new Calls<Opened>();
  readonly #snapshots = new HeldSnapshots<Connection>();
  readonly #statementMs: number;
  #limits: Limits;

  constructor(options: MariadbStorageOptions) {
    this.#options = { ...DEFAULTS, ...options };
    const { busyTimeoutMs, statementTimeoutMs } = this.#options;
    // The server waits for a row in whole seconds; that wait is part of a statement, and must be told from one that is slow.
    const lockMs = Math.max(1, Math.ceil(busyTimeoutMs / 1000)) * 1000;
    this.#statementMs = Math.max(lockMs + LEAST_BEYOND_WAIT_MS, statementTimeoutMs);
    this.#limits = { answerMs: this.#statementMs + ANSWER_GRACE_MS, packetBytes: FIRST_PACKET_BYTES };
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
      const giveUpAt = this.#giveUpAt();
      return this.#turns.run(scopeKey(scope), giveUpAt, () =>
        this.#retrying(
          writers,
          giveUpAt,
          (connection) => this.#hold(connection, scope),
          async (connection, entered) => {
            const result = await work(connection, entered);
            if (entered.tenant !== null && entered.scope === null)
              await connection.run(SQL.freePlace, entered.tenant, scope.user);
            return result;
          },
        ),
      );
    });
  }

  /** A write of a port that crosses users. */
  writeAcross<Result>(work: Work<Result>): Promise<Result> {
    return this.#calls.accept(({ writers }) => this.#retrying(writers, this.#giveUpAt(), async () => NOBODY, work));
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
    return this.#calls.track(({ readers }) => this.#transact(readers, SQL.beginReading, async () => NOBODY, work));
  }

  /** Waits for the other writers of the user: whoever has the user's row is alone until the commit, also where it must be made for that. */
  async #hold(connection: Connection, { tenant: name, user }: Scope): Promise<Entered> {
    const tenant = (await connection.get<{ id: number }>(SQL.findTenant, name))?.id;
    if (tenant === undefined) return NOBODY;
    const held = () => connection.get<Entered>(SQL.holdUser, tenant, user);
    const found = await held();
    if (found !== undefined) return found;
    await connection.run(SQL.takePlace, tenant, user);
    return (await held()) ?? NOBODY;
  }

  #giveUpAt(): number {
    return performance.now() + this.#options.busyTimeoutMs;
  }

  #retrying<Result>(
    pool: ConnectionPool,
    giveUpAt: number,
    enter: Opening["enter"],
    work: Work<Result>,
  ): Promise<Result> {
    return retrying(giveUpAt, isWorthRetrying, () =>
      this.#transact(pool, SQL.beginWriting, enter, (connection, entered) =>
        this.#calls.within(() => work(connection, entered)),
      ),
    );
  }

  #transact<Result>(pool: ConnectionPool, begin: string, enter: Opening["enter"], work: Work<Result>): Promise<Result> {
    return transact(pool, { begin, limits: this.#limits, enter }, work);
  }

  async #open(): Promise<Opened> {
    const { url, maxConnections, busyTimeoutMs: waitMs } = this.#options;
    const writing = Math.max(1, Math.floor(maxConnections / 2));
    const shared = { url, waitMs: Math.max(1, waitMs), statementMs: this.#statementMs };
    const opened = {
      writers: new ConnectionPool({ ...shared, max: writing, isolation: "READ COMMITTED" }),
      readers: new ConnectionPool({
        ...shared,
        max: Math.max(1, maxConnections - writing),
        isolation: "REPEATABLE READ",
      }),
    };
    try {
      await this.#prepare(shared);
    } catch (error) {
      await Promise.all([opened.writers.end(), opened.readers.end()]);
      throw error;
    }
    return opened;
  }

  /** On a connection of its own, whose statements may take as long as they need. */
  async #prepare(shared: Pick<PoolOptions, "url" | "waitMs">): Promise<void> {
    const pool = new ConnectionPool({ ...shared, max: 1, isolation: "READ COMMITTED", statementMs: 0 });
    const limits = { ...this.#limits, answerMs: MIGRATION_ANSWER_MS };
    try {
      const opening = { begin: SQL.beginWriting, limits, enter: async () => NOBODY };
      await transact(pool, opening, async (connection) => {
        const row = await connection.get<{ bytes: number }>(SESSION.packetBytes);
        this.#limits = { ...this.#limits, packetBytes: row?.bytes ?? FIRST_PACKET_BYTES };
        await migrate(connection, Date.now());
      });
    } finally {
      await pool.end();
    }
  }
}
