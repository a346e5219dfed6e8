import { KeepsakeError, makeScope } from "../../../../domain/index.js";
import type { StoreContents } from "../../../../ports/index.js";
import { ContentsWriter, everyOwner, type Owner } from "../../relational/index.js";
import type { Connection } from "../connection.js";
import type { Database } from "../database.js";
import { CONTENTS } from "./contents-sql.js";
import { viewOf } from "./contents-view.js";
import { writing } from "./write-contents.js";

interface Highest {
  readonly journal: number | null;
  readonly writes: number | null;
}

async function listUsers(database: Database): Promise<readonly Owner[]> {
  return database.readAcross(async (connection) => {
    const users: Owner[] = [];
    const list = async (_: "tenant" | "user", from: readonly string[] | undefined, limit: number) => {
      const [tenant = "", user = ""] = from ?? [];
      const rows = await connection.all<{ name: string; user_name: string }>(CONTENTS.userOwners, tenant, user, limit);
      return rows.map((row) => ({ names: [row.name, row.user_name], numbers: [] }));
    };
    for await (const owner of everyOwner("user", list)) users.push(owner);
    return users;
  });
}

/** The journal and the write log number their rows across users, whose rows only each of them sees. */
async function settle(database: Database): Promise<void> {
  let [journal, writes] = [1, 1];
  for (const { names } of await listUsers(database)) {
    const [tenant = "", user = ""] = names;
    const highest = await database.read(makeScope(tenant, user), (connection, entered) =>
      connection.get<Highest>(CONTENTS.highest, entered.tenant, entered.scope),
    );
    journal = Math.max(journal, highest?.journal ?? 1);
    writes = Math.max(writes, highest?.writes ?? 1);
  }
  await database.writeAcross(async (connection) => {
    await connection.run(CONTENTS.settleJournal, journal);
    await connection.run(CONTENTS.settleWrites, writes);
    await connection.run(CONTENTS.settleChains);
  });
}

async function hold(connection: Connection): Promise<void> {
  const tables = (await connection.all<{ name: string }>(CONTENTS.writtenTables)).map(({ name }) => name);
  await connection.script(CONTENTS.lockAll(tables));
  await connection.script(CONTENTS.holder);
  for (const table of tables) await connection.script(CONTENTS.hold(table));
}

async function release(connection: Connection): Promise<void> {
  for (const { name } of await connection.all<{ name: string }>(CONTENTS.writtenTables))
    await connection.script(CONTENTS.release(name));
  await connection.script(CONTENTS.dropHolder);
}

const UNIQUE_VIOLATION = "23505";

async function orConflict(name: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!(error instanceof KeepsakeError) || error.details.sqlState !== UNIQUE_VIOLATION) throw error;
    throw new KeepsakeError("CONFLICT", `${name}: the place of a row is taken by another`, {}, { cause: error });
  }
}

/** The schema's whole content. Rows of a user are read and written as that user: the second wall stands here too. */
export function createStoreContents(database: Database): StoreContents {
  const writer = new ContentsWriter<Connection>(database, writing);
  return {
    read: (work) =>
      database.readAcross(async (connection) => {
        await connection.run(CONTENTS.unhurried);
        return work(viewOf(connection));
      }),
    put: (name, rows) => orConflict(name, () => writer.put(name, rows)),
    remove: (name, keys) => writer.remove(name, keys),
    settle: () => settle(database),
    findMark: () =>
      database.readAcross(async (connection) => {
        if ((await connection.get(CONTENTS.hasMark)) === undefined) return undefined;
        return (await connection.get<{ state: string }>(CONTENTS.findMark))?.state;
      }),
    mark: (text) =>
      database.writeAcross(async (connection) => {
        if (text === undefined) {
          await connection.script(CONTENTS.dropMark);
          return;
        }
        await connection.script(CONTENTS.makeMark);
        await connection.run(CONTENTS.putMark, text);
      }),
    hold: () => database.writeAcross(hold),
    release: () => database.writeAcross(release),
  };
}
