import { randomUUID } from "node:crypto";
import pg from "pg";
import { KeepsakeError } from "../../../domain/index.js";
import { DEFAULTS, type PostgresStorageOptions } from "./options.js";
import { toStoreError } from "./postgres-errors.js";

/** What is built may be an index of millions. */
const LONGEST_STATEMENT_MS = 6 * 60 * 60 * 1000;
const MOST_WAITING = 64;
/** What failed is not begun again for so long, whoever asks for it. */
const REST_MS = 60_000;
const MOST_RESTING = 256;
/** A server that does not answer a cancellation does not hold up the end. */
const CANCEL_MS = 2_000;
const CANCEL = "SELECT pg_cancel_backend(pid) FROM pg_stat_activity WHERE application_name = $1 AND state = 'active'";

/** Runs one statement outside any transaction. @throws a catalogued error; CLOSED once the line is closed */
export type Statement = (sql: string) => Promise<void>;

/**
 * What is built aside from reads and writes, one thing after the other on a connection of its own, so that neither waits for it however
 * long it takes. The queue is bounded; what finds no place or fails is logged and left to whoever asks again. Closing cancels it.
 */
export class BuildingLine {
  readonly #options: PostgresStorageOptions;
  /** By it the server's side of the connection is found, through a pooler too. */
  readonly #name = `keepsake-building-${randomUUID().slice(0, 8)}`;
  readonly #waiting = new Map<string, (statement: Statement) => Promise<void>>();
  readonly #resting = new Map<string, number>();
  #running: Promise<void> | undefined;
  #current: string | undefined;
  #closed = false;

  constructor(options: PostgresStorageOptions) {
    this.#options = options;
  }

  /** Begins `work` when its turn comes, unless work of this name waits, runs or failed a moment ago. */
  add(name: string, work: (statement: Statement) => Promise<void>): void {
    if (this.#closed || this.#current === name || this.#waiting.has(name)) return;
    if ((this.#resting.get(name) ?? 0) > performance.now()) return;
    if (this.#waiting.size >= MOST_WAITING) {
      this.#tell("postgres.building_dropped", { name, waiting: MOST_WAITING });
      return;
    }
    this.#waiting.set(name, work);
    this.#start();
  }

  /** Cancels what runs, forgets what waits. Idempotent. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#waiting.clear();
    const running = this.#running;
    if (running === undefined) return;
    let timer: NodeJS.Timeout | undefined;
    const tooLong = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, 2 * CANCEL_MS);
    });
    await Promise.race([Promise.all([running, this.#cancel()]), tooLong]);
    clearTimeout(timer);
  }

  #start(): void {
    this.#running ??= this.#runAll().finally(() => {
      this.#running = undefined;
      if (this.#waiting.size > 0) this.#start(); // came as the last one ended
    });
  }

  async #runAll(): Promise<void> {
    for (const [name, work] of this.#waiting) {
      this.#waiting.delete(name);
      this.#current = name;
      await this.#runOne(work).then(
        () => this.#resting.delete(name),
        (thrown: unknown) => this.#noteFailure(name, thrown),
      );
      this.#current = undefined;
    }
  }

  async #runOne(work: (statement: Statement) => Promise<void>): Promise<void> {
    const client = this.#makeClient(LONGEST_STATEMENT_MS);
    let connecting: Promise<unknown> | undefined;
    const statement: Statement = async (sql) => {
      if (this.#closed) throw new KeepsakeError("CLOSED", "the store is being closed");
      connecting ??= client.connect();
      try {
        await connecting;
        await client.query(sql);
      } catch (error) {
        throw toStoreError(error);
      }
    };
    try {
      await work(statement);
    } finally {
      if (connecting !== undefined) await client.end().catch(() => undefined); // it is gone either way
    }
  }

  async #cancel(): Promise<void> {
    const client = this.#makeClient(CANCEL_MS);
    try {
      await client.connect();
      await client.query(CANCEL, [this.#name]);
    } catch (thrown) {
      this.#tell("postgres.building_not_cancelled", { cause: toStoreError(thrown).code });
    } finally {
      await client.end().catch(() => undefined); // it is gone either way
    }
  }

  #makeClient(limitMs: number): pg.Client {
    const isBuilding = limitMs === LONGEST_STATEMENT_MS;
    const client = new pg.Client({
      ...{ connectionString: this.#options.url, keepAlive: true, query_timeout: limitMs },
      application_name: isBuilding ? this.#name : "keepsake",
      connectionTimeoutMillis: isBuilding ? (this.#options.busyTimeoutMs ?? DEFAULTS.busyTimeoutMs) : limitMs,
    });
    client.on("error", () => undefined); // the statement at hand reports it
    return client;
  }

  #noteFailure(name: string, thrown: unknown): void {
    if (this.#closed) return;
    const { code, cause } = toStoreError(thrown);
    this.#tell("postgres.building_failed", { name, code, cause: cause instanceof Error ? cause.message : code });
    this.#resting.set(name, performance.now() + REST_MS);
    const [oldest] = this.#resting.keys();
    if (this.#resting.size > MOST_RESTING && oldest !== undefined) this.#resting.delete(oldest);
  }

  #tell(event: string, fields: Readonly<Record<string, string | number>>): void {
    this.#options.telemetry?.count("keepsake_index_builds_failed", 1);
    this.#options.telemetry?.log("warn", event, fields);
  }
}
