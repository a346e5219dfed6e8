import { type EpochMs, KeepsakeError, type Scope } from "../../../domain/index.js";
import type { Connection } from "./connection.js";
import { SQL } from "./sql.js";

/** Scope number that no row has: reading an unknown scope finds nothing. */
const NOBODY = 0;

/** The number of a scope, if anything was ever written in it. */
export function findScope(connection: Connection, scope: Scope): number | undefined {
  return connection.get<{ id: number }>(SQL.findScope, scope.tenant, scope.user)?.id;
}

/** The number of a tenant. UNKNOWN_TENANT when it was never created (P12). */
export function requireTenant(connection: Connection, tenant: string): number {
  const found = connection.get<{ id: number }>(SQL.findTenant, tenant);
  if (found === undefined) throw new KeepsakeError("UNKNOWN_TENANT", `tenant ${JSON.stringify(tenant)} does not exist`);
  return found.id;
}

/** The number of a scope, made when this is the user's first write. UNKNOWN_TENANT when the tenant was never created (P12). */
export function requireScope(connection: Connection, scope: Scope, at: EpochMs): number {
  const known = findScope(connection, scope);
  if (known !== undefined) return known;
  return connection.insert(SQL.insertScope, requireTenant(connection, scope.tenant), scope.user, at);
}

/** What the small stores of one transaction share: the connection while it is theirs, and the number of their scope. */
export class SqliteTransaction {
  readonly scope: Scope;
  readonly #connection: Connection;
  readonly #mayWrite: boolean;
  #scopeId: number;
  #open = true;
  #erased = false;
  #changed = false;
  #noted: EpochMs | undefined;

  /** Looks the scope up, which also fixes a reader's snapshot. */
  constructor(connection: Connection, scope: Scope, mayWrite: boolean) {
    this.#connection = connection;
    this.scope = scope;
    this.#mayWrite = mayWrite;
    this.#scopeId = findScope(connection, scope) ?? NOBODY;
  }

  get scopeId(): number {
    return this.#scopeId;
  }

  reading(): Connection {
    if (!this.#open) throw new KeepsakeError("INTERNAL", "a transaction was used after its end");
    return this.#connection;
  }

  /** For lines of the audit log, which are no change of the scope. */
  telling(): Connection {
    const connection = this.reading();
    if (!this.#mayWrite) throw new KeepsakeError("INTERNAL", "a read transaction was asked to write");
    return connection;
  }

  /** For changes of what is there. */
  writing(): Connection {
    this.#changed = true;
    return this.telling();
  }

  /** For what adds rows: makes the user at `at` when this is the user's first write. */
  adding(at: EpochMs): Connection {
    const connection = this.writing();
    if (this.#scopeId === NOBODY) this.#scopeId = requireScope(connection, this.scope, at);
    return connection;
  }

  /** Says that text was erased, so that the write-ahead log is emptied after the commit. */
  noteErasure(): void {
    this.#erased = true;
  }

  get erased(): boolean {
    return this.#erased;
  }

  noteInstant(at: EpochMs): void {
    this.adding(at);
    this.#noted = Math.max(this.#noted ?? at, at);
  }

  latestInstant(): EpochMs | undefined {
    const held = this.reading().get<{ at: EpochMs | null }>(SQL.latestInstant, this.#scopeId)?.at ?? undefined;
    return held === undefined || this.#noted === undefined ? (held ?? this.#noted) : Math.max(held, this.#noted);
  }

  /** Notes in the scope's row that something was written, and the latest instant, where anything was. */
  noteChange(): void {
    if (this.#changed && this.#scopeId !== NOBODY)
      this.#connection.run(SQL.noteChange, this.#scopeId, this.#noted ?? null);
  }

  finish(): void {
    this.#open = false;
  }
}
