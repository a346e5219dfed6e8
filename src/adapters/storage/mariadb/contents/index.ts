import { KeepsakeError } from "../../../../domain/index.js";
import type { StoreContents } from "../../../../ports/index.js";
import { ContentsWriter, type ContentsWriting, type ScopeNumbers } from "../../relational/index.js";
import type { Connection } from "../connection.js";
import type { Database } from "../database.js";
import { labelColumn } from "../filter-condition.js";
import { IDLE_LIMIT_S } from "../pool.js";
import { SQL } from "../sql.js";
import { CONTENTS } from "./contents-sql.js";
import { tableOf, viewOf } from "./contents-view.js";

/** Links go by their turns, which the rows that are going name. */
async function unlink(
  connection: Connection,
  place: ScopeNumbers,
  ids: readonly string[],
  sql: { readonly turns: string; readonly unlink: string },
): Promise<void> {
  const rows = await connection.all<{ turnIds: string }>(sql.turns, ...place, ids);
  const turnIds = new Set(rows.flatMap((row) => JSON.parse(row.turnIds) as string[]));
  if (turnIds.size > 0) await connection.run(sql.unlink, ...place, ids, [...turnIds]);
}

const writing: ContentsWriting<Connection> = {
  tableOf,
  toLabels: labelColumn,
  putTenant: (connection, tenant, rest) => connection.run(CONTENTS.putTenant, tenant, ...rest),
  putUser: (connection, tenant, rest) => connection.run(CONTENTS.putUser, tenant, ...rest),
  async removeTenants(connection, names) {
    await connection.run(CONTENTS.removeChains, names);
    await connection.run(CONTENTS.removeTenants, names);
  },
  removeUser: [CONTENTS.removeListing, CONTENTS.removeClaims, CONTENTS.removeUser],
  async linkEpisode(connection, place, id, turnIds) {
    const rows = turnIds.map((turnId) => [...place, turnId, id]);
    if (rows.length > 0) await connection.run(SQL.linkEpisode, rows);
  },
  unlinkMemories: (connection, place, ids) =>
    unlink(connection, place, ids, { turns: SQL.turnsOfMemories, unlink: SQL.unlinkTurns }),
  unlinkEpisodes: (connection, place, ids) =>
    unlink(connection, place, ids, { turns: SQL.turnsOfEpisodes, unlink: SQL.unlinkEpisodeTurns }),
};

const VERBS = ["INSERT", "UPDATE", "DELETE"] as const;

async function eachTrigger(connection: Connection, statement: (table: string, verb: string) => string): Promise<void> {
  for (const { name } of await connection.all<{ name: string }>(CONTENTS.writtenTables))
    for (const verb of VERBS) await connection.run(statement(name, verb));
}

async function orConflict(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof KeepsakeError) || error.details.serverCode !== "ER_DUP_ENTRY") throw error;
    throw new KeepsakeError("CONFLICT", `${name}: the place of a row is taken by another`, {}, { cause: error });
  }
}

/** The database's whole content. Numbers that the server gives out go on behind whatever was written by number. */
export function createStoreContents(database: Database): StoreContents {
  const writer = new ContentsWriter<Connection>(database, writing);
  return {
    read: (work) =>
      database.readAcross(async (connection) => {
        await connection.run(CONTENTS.unhurried);
        try {
          return await work(viewOf(connection));
        } finally {
          await connection.run(CONTENTS.hurried, IDLE_LIMIT_S);
        }
      }),
    put: (name, rows) => orConflict(name, () => writer.put(name, rows)),
    remove: (name, keys) => writer.remove(name, keys),
    settle: () =>
      database.writeAcross(async (connection) => {
        await connection.run(CONTENTS.endChains);
        await connection.run(CONTENTS.settleChains);
      }),
    findMark: () =>
      database.readAcross(async (connection) => {
        if ((await connection.get(CONTENTS.hasMark)) === undefined) return undefined;
        return (await connection.get<{ state: string }>(CONTENTS.findMark))?.state;
      }),
    mark: (text) =>
      database.writeAcross(async (connection) => {
        if (text === undefined) {
          await connection.run(CONTENTS.dropMark);
          return;
        }
        await connection.run(CONTENTS.makeMark);
        await connection.run(CONTENTS.putMark, text);
      }),
    hold: () => database.writeAcross((connection) => eachTrigger(connection, CONTENTS.hold)),
    release: () => database.writeAcross((connection) => eachTrigger(connection, CONTENTS.release)),
  };
}
