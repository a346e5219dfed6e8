import { accessSync, constants, existsSync, mkdirSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { KeepsakeError } from "../../../domain/index.js";
import { Connection, type ConnectionOptions } from "./connection.js";
import { ErasedLog } from "./erased-log.js";
import { migrate, readVersion, requireKnownVersion } from "./migrate.js";
import type { SqliteStorageOptions } from "./options.js";
import { Readers } from "./readers.js";
import { isBusy, toStoreError, translateSqliteError } from "./sqlite-errors.js";
import { Writer } from "./writer.js";

const DEFAULT_BUSY_TIMEOUT_MS = 10_000;
const FILE_NAME = "keepsake.db";
const LOG_SWEEP_MS = 5_000;
const LOG_RETRY_MS = 20;
/** Of a folder that is made here: what people said is not for the machine's other accounts. One that exists keeps its own. */
const OWNER_ONLY = 0o700;

interface Opened {
  readonly writer: Writer;
  readonly writing: Connection;
  readonly readers: Readers;
  readonly searching: Connection;
  readonly sweeping: NodeJS.Timeout;
}

function logBytes(dataFolder: string): number {
  return statSync(join(dataFolder, `${FILE_NAME}-wal`), { throwIfNoEntry: false })?.size ?? 0;
}

/** One level at a time: Node's own recursive way never returns where a file system takes no folders, as /proc does. */
function makeFolder(folder: string): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const each of missing) {
    try {
      mkdirSync(each, { mode: OWNER_ONLY });
    } catch (error) {
      // another process was quicker
      if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
    }
  }
}

/** The store's file and its connections: one that writes, one for searches (each within one turn of the event loop), some for snapshots. */
export class Database {
  readonly #options: SqliteStorageOptions;
  #opened: Opened | undefined;
  #opening: Promise<void> | undefined;
  #log = new ErasedLog();

  constructor(options: SqliteStorageOptions) {
    this.#options = options;
  }

  /** Idempotent. */
  async open(): Promise<void> {
    if (this.#opened !== undefined) return;
    this.#opening ??= this.#open().finally(() => {
      this.#opening = undefined;
    });
    await this.#opening;
  }

  /** Refuses further calls, finishes what was accepted, then closes the file. Idempotent. */
  async close(): Promise<void> {
    await this.#opening;
    const opened = this.#opened;
    if (opened === undefined) return;
    this.#opened = undefined;
    clearInterval(opened.sweeping);
    await opened.writer.settle();
    await opened.readers.close();
    opened.searching.close();
    opened.writing.close();
  }

  write<Result>(work: (connection: Connection) => Result | Promise<Result>): Promise<Result> {
    return this.#required().writer.write(async (connection) => {
      const result = await work(connection);
      this.#log.noteEmptied(connection);
      return result;
    });
  }

  /**
   * Empties the write-ahead log where it may hold words that were erased, by whichever process; tries for `waitMs` where a reader stands
   * in the way. Returns how many bytes of it then still stand: 0 where nothing is left to do.
   */
  async emptyLog(waitMs: number): Promise<number> {
    const giveUpAt = performance.now() + waitMs;
    while (!this.#log.empty(this.#required().searching)) {
      if (performance.now() >= giveUpAt) return Math.max(1, logBytes(this.#options.dataFolder));
      await new Promise((wake) => setTimeout(wake, LOG_RETRY_MS));
    }
    return 0;
  }

  /** A snapshot of its own for `work`. */
  async snapshot<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    try {
      return await this.#required().readers.read(work);
    } catch (error) {
      throw translateSqliteError(error);
    }
  }

  /** A consistent look at committed data, within this turn of the event loop. */
  look<Result>(work: (connection: Connection) => Result): Result {
    const { searching } = this.#required();
    searching.script("BEGIN");
    try {
      return work(searching);
    } catch (error) {
      throw translateSqliteError(error);
    } finally {
      if (searching.inTransaction) searching.script("COMMIT");
    }
  }

  #required(): Opened {
    if (this.#opened === undefined) throw new KeepsakeError("CLOSED", "the store is not open");
    return this.#opened;
  }

  async #open(): Promise<void> {
    const giveUpAt = performance.now() + this.#busyTimeoutMs;
    for (;;) {
      try {
        this.#opened = this.#connect();
        return;
      } catch (error) {
        if (!isBusy(error) || performance.now() > giveUpAt) throw toStoreError(error);
        await new Promise((wake) => setTimeout(wake, 5 + Math.random() * 20));
      }
    }
  }

  get #busyTimeoutMs(): number {
    return this.#options.busyTimeoutMs ?? DEFAULT_BUSY_TIMEOUT_MS;
  }

  #connect(): Opened {
    const connectionOptions = this.#prepareFile();
    const opened: Connection[] = [];
    const connect = () => {
      const connection = new Connection(connectionOptions);
      opened.push(connection);
      return connection;
    };
    try {
      const writing = connect();
      writing.probe(); // nothing is written before the file has proved to be ours
      requireKnownVersion(readVersion(writing));
      writing.configure();
      migrate(writing, Date.now());
      const searching = connect();
      searching.configure();
      this.#log = new ErasedLog(); // the file may be another than it was
      const afterCommit = () => void this.#log.empty(writing);
      const writer = new Writer({ connection: writing, busyTimeoutMs: this.#busyTimeoutMs, afterCommit });
      this.#log.empty(searching);
      // what another process erased and could not clear, also where this one writes nothing
      const sweeping = setInterval(() => this.#log.empty(searching), LOG_SWEEP_MS).unref();
      return { writer, writing, searching, sweeping, readers: new Readers(connectionOptions) };
    } catch (error) {
      for (const connection of opened) connection.close();
      throw error;
    }
  }

  /** SQLite would open what it cannot write for reading only; that is said at once instead (P16). */
  #prepareFile(): ConnectionOptions {
    const { dataFolder, encryptionKey } = this.#options;
    makeFolder(dataFolder);
    accessSync(dataFolder, constants.R_OK | constants.W_OK | constants.X_OK);
    const file = join(dataFolder, FILE_NAME);
    if (existsSync(file)) accessSync(file, constants.R_OK | constants.W_OK);
    return { file, ...(encryptionKey !== undefined && { encryptionKey }) };
  }
}
