import { Connection, type ConnectionOptions } from "./connection.js";

/** Snapshots held at once at most; a further reader waits for one of these to end, never for a writer. */
const MAX_READERS = 16;
/** Connections kept open for the next reader. */
const KEPT = 4;

/** Connections for snapshots: each reader has one to itself until it ends. */
export class Readers {
  readonly #options: ConnectionOptions;
  readonly #free: Connection[] = [];
  readonly #waiting: (() => void)[] = [];
  #inUse = 0;
  #closing = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
  }

  async read<Result>(work: (connection: Connection) => Promise<Result>): Promise<Result> {
    while (this.#inUse >= MAX_READERS) await new Promise<void>((wake) => this.#waiting.push(wake));
    this.#inUse++;
    let connection: Connection | undefined;
    try {
      connection = this.#free.pop() ?? this.#connect();
      connection.script("BEGIN");
      return await work(connection);
    } finally {
      this.#inUse--;
      if (connection !== undefined) this.#giveBack(connection);
      this.#waiting.shift()?.();
    }
  }

  /** Closes idle connections now and those in use when their readers end; resolves when all are closed. */
  async close(): Promise<void> {
    this.#closing = true;
    for (const connection of this.#free.splice(0)) connection.close();
    while (this.#inUse > 0) await new Promise<void>((wake) => this.#waiting.push(wake));
  }

  #connect(): Connection {
    const connection = new Connection(this.#options);
    connection.configure();
    return connection;
  }

  #giveBack(connection: Connection): void {
    if (connection.inTransaction) connection.script("ROLLBACK");
    if (this.#closing || this.#free.length >= KEPT) connection.close();
    else this.#free.push(connection);
  }
}
