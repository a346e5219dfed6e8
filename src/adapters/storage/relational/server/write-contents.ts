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
export class ContentsWriter<Connection extends ServerConnection> {
  readonly #database: Writable<Connection>;
  readonly #engine: ContentsWriting<Connection>;

  constructor(database: Writable<Connection>, engine: ContentsWriting<Connection>) {
    this.#database = database;
    this.#engine = engine;
  }

  #derivedValues({ table }: CarriedTable, row: ContentRow): readonly Value[] {
    if (table.name !== "memories") return [];
    const at = (column: string): ContentValue => row[placeOf(table, column)] ?? null;
    const folded = foldName(String(at("subject")));
    const slot = at("slot_key");
    return [
      folded,
      slot === null ? null : digest(String(slot)),
      digest(folded),
      this.#engine.toLabels(listIn(at("tags"))),
      this.#engine.toLabels(listIn(at("entities"))),
    ];
  }

  async #removeOwned(
    connection: Connection,
    { table, sql }: CarriedTable,
    owner: Numbers,
    keys: readonly ContentRow[],
  ): Promise<void> {
    const ids = keys.map(([id]) => String(id));
    if (isPlace(owner) && table.name === "memories") await this.#engine.unlinkMemories(connection, owner, ids);
    if (isPlace(owner) && table.name === "episodes") await this.#engine.unlinkEpisodes(connection, owner, ids);
    const length = table.keyLength - (table.owner === "tenant" ? 1 : 2);
    await Promise.all(keys.map((key) => connection.run(sql.delete, ...owner, ...key.slice(0, length))));
    if (table.name === "journal") await connection.run(connection.sql.delistScope, ...owner);
  }

  async #link(connection: Connection, { table }: CarriedTable, owner: Numbers, row: ContentRow): Promise<void> {
    if (!isPlace(owner)) return;
    const id = String(row[0]);
    const turnIds = () => listIn(row[placeOf(table, "turn_ids")]);
    if (table.name === "journal")
      await connection.run(connection.sql.enlistScope, ...owner, row[placeOf(table, "sequence")] ?? 0);
    if (table.name === "memories") await connection.steps.linkTurns(owner, id, turnIds());
    if (table.name === "episodes") await this.#engine.linkEpisode(connection, owner, id, turnIds());
  }

  /** Statements go out together: the server answers them in their order. */
  async #putOwned(
    connection: Connection,
    carried: CarriedTable,
    owner: Numbers,
    rows: readonly ContentRow[],
  ): Promise<void> {
    await this.#removeOwned(connection, carried, owner, rows);
    const { insert } = carried.sql;
    await Promise.all(
      rows.flatMap((row) => [
        connection.run(insert, ...owner, ...row, ...this.#derivedValues(carried, row)),
        this.#link(connection, carried, owner, row),
      ]),
    );
  }

  async #eachOwner(
    name: ContentTableName,
    rows: readonly ContentRow[],
    work: (connection: Connection, carried: CarriedTable, owner: Numbers, own: readonly ContentRow[]) => Promise<void>,
  ): Promise<void> {
    const carried = this.#engine.tableOf(name);
    for (const { names, rows: own } of byOwner(carried.table.owner, rows)) {
      const [tenant = "", user = ""] = names;
      if (carried.table.owner === "tenant") {
        await this.#database.writeAcross(async (connection) => {
          const found = await connection.get<{ id: number }>(connection.sql.findTenant, tenant);
          if (found !== undefined) await work(connection, carried, [found.id], own);
        });
        continue;
      }
      await this.#database.write(makeScope(tenant, user), (connection, entered) =>
        work(connection, carried, numbersOf(entered), own),
      );
    }
  }

  async put(name: ContentTableName, rows: readonly ContentRow[]): Promise<void> {
    if (name !== "tenants" && name !== "users") {
      await this.#eachOwner(name, rows, (...owned) => this.#putOwned(...owned));
      return;
    }
    await this.#database.writeAcross(async (connection) => {
      for (const [tenant = "", ...rest] of rows) {
        if (name === "tenants") await this.#engine.putTenant(connection, String(tenant), rest);
        else await this.#engine.putUser(connection, await requireTenant(connection, String(tenant)), rest);
      }
    });
  }

  async remove(name: ContentTableName, keys: readonly ContentRow[]): Promise<void> {
    if (name === "tenants") {
      const names = keys.map(([tenant]) => String(tenant));
      await this.#database.writeAcross(
        async (connection) => void (await this.#engine.removeTenants(connection, names)),
      );
      return;
    }
    if (name !== "users") {
      await this.#eachOwner(name, keys, (...owned) => this.#removeOwned(...owned));
      return;
    }
    await this.#database.writeAcross(async (connection) => {
      for (const [tenant = "", user = ""] of keys) {
        const { findScope } = connection.sql;
        const found = await connection.get<{ tenant: number; scope: number }>(findScope, tenant, user);
        if (found === undefined) continue;
        for (const sql of this.#engine.removeUser) await connection.run(sql, found.tenant, found.scope);
      }
    });
  }
}
