import { type EpochMs, KeepsakeError, type Scope } from "../../../../domain/index.js";
import type { Entered, ScopeNumbers, ServerConnection } from "./connection.js";

/** Numbers that no row has: reading an unknown scope finds nothing. */
const UNKNOWN = 0;

export function numbersOf({ tenant, scope }: Entered): ScopeNumbers {
  return [tenant ?? UNKNOWN, scope ?? UNKNOWN];
}

function unknownTenant(tenant: string): KeepsakeError {
  return new KeepsakeError("UNKNOWN_TENANT", `tenant ${JSON.stringify(tenant)} does not exist`);
}

/** The number of a tenant. UNKNOWN_TENANT when it was never created (P12). */
export async function requireTenant(connection: ServerConnection, tenant: string): Promise<number> {
  const found = await connection.get<{ id: number }>(connection.sql.findTenant, tenant);
  if (found === undefined) throw unknownTenant(tenant);
  return found.id;
}

/** The numbers of a scope, made when this is the user's first write. UNKNOWN_TENANT when the tenant was never created (P12). */
export async function requireScope(
  connection: ServerConnection,
  { tenant, scope: known }: Entered,
  scope: Scope,
  at: EpochMs,
): Promise<ScopeNumbers> {
  if (tenant === null) throw unknownTenant(scope.tenant);
  return [tenant, known ?? (await connection.steps.makeScope(tenant, scope, at))];
}

/** What the small stores of one transaction share: the connection while it is theirs, and the numbers of their scope. */
export class ServerTransaction<Connection extends ServerConnection = ServerConnection> {
  readonly scope: Scope;
  readonly #connection: Connection;
  readonly #mayWrite: boolean;
  #entered: Entered;
  #making: Promise<ScopeNumbers> | undefined;
  #open = true;
  #changed = false;
  #noted: EpochMs | undefined;

  constructor(connection: Connection, entered: Entered, scope: Scope, mayWrite: boolean) {
    this.#connection = connection;
    this.#entered = entered;
    this.scope = scope;
    this.#mayWrite = mayWrite;
  }

  get sql(): Connection["sql"] {
    return this.#connection.sql;
  }

  get numbers(): ScopeNumbers {
    return numbersOf(this.#entered);
  }

  get tenant(): number {
    const { tenant } = this.#entered;
    if (tenant === null) throw unknownTenant(this.scope.tenant);
    return tenant;
  }

  get hasUser(): boolean {
    return this.#entered.scope !== null;
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
    const connection = this.telling();
    this.#changed = true;
    return connection;
  }

  /** For what adds rows: makes the user at `at` when this is the user's first write. */
  async adding(at: EpochMs): Promise<Connection> {
    const connection = this.writing();
    if (this.#entered.scope !== null) return connection;
    this.#making ??= requireScope(connection, this.#entered, this.scope, at);
    const [tenant, scope] = await this.#making;
    this.#entered = { tenant, scope, documents: 0, totalLength: 0, latestAt: null };
    return connection;
  }

  async noteInstant(at: EpochMs): Promise<void> {
    await this.adding(at);
    this.#noted = Math.max(this.#noted ?? at, at);
  }

  latestInstant(): EpochMs | undefined {
    this.reading();
    const held = this.#entered.latestAt ?? undefined;
    return held === undefined || this.#noted === undefined ? (held ?? this.#noted) : Math.max(held, this.#noted);
  }

  /** Notes in the scope's row that something was written, and the latest instant, where anything was. */
  async noteChange(): Promise<void> {
    if (this.#changed && this.hasUser)
      await this.#connection.run(this.sql.noteChange, ...this.numbers, this.#noted ?? null);
  }

  finish(): void {
    this.#open = false;
  }
}
