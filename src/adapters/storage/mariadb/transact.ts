import type { PoolConnection } from "mysql2/promise";
import type { Entered } from "../relational/index.js";
import { Connection, type Limits } from "./connection.js";
import { isConnectionLost, isWorthRetrying, toStoreError } from "./mariadb-errors.js";
import type { ConnectionPool } from "./pool.js";
import { SQL } from "./sql.js";

export type Work<Result> = (connection: Connection, entered: Entered) => Promise<Result>;

/** How a transaction begins. */
export interface Opening {
  readonly begin: string;
  readonly limits: Limits;
  readonly enter: (connection: Connection) => Promise<Entered>;
}

interface Begun {
  readonly client: PoolConnection;
  readonly connection: Connection;
  readonly entered: Entered;
}

/**
 * Runs `work` in one transaction. Resolves only when the server said that it committed. Whatever went wrong before the COMMIT was sent, nothing
 * was kept; where the connection was lost before its answer came, the server may have kept it all, and UNAVAILABLE says no more than that.
 */
export async function transact<Result>(pool: ConnectionPool, opening: Opening, work: Work<Result>): Promise<Result> {
  const { client, connection, entered } = await begin(pool, opening);
  try {
    const result = await work(connection, entered);
    // What a caller made of a failed statement is unknown: nothing of the transaction is kept.
    if (connection.failure !== undefined) throw toStoreError(connection.failure.error);
    if (opening.begin === SQL.beginReading) endReading(client, connection);
    else {
      await connection.run("COMMIT");
      connection.end();
      client.release();
    }
    return result;
  } catch (error) {
    connection.end();
    await giveBack(client, connection);
    const failure = connection.failure?.error;
    throw isWorthRetrying(failure) ? toStoreError(failure) : error;
  }
}

/**
 * What was read stands whatever becomes of the snapshot's end: nobody waits for it, and who has the connection next comes after it. Where
 * something is unanswered that the caller gave up, nobody has the connection until the server has done with it.
 */
function endReading(client: PoolConnection, connection: Connection): void {
  connection.end();
  const ended = client.query("COMMIT");
  if (connection.unanswered > 0) {
    ended.then(
      () => client.release(),
      () => client.destroy(),
    );
    return;
  }
  ended.catch(() => undefined);
  client.release();
}

/** A connection that broke while it was idle is found out here, where nothing was done yet: another one is tried, once. */
async function begin(pool: ConnectionPool, opening: Opening, isSecond = false): Promise<Begun> {
  const client = await pool.take();
  const connection = new Connection(client, opening.limits);
  try {
    await connection.run(opening.begin);
    return { client, connection, entered: await opening.enter(connection) };
  } catch (error) {
    await giveBack(client, connection);
    if (isSecond || !isConnectionLost(connection.failure?.error)) throw error;
    return begin(pool, opening, true);
  }
}

/** Ends a transaction that failed. A connection that was lost, or on which even that fails, is thrown away. */
async function giveBack(client: PoolConnection, connection: Connection): Promise<void> {
  if (isConnectionLost(connection.failure?.error)) {
    client.destroy();
    return;
  }
  try {
    await client.query({ sql: "ROLLBACK", timeout: connection.answerMs });
    client.release();
  } catch {
    client.destroy();
  }
}
