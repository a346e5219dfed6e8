import {
  type ContentRow,
  type ContentTableName,
  type ContentValue,
  foldName,
  KeepsakeError,
  LIST_FIELDS,
} from "../../../../domain/index.js";
import type { StoreContents } from "../../../../ports/index.js";
import { byOwner, type CarriedTable, placeOf } from "../../relational/index.js";
import type { Connection } from "../connection.js";
import type { Database } from "../database.js";
import { SQL } from "../sql.js";
import { isDuplicate } from "../sqlite-errors.js";
import { requireTenant } from "../transaction.js";
import { CONTENTS } from "./contents-sql.js";
import { tableOf, viewOf } from "./contents-view.js";

const VERBS = ["insert", "update", "delete"] as const;

function requireScope(connection: Connection, tenant: string, user: string): number {
  const found = connection.get<{ id: number }>(SQL.findScope, tenant, user);
  if (found === undefined) throw new KeepsakeError("INTERNAL", "a row came before its user");
  return found.id;
}

/** The number that the rows of an owner bear; `undefined` where there is no such owner, whose rows nobody holds. */
function findNumber(connection: Connection, { table }: CarriedTable, [tenant = "", user]: readonly string[]) {
  if (table.owner === "user") return connection.get<{ id: number }>(SQL.findScope, tenant, user ?? "")?.id;
  return connection.get<{ id: number }>(SQL.findTenant, tenant)?.id;
}

/** What else there is of a row, in tables that follow from this one. */
function unlink(connection: Connection, name: ContentTableName, owner: number, [id = ""]: ContentRow): void {
  if (name !== "memories" && name !== "episodes") return;
  const found = connection.get<{ turnIds: string }>(CONTENTS.turnsOf(name), owner, id);
  if (found === undefined) return;
  const turnIds: string[] = JSON.parse(found.turnIds);
  const sql = name === "memories" ? SQL.deleteMemoryTurn : CONTENTS.unlinkEpisode;
  for (const turnId of turnIds) connection.run(sql, owner, turnId, id);
  if (name === "memories") connection.run(CONTENTS.unlabel, owner, id);
}

function link(connection: Connection, { table }: CarriedTable, owner: number, row: ContentRow): void {
  const at = (column: string): ContentValue => row[placeOf(table, column)] ?? null;
  const [id = ""] = row;
  if (table.name === "journal") connection.run(SQL.enlistScope, owner, at("sequence"));
  if (table.name !== "memories" && table.name !== "episodes") return;
  const turnIds: string[] = JSON.parse(String(at("turn_ids")));
  const sql = table.name === "memories" ? SQL.insertMemoryTurn : CONTENTS.linkEpisode;
  for (const turnId of turnIds) connection.run(sql, owner, turnId, id);
  if (table.name === "episodes") return;
  for (const field of LIST_FIELDS) {
    for (const value of JSON.parse(String(at(field))) as string[])
      connection.run(SQL.insertLabel, owner, id, field, value);
  }
}

function derivedValues({ table }: CarriedTable, row: ContentRow): readonly ContentValue[] {
  return table.name === "memories" ? [foldName(String(row[placeOf(table, "subject")]))] : [];
}

function removeOwned(connection: Connection, carried: CarriedTable, owner: number, keys: readonly ContentRow[]): void {
  const { table, sql } = carried;
  const length = table.keyLength - (table.owner === "tenant" ? 1 : 2);
  for (const key of keys) {
    unlink(connection, table.name, owner, key);
    connection.run(sql.delete, owner, ...key.slice(0, length));
  }
  if (table.name === "journal") connection.run(SQL.delistScope, owner);
}

function putOwned(connection: Connection, carried: CarriedTable, owner: number, rows: readonly ContentRow[]): void {
  removeOwned(connection, carried, owner, rows);
  for (const row of rows) {
    connection.run(carried.sql.insert, owner, ...row, ...derivedValues(carried, row));
    link(connection, carried, owner, row);
  }
}

function put(connection: Connection, name: ContentTableName, rows: readonly ContentRow[]): void {
  if (name === "tenants") {
    for (const row of rows) connection.run(CONTENTS.putTenant, ...row);
    return;
  }
  if (name === "users") {
    for (const [tenant, user = "", at = 0] of rows)
      connection.run(CONTENTS.putUser, requireTenant(connection, String(tenant)), user, at);
    return;
  }
  const carried = tableOf(name);
  for (const { names, rows: own } of byOwner(carried.table.owner, rows)) {
    const [tenant = "", user = ""] = names;
    const isUsers = carried.table.owner === "user";
    const owner = isUsers ? requireScope(connection, tenant, user) : requireTenant(connection, tenant);
    putOwned(connection, carried, owner, own);
  }
}

function remove(connection: Connection, name: ContentTableName, keys: readonly ContentRow[]): void {
  if (name === "tenants") {
    for (const [tenant = ""] of keys) connection.run(CONTENTS.removeTenant, tenant);
    return;
  }
  if (name === "users") {
    for (const [tenant, user] of keys) {
      const found = connection.get<{ id: number }>(SQL.findScope, String(tenant), String(user));
      if (found === undefined) continue;
      connection.run(CONTENTS.delistUser, found.id);
      connection.run(CONTENTS.removeUser, found.id);
    }
    return;
  }
  const carried = tableOf(name);
  for (const { names, rows } of byOwner(carried.table.owner, keys)) {
    const owner = findNumber(connection, carried, names);
    if (owner !== undefined) removeOwned(connection, carried, owner, rows);
  }
}

function orConflict(name: ContentTableName, work: () => void): void {
  try {
    work();
  } catch (error) {
    if (!isDuplicate(error)) throw error;
    throw new KeepsakeError("CONFLICT", `${name}: the place of a row is taken by another`, {}, { cause: error });
  }
}

/** Triggers stop writers of whatever release: a connection sees them with its next statement, and they stay in the file. */
function eachTrigger(connection: Connection, sql: (table: string, verb: string) => string): void {
  for (const { name } of connection.all<{ name: string }>(CONTENTS.writtenTables))
    for (const verb of VERBS) connection.script(sql(name, verb));
}

/** The file's whole content. */
export function createStoreContents(database: Database): StoreContents {
  return {
    read: (work) => database.snapshot((connection) => work(viewOf(connection))),
    put: (name, rows) => database.write((connection) => orConflict(name, () => put(connection, name, rows))),
    async remove(name, keys) {
      await database.write((connection) => {
        remove(connection, name, keys);
        connection.run(SQL.noteErasure);
      });
    },
    settle: async () => undefined, // the file's own counters follow the rows
    async findMark() {
      return database.look((connection) => {
        if (connection.get(CONTENTS.hasMark) === undefined) return undefined;
        return connection.get<{ state: string }>(CONTENTS.findMark)?.state;
      });
    },
    async mark(text) {
      await database.write((connection) => {
        if (text === undefined) return connection.script(CONTENTS.dropMark);
        connection.script(CONTENTS.makeMark);
        connection.run(CONTENTS.putMark, text);
      });
    },
    hold: () => database.write((connection) => eachTrigger(connection, CONTENTS.hold)),
    release: () => database.write((connection) => eachTrigger(connection, CONTENTS.release)),
  };
}
