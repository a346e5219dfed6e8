import Sqlite from "better-sqlite3-multiple-ciphers";

export type Value = string | number | null | Uint8Array;

/** How long a statement may block this thread on another process's lock; longer waits are made asynchronously. */
const BLOCKING_WAIT_MS = 3;
const PAGE_BYTES = 8192; // a 384- or 430-dimensional vector fits a page of a table without rowid; at 4096 each would overflow
const WAL_LIMIT_BYTES = 64 * 1024 * 1024;

export interface ConnectionOptions {
  readonly file: string;
  readonly encryptionKey?: string;
}

interface Prepared {
  readonly statement: Sqlite.Statement<unknown[], unknown>;
  /** Of a statement with numbered parameters: which value goes to each mark. */
  readonly places: readonly number[];
}

/** One connection and its prepared statements. Everything on it is synchronous. */
export class Connection {
  readonly #database: Sqlite.Database;
  readonly #statements = new Map<string, Prepared>();

  constructor({ file, encryptionKey }: ConnectionOptions) {
    this.#database = new Sqlite(file, { timeout: BLOCKING_WAIT_MS });
    if (encryptionKey !== undefined) this.#database.key(Buffer.from(encryptionKey, "utf8"));
  }

  /** Reads the file's head: throws when it is not a database. Writes nothing. */
  probe(): void {
    this.#database.pragma("schema_version");
    this.#database.prepare("SELECT count(*) FROM sqlite_master").get();
  }

  /** Settings that a connection loses when it closes; `walMode` is kept by the file. */
  configure(): void {
    this.#database.pragma(`page_size = ${PAGE_BYTES}`);
    this.#database.pragma("journal_mode = WAL");
    this.#database.pragma("synchronous = FULL"); // an acknowledged write survives loss of power
    this.#database.pragma("secure_delete = ON"); // what is erased is overwritten, not only unlinked
    this.#database.pragma(`journal_size_limit = ${WAL_LIMIT_BYTES}`);
    this.#database.pragma("foreign_keys = ON");
    this.#database.pragma("temp_store = MEMORY");
    this.#database.pragma("cache_size = -32000");
  }

  get<Row>(sql: string, ...values: Value[]): Row | undefined {
    const { statement, places } = this.#prepare(sql);
    return statement.get(...placed(values, places)) as Row | undefined;
  }

  all<Row>(sql: string, ...values: Value[]): Row[] {
    const { statement, places } = this.#prepare(sql);
    return statement.all(...placed(values, places)) as Row[];
  }

  /** Rows as arrays: cheaper where there are many. */
  rows<Row extends readonly unknown[]>(sql: string, ...values: Value[]): Row[] {
    const { statement, places } = this.#prepare(`${sql} `, true);
    return statement.all(...placed(values, places)) as Row[];
  }

  /** Returns how many rows changed. */
  run(sql: string, ...values: Value[]): number {
    const { statement, places } = this.#prepare(sql);
    return statement.run(...placed(values, places)).changes;
  }

  /** Runs an insert; returns the row's number. */
  insert(sql: string, ...values: Value[]): number {
    const { statement, places } = this.#prepare(sql);
    return Number(statement.run(...placed(values, places)).lastInsertRowid);
  }

  /** For statements made from a filter: prepared anew, so that the cache holds only what is fixed. */
  allOnce<Row>(sql: string, values: readonly Value[]): Row[] {
    return this.#database.prepare<unknown[], Row>(sql).all(...values);
  }

  /** Several statements without parameters: migrations, transaction control. */
  script(sql: string): void {
    this.#database.exec(sql);
  }

  pragma(text: string): unknown {
    return this.#database.pragma(text);
  }

  get inTransaction(): boolean {
    return this.#database.inTransaction;
  }

  close(): void {
    this.#statements.clear();
    this.#database.close();
  }

  #prepare(sql: string, raw = false): Prepared {
    const known = this.#statements.get(sql);
    if (known !== undefined) return known;
    const places: number[] = [];
    // The driver binds by position only: `?2` becomes `?`, and its value is put where the mark stands.
    const positional = sql.replace(/\?(\d+)/g, (_, number: string) => {
      places.push(Number(number) - 1);
      return "?";
    });
    const statement = this.#database.prepare<unknown[], unknown>(positional);
    if (raw) statement.raw(true);
    const prepared: Prepared = { statement, places };
    this.#statements.set(sql, prepared);
    return prepared;
  }
}

function placed(values: readonly Value[], places: readonly number[]): readonly Value[] {
  return places.length === 0 ? values : places.map((place) => values[place] ?? null);
}
