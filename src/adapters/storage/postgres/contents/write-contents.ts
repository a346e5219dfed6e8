import {
  type ContentRow,
  type ContentTableName,
  type ContentValue,
  foldName,
  makeScope,
} from "../../../../domain/index.js";
import {
  byOwner,
  type CarriedTable,
  digest,
  numbersOf,
  placeOf,
  requireTenant,
  type Value,
} from "../../relational/index.js";
import type { Connection } from "../connection.js";
import type { Database } from "../database.js";
import { SQL } from "../sql.js";
import { CONTENTS } from "./contents-sql.js";
import { tableOf } from "./contents-view.js";

type Numbers = readonly number[];

const listIn = (value: ContentValue | undefined): string[] => JSON.parse(String(value ?? "[]"));

function derivedValues({ table }: CarriedTable, row: ContentRow): readonly Value[] {
  if (table.name !== "memories") return [];
  const at = (column: string): ContentValue => row[placeOf(table, column)] ?? null;
  const folded = foldName(String(at("subject")));
  const slot = at("slot_key");
  return [
    folded,
    slot === null ? null : digest(String(slot)),
    digest(folded),
    listIn(at("tags")),
    listIn(at("entities")),
  ];
}

async function removeOwned(
  connection: Connection,
  { table, sql }: CarriedTable,
  owner: Numbers,
  keys: readonly ContentRow[],
): Promise<void> {
  const ids = keys.map(([id]) => String(id));
  if (table.name === "memories") await connection.run(CONTENTS.unlinkMemories, ...owner, ids);
  if (table.name === "episodes") await connection.run(CONTENTS.unlinkEpisodes, ...owner, ids);
  const length = table.keyLength - (table.owner === "tenant" ? 1 : 2);
  await Promise.all(keys.map((key) => connection.run(sql.delete, ...owner, ...key.slice(0, length))));
  if (table.name === "journal") await connection.run(SQL.delistScope, ...owner);
}

async function link(connection: Connection, { table }: CarriedTable, owner: Numbers, row: ContentRow): Promise<void> {
  const [id = ""] = row;
  const turnIds = () => listIn(row[placeOf(table, "turn_ids")]);
  if (table.name === "journal") await connection.run(SQL.enlistScope, ...owner, row[placeOf(table, "sequence")] ?? 0);
  if (table.name === "memories") await connection.run(SQL.linkTurns, ...owner, id, turnIds());
  if (table.name === "episodes") await connection.run(CONTENTS.linkEpisode, ...owner, id, turnIds());
}

/** Statements go out together: the server answers them in their order. */
async function putOwned(
  connection: Connection,
  carried: CarriedTable,
  owner: Numbers,
  rows: readonly ContentRow[],
): Promise<void> {
  await removeOwned(connection, carried, owner, rows);
  const { insert } = carried.sql;
  await Promise.all(
    rows.flatMap((row) => [
      connection.run(insert, ...owner, ...row, ...derivedValues(carried, row)),
      link(connection, carried, owner, row),
    ]),
  );
}

async function eachOwner(
  database: Database,
  name: ContentTableName,
  rows: readonly ContentRow[],
  work: (connection: Connection, carried: CarriedTable, owner: Numbers, own: readonly ContentRow[]) => Promise<void>,
): Promise<void> {
  const carried = tableOf(name);
  for (const { names, rows: own } of byOwner(carried.table.owner, rows)) {
    const [tenant = "", user = ""] = names;
    if (carried.table.owner === "tenant") {
      await database.writeAcross(async (connection) => {
        const found = await connection.get<{ id: number }>(SQL.findTenant, tenant);
        if (found !== undefined) await work(connection, carried, [found.id], own);
      });
      continue;
    }
    await database.write(makeScope(tenant, user), (connection, entered) =>
      work(connection, carried, numbersOf(entered), own),
    );
  }
}

export async function putContents(
  database: Database,
  name: ContentTableName,
  rows: readonly ContentRow[],
): Promise<void> {
  if (name === "tenants" || name === "users") {
    await database.writeAcross(async (connection) => {
      for (const [tenant = "", ...rest] of rows) {
        if (name === "tenants") await connection.run(CONTENTS.putTenant, tenant, ...rest);
        else await connection.run(CONTENTS.putUser, await requireTenant(connection, String(tenant)), ...rest);
      }
    });
    return;
  }
  await eachOwner(database, name, rows, putOwned);
}

export async function removeContents(
  database: Database,
  name: ContentTableName,
  keys: readonly ContentRow[],
): Promise<void> {
  if (name === "tenants") {
    const names = keys.map(([tenant]) => String(tenant));
    await database.writeAcross((connection) => connection.run(CONTENTS.removeTenants, names));
    return;
  }
  if (name === "users") {
    await database.writeAcross(async (connection) => {
      for (const [tenant = "", user = ""] of keys) {
        const found = await connection.get<{ tenant: number; scope: number }>(SQL.findScope, tenant, user);
        if (found === undefined) continue;
        for (const sql of [CONTENTS.removeListing, CONTENTS.removeClaims, CONTENTS.removeUser])
          await connection.run(sql, found.tenant, found.scope);
      }
    });
    return;
  }
  await eachOwner(database, name, keys, removeOwned);
}
