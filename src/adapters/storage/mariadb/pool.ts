import { createPool, type Pool, type PoolConnection } from "mysql2/promise";
import { KeepsakeError } from "../../../domain/index.js";
import { compose, type SqlValue } from "./literals.js";
import { toStoreError } from "./mariadb-errors.js";
import { SESSION } from "./sql.js";

export interface PoolOptions {
  readonly url: string;
  readonly max: number;
  readonly isolation: "READ COMMITTED" | "REPEATABLE READ";
  /** How long a connection is waited for. */
  readonly waitMs: number;
  readonly statementMs: number;
}

/** A transaction in which nothing is asked for this long is ended by the server: its writer hangs, and holds the user's row. */
export const IDLE_LIMIT_S = 60;

function openPool({ url, max, waitMs }: PoolOptions): Pool {
  const pool = createPool({
    ...{ uri: url.replace(/^mariadb:/, "mysql:"), connectionLimit: max, connectTimeout: waitMs },
    ...{ charset: "utf8mb4", enableKeepAlive: true, multipleStatements: false, flags: ["-FOUND_ROWS"] },
  });
  // A connection that dies while nobody uses it is replaced by the pool; one that is in use fails its transaction, which reports it.
  pool.pool.on("connection", (connection) => connection.on("error", () => undefined));
  return pool;
}

/** Connections of one kind of transaction, each set up for it once. */
export class ConnectionPool {
  readonly #options: PoolOptions;
  readonly #pool: Pool;
  readonly #prepared = new WeakSet<object>();
  #isMariadb: boolean | undefined;

  constructor(options: PoolOptions) {
    this.#options = options;
    this.#pool = openPool(options);
  }

  /** STORE_BUSY where none becomes free in time. */
  async take(): Promise<PoolConnection> {
    try {
      const client = await this.#waitFor(this.#pool.getConnection());
      // The pool gives a new wrapper each time; the connection within stays.
      if (!this.#prepared.has(client.connection)) await this.#prepare(client);
      return client;
    } catch (error) {
      throw toStoreError(error);
    }
  }

  end(): Promise<void> {
    return this.#pool.end();
  }

  async #waitFor(connecting: Promise<PoolConnection>): Promise<PoolConnection> {
    let timer: NodeJS.Timeout | undefined;
    let isLate = false;
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => {
        isLate = true;
        reject(new KeepsakeError("STORE_BUSY", "no connection to the server became free"));
      }, this.#options.waitMs);
    });
    try {
      return await Promise.race([connecting, late]);
    } finally {
      clearTimeout(timer);
      if (isLate) connecting.then((client) => client.release()).catch(() => undefined);
    }
  }

  async #prepare(client: PoolConnection): Promise<void> {
    const ask = (sql: string, ...values: SqlValue[]) =>
      client.query({ sql: compose(sql, values), timeout: this.#options.waitMs });
    try {
      if (this.#isMariadb === undefined) {
        const [rows] = await ask(SESSION.version);
        const [{ version }] = rows as unknown as [{ readonly version: string }];
        this.#isMariadb = /mariadb/i.test(version);
      }
      const { isolation, waitMs, statementMs } = this.#options;
      await ask(SESSION.isolate(isolation));
      await ask(SESSION.set, Math.max(1, Math.ceil(waitMs / 1000)));
      if (this.#isMariadb) await ask(SESSION.setMariadb, statementMs / 1000, IDLE_LIMIT_S);
      else await ask(SESSION.setMysql, statementMs);
      this.#prepared.add(client.connection);
    } catch (error) {
      client.destroy();
      throw error;
    }
  }
}
