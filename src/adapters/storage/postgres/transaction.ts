import { type EpochMs, KeepsakeError, type Scope } from "../../../domain/index.js";
import type { Connection } from "./connection.js";
import { SQL } from "./sql.js";
import type { Entered } from "./transact.js";
import type { Discarded, Growth } from "./vector-graphs.js";

/** Numbers that no row has: reading an unknown scope finds nothing. */
const NOBODY = 0;

/** The first two values of every statement about a scope: the tenant's number and the scope's. */
export type ScopeNumbers = readonly [tenant: number, scope: number];

export function numbersOf({ tenant, scope }: Entered): ScopeNumbers {
  return [tenant ?? NOBODY, scope ?? NOBODY];
}

function unknownTenant(tenant: string): KeepsakeError {
  return new KeepsakeError("UNKNOWN_TENANT", `tenant ${JSON.stringify(tenant)} does not exist`);
}

/** The number of a tenant. UNKNOWN_TENANT when it was never created (P12). */
export async function requireTenant(connection: Connection, tenant: string): Promise<number> {
  const found = await connection.get<{ id: number }>(SQL.findTenant, tenant);
  if (found === undefined) throw unknownTenant(tenant);
  return found.id;
}

/** The numbers of a scope, made when this is the user's first write. UNKNOWN_TENANT when the tenant was never created (P12). */
export async function requireScope(
  connection: Connection,
  { tenant, scope: known }: Entered,
  scope: Scope,
  at: EpochMs,
): Promise<ScopeNumbers> {
  if (tenant === null) throw unknownTenant(scope.tenant);
  if (known !== null) return [tenant, known];
  const made = await connection.get<{ id: number }>(SQL.insertScope, tenant, scope.user, at);
  if (made === undefined) throw new KeepsakeError("INTERNAL", "a user could not be made");
  await connection.run(SQL.enterNewScope, String(made.id));
  return [tenant, made.id];
}

/** What the small stores of one transaction share: the connection while it is theirs, and the numbers of their scope. */
export class PostgresTransaction {
  readonly scope: Scope;
  readonly #connection: Connection;
  readonly #mayWrite: boolean;
  #entered: Entered;
  #making: Promise<ScopeNumbers> | undefined;
  #open = true;
  #changed = false;
  readonly #growth = new Map<number, Growth>();
  readonly #unused: Discarded[] = [];

  constructor(connection: Connection, entered: Entered, scope: Scope, mayWrite: boolean) {
    this.#connection = connection;
    this.#entered = entered;
    this.scope = scope;
    this.#mayWrite = mayWrite;
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
    this.#entered = { tenant, scope, documents: 0, totalLength: 0 };
    return connection;
  }

  /** Says that a model has more vectors, so that after the commit it is asked what follows from that. */
  noteGrowth(growth: Omit<Growth, "scope">): void {
    const [, , model] = growth.place;
    const before = this.#growth.get(model)?.before ?? growth.before;
    this.#growth.set(model, { ...growth, before, scope: this.scope });
  }

  /** Says that a model has no vectors left. */
  noteUnused(place: Growth["place"]): void {
    this.#growth.delete(place[2]);
    this.#unused.push({ scope: this.scope, place });
  }

  get unused(): readonly Discarded[] {
    return this.#unused;
  }

  get growth(): readonly Growth[] {
    return [...this.#growth.values()];
  }

  /** Notes in the scope's row that something was written, where anything was. */
  async noteChange(): Promise<void> {
    if (this.#changed && this.hasUser) await this.#connection.run(SQL.noteChange, ...this.numbers);
  }

  finish(): void {
    this.#open = false;
  }
}
