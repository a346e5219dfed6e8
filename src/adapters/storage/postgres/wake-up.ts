import { randomUUID } from "node:crypto";
import pg from "pg";
import type { WakeUp } from "../../../ports/index.js";
import { DEFAULTS } from "./options.js";

const SHORTEST_RETRY_MS = 250;
const LONGEST_RETRY_MS = 5_000;
/** PostgreSQL cuts longer names. */
const LONGEST_CHANNEL = 63;

export interface PostgresWakeUp extends WakeUp {
  /** Ends the connection; hints of this process still reach its own listeners. */
  close(): Promise<void>;
}

export interface PostgresWakeUpOptions {
  /** The server itself: a pooler in transaction mode carries no LISTEN. */
  readonly url: string;
  /** That of the store: stores of one database do not wake each other. */
  readonly schema?: string;
}

/** One connection that listens as long as it is wanted, and comes back when it was lost. */
class Line {
  readonly #url: string;
  readonly #channel: string;
  readonly #heard: (payload: string) => void;
  #client: pg.Client | undefined;
  #connecting: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #retryMs = SHORTEST_RETRY_MS;
  #closed = false;

  constructor(url: string, channel: string, heard: (payload: string) => void) {
    this.#url = url;
    this.#channel = channel;
    this.#heard = heard;
  }

  /** Begins to connect, unless that was begun. */
  want(): void {
    if (this.#closed || this.#client !== undefined || this.#connecting !== undefined || this.#timer !== undefined)
      return;
    this.#connecting = this.#connect().finally(() => {
      this.#connecting = undefined;
    });
  }

  /** Sends a hint if there is a connection; a hint is not worth waiting for one. */
  send(payload: string): void {
    this.want();
    this.#client?.query("SELECT pg_notify($1, $2)", [this.#channel, payload]).catch(() => undefined); // a hint may be lost
  }

  async close(): Promise<void> {
    this.#closed = true;
    clearTimeout(this.#timer);
    await this.#connecting;
    const client = this.#client;
    this.#client = undefined;
    await client?.end();
  }

  async #connect(): Promise<void> {
    const client = new pg.Client({
      ...{ connectionString: this.#url, keepAlive: true, application_name: "keepsake wake-up" },
      connectionTimeoutMillis: LONGEST_RETRY_MS,
    });
    let lost = false;
    const lose = () => {
      if (lost) return;
      lost = true;
      this.#client = undefined;
      this.#retryLater();
    };
    client.on("error", lose);
    client.on("end", lose);
    client.on("notification", ({ payload }) => this.#heard(payload ?? ""));
    try {
      await client.connect();
      await client.query(`LISTEN ${pg.escapeIdentifier(this.#channel)}`);
    } catch {
      lose(); // tried again; until then the journal is polled
      client.end().catch(() => undefined); // it may never have been open
      return;
    }
    this.#client = client;
    this.#retryMs = SHORTEST_RETRY_MS;
    this.#heard(""); // what was said while nobody listened
  }

  #retryLater(): void {
    if (this.#closed) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.want();
    }, this.#retryMs);
    this.#timer.unref();
    this.#retryMs = Math.min(LONGEST_RETRY_MS, this.#retryMs * 2);
  }
}

/**
 * Wakes workers of every process on the same store, by NOTIFY. Several hints of one turn of the event loop are one. A hint that cannot be
 * carried is lost: this process's own workers hear it all the same, the others find the work when they next look at the journal.
 */
export function createPostgresWakeUp({ url, schema = DEFAULTS.schema }: PostgresWakeUpOptions): PostgresWakeUp {
  const self = randomUUID();
  const listeners = new Set<() => void>();
  let pending = false;
  const deliver = () => {
    for (const listener of [...listeners]) listener();
  };
  const line = new Line(url, `keepsake ${schema}`.slice(0, LONGEST_CHANNEL), (sender) => {
    if (sender !== self) deliver();
  });
  const send = () => {
    pending = false;
    deliver();
    line.send(self);
  };
  return {
    notify() {
      if (pending) return;
      pending = true;
      setImmediate(send);
    },
    subscribe(listener) {
      // A wrapper of its own, so that subscribing the same function twice gives two subscriptions.
      const subscription = () => listener();
      listeners.add(subscription);
      line.want();
      return () => {
        listeners.delete(subscription);
      };
    },
    close: () => line.close(),
  };
}
