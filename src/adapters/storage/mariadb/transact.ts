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
    if (isReading(opening)) endReading(client, connection);
    else await commit(client, connection);
    return result;
  } catch (error) {
    await giveBack(client, connection, isReading(opening));
    const failure = connection.failure?.error;
    throw isWorthRetrying(failure) ? toStoreError(failure) : error;
  }
}

const isReading = ({ begin }: Opening): boolean => begin === SQL.beginReading;

async function commit(client: PoolConnection, connection: Connection): Promise<void> {
  const committed = connection.run("COMMIT");
  connection.close();
  await committed;
  client.release();
}

/**
 * What was read stands whatever becomes of the snapshot's end: nobody waits for it, and who has the connection next comes after it. Where
 * something is unanswered that the caller gave up, nobody has the connection until the server has done with it.
 */
function endReading(client: PoolConnection, connection: Connection): void {
  connection.close();
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
    await giveBack(client, connection, isReading(opening));
    if (isSecond || !isConnectionLost(connection.failure?.error)) throw error;
    return begin(pool, opening, true);
  }
}

/**
 * Ends a transaction that failed. A connection that was lost, or on which even that fails, is thrown away. Who only read does not wait for
 * what is unanswered; who wrote does, so that nothing of it holds up the next writer.
 */
async function giveBack(client: PoolConnection, connection: Connection, hasRead: boolean): Promise<void> {
  const isBusy = connection.unanswered > 0;
  connection.close();
  if (isConnectionLost(connection.failure?.error)) {
    client.destroy();
    return;
  }
  const ended = client.query({ sql: "ROLLBACK", timeout: connection.answerMs }).then(
    () => client.release(),
    () => client.destroy(),
  );
  if (!(hasRead && isBusy)) await ended;
}
