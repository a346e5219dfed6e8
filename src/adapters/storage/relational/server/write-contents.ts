import {
  type ContentRow,
  type ContentTableName,
  type ContentValue,
  foldName,
  makeScope,
  type Scope,
} from "../../../../domain/index.js";
import type { CarriedTable } from "../contents/carried-tables.js";
import { placeOf } from "../contents/carried-tables.js";
import { byOwner } from "../contents/owned-pages.js";
import type { Value } from "../row-value.js";
import type { Asking, Entered, ScopeNumbers, ServerConnection } from "./connection.js";
import { digest } from "./memory-store.js";
import { numbersOf, requireTenant } from "./transaction.js";

/** What engines say in words of their own when whole tables are written. */
export interface ContentsWriting<Connection extends Asking> {
  tableOf(name: string): CarriedTable;
  /** Labels as the columns hold them that filters compare. */
  toLabels(labels: readonly string[]): Value;
  putTenant(connection: Connection, tenant: string, rest: ContentRow): Promise<unknown>;
  putUser(connection: Connection, tenant: number, rest: ContentRow): Promise<unknown>;
  /** With the ends of their chains. */
  removeTenants(connection: Connection, names: readonly string[]): Promise<unknown>;
  /** Statements that take a user out. (scope) */
  readonly removeUser: readonly string[];
  linkEpisode(connection: Connection, place: ScopeNumbers, id: string, turnIds: readonly string[]): Promise<unknown>;
  unlinkMemories(connection: Connection, place: ScopeNumbers, ids: readonly string[]): Promise<unknown>;
  unlinkEpisodes(connection: Connection, place: ScopeNumbers, ids: readonly string[]): Promise<unknown>;
}

interface Writable<Connection> {
  write(scope: Scope, work: (connection: Connection, entered: Entered) => Promise<void>): Promise<void>;
  writeAcross(work: (connection: Connection) => Promise<void>): Promise<void>;
}

type Numbers = readonly number[];

const listIn = (value: ContentValue | undefined): string[] => JSON.parse(String(value ?? "[]"));
const isPlace = (owner: Numbers): owner is ScopeNumbers => owner.length === 2;

/** Writes rows of whole tables, whatever the engine. */
export function contentsWriter<Connection extends ServerConnection>(
  database: Writable<Connection>,
  engine: ContentsWriting<Connection>,
) {
  function derivedValues({ table }: CarriedTable, row: ContentRow): readonly Value[] {
    if (table.name !== "memories") return [];
    const at = (column: string): ContentValue => row[placeOf(table, column)] ?? null;
    const folded = foldName(String(at("subject")));
    const slot = at("slot_key");
    return [
      folded,
      slot === null ? null : digest(String(slot)),
      digest(folded),
      engine.toLabels(listIn(at("tags"))),
      engine.toLabels(listIn(at("entities"))),
    ];
  }

  async function removeOwned(
    connection: Connection,
    { table, sql }: CarriedTable,
    owner: Numbers,
    keys: readonly ContentRow[],
  ): Promise<void> {
    const ids = keys.map(([id]) => String(id));
    if (isPlace(owner) && table.name === "memories") await engine.unlinkMemories(connection, owner, ids);
    if (isPlace(owner) && table.name === "episodes") await engine.unlinkEpisodes(connection, owner, ids);
    const length = table.keyLength - (table.owner === "tenant" ? 1 : 2);
    await Promise.all(keys.map((key) => connection.run(sql.delete, ...owner, ...key.slice(0, length))));
    if (table.name === "journal") await connection.run(connection.sql.delistScope, ...owner);
  }

  async function link(connection: Connection, { table }: CarriedTable, owner: Numbers, row: ContentRow): Promise<void> {
    if (!isPlace(owner)) return;
    const id = String(row[0]);
    const turnIds = () => listIn(row[placeOf(table, "turn_ids")]);
    if (table.name === "journal")
      await connection.run(connection.sql.enlistScope, ...owner, row[placeOf(table, "sequence")] ?? 0);
    if (table.name === "memories") await connection.steps.linkTurns(owner, id, turnIds());
    if (table.name === "episodes") await engine.linkEpisode(connection, owner, id, turnIds());
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
    name: ContentTableName,
    rows: readonly ContentRow[],
    work: (connection: Connection, carried: CarriedTable, owner: Numbers, own: readonly ContentRow[]) => Promise<void>,
  ): Promise<void> {
    const carried = engine.tableOf(name);
    for (const { names, rows: own } of byOwner(carried.table.owner, rows)) {
      const [tenant = "", user = ""] = names;
      if (carried.table.owner === "tenant") {
        await database.writeAcross(async (connection) => {
          const found = await connection.get<{ id: number }>(connection.sql.findTenant, tenant);
          if (found !== undefined) await work(connection, carried, [found.id], own);
        });
        continue;
      }
      await database.write(makeScope(tenant, user), (connection, entered) =>
        work(connection, carried, numbersOf(entered), own),
      );
    }
  }

  return {
    async put(name: ContentTableName, rows: readonly ContentRow[]): Promise<void> {
      if (name !== "tenants" && name !== "users") {
        await eachOwner(name, rows, putOwned);
        return;
      }
      await database.writeAcross(async (connection) => {
        for (const [tenant = "", ...rest] of rows) {
          if (name === "tenants") await engine.putTenant(connection, String(tenant), rest);
          else await engine.putUser(connection, await requireTenant(connection, String(tenant)), rest);
        }
      });
    },
    async remove(name: ContentTableName, keys: readonly ContentRow[]): Promise<void> {
      if (name === "tenants") {
        const names = keys.map(([tenant]) => String(tenant));
        await database.writeAcross(async (connection) => void (await engine.removeTenants(connection, names)));
        return;
      }
      if (name !== "users") {
        await eachOwner(name, keys, removeOwned);
        return;
      }
      await database.writeAcross(async (connection) => {
        for (const [tenant = "", user = ""] of keys) {
          const { findScope } = connection.sql;
          const found = await connection.get<{ tenant: number; scope: number }>(findScope, tenant, user);
          if (found === undefined) continue;
          for (const sql of engine.removeUser) await connection.run(sql, found.tenant, found.scope);
        }
      });
    },
  };
}
