import type pg from "pg";
import { KeepsakeError } from "../../../domain/index.js";
import type { Entered } from "../relational/index.js";
import { Connection } from "./connection.js";
import { isConnectionLost, isWorthRetrying, toStoreError } from "./postgres-errors.js";
import { SQL } from "./sql.js";

export type Work<Result> = (connection: Connection, entered: Entered) => Promise<Result>;

/** How a transaction begins. */
export interface Opening {
  readonly begin: string;
  /** Values of `SQL.configure`. */
  readonly settings: readonly string[];
  readonly enter: (connection: Connection) => Promise<Entered>;
}

interface Begun {
  readonly client: pg.PoolClient;
  readonly connection: Connection;
  readonly entered: Entered;
}

/**
 * Runs `work` in one transaction. Resolves only when the server said that it committed. Whatever went wrong before the COMMIT was sent, nothing
 * was kept; where the connection was lost before its answer came, the server may have kept it all, and UNAVAILABLE says no more than that.
 */
export async function transact<Result>(pool: pg.Pool, opening: Opening, work: Work<Result>): Promise<Result> {
  const { client, connection, entered } = await begin(pool, opening);
  try {
    const result = await work(connection, entered);
    // A transaction in which a statement failed is over, whatever the caller made of the error; its COMMIT would be a ROLLBACK.
    if (connection.failure !== undefined) throw toStoreError(connection.failure.error);
    if (opening.begin === SQL.beginReading) endReading(client, connection);
    else await commit(client, connection);
    return result;
  } catch (error) {
    connection.end();
    await giveBack(client);
    const failure = connection.failure?.error;
    throw isWorthRetrying(failure) ? toStoreError(failure) : error;
  }
}

async function commit(client: pg.PoolClient, connection: Connection): Promise<void> {
  if ((await connection.script("COMMIT")) !== "COMMIT") throw new KeepsakeError("INTERNAL", "the commit was refused");
  connection.end();
  client.release();
}

/**
 * What was read stands whatever becomes of the snapshot's end: nobody waits for it, and who has the connection next comes after it. Where
 * something is unanswered that the caller gave up, nobody has the connection until the server has done with it.
 */
function endReading(client: pg.PoolClient, connection: Connection): void {
  connection.end();
  const ended = client.query("COMMIT");
  if (connection.unanswered > 0) {
    ended.then(
      () => client.release(),
      () => client.release(true),
    );
    return;
  }
  ended.catch(() => undefined);
  client.release();
}

/** A connection that broke while it was idle is found out here, where nothing was done yet: another one is tried, once. */
async function begin(pool: pg.Pool, opening: Opening, isSecond = false): Promise<Begun> {
  const client = await connect(pool);
  const connection = new Connection(client);
  try {
    const [, , entered] = await Promise.all([
      connection.script(opening.begin),
      connection.run(SQL.configure, ...opening.settings),
      opening.enter(connection),
    ]);
    return { client, connection, entered };
  } catch (error) {
    await giveBack(client);
    if (isSecond || !isConnectionLost(connection.failure?.error)) throw error;
    return begin(pool, opening, true);
  }
}

async function connect(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return await pool.connect();
  } catch (error) {
    throw toStoreError(error);
  }
}

/** Ends a transaction that failed. A connection on which even that fails is thrown away. */
async function giveBack(client: pg.PoolClient): Promise<void> {
  try {
    await client.query("ROLLBACK");
    client.release();
  } catch (error) {
    client.release(error instanceof Error ? error : true);
  }
}
