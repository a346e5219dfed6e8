import type {
  AuditEvent,
  Episode,
  EpochMs,
  ItemAttributes,
  JournalEntry,
  Memory,
  MemoryWrite,
  ServingModel,
  Session,
  SummaryState,
  Turn,
} from "../../../domain/index.js";
import { KeepsakeError, type Scope } from "../../../domain/index.js";

export interface StoredSession extends Session {
  /** Positions are never given twice, also after turns were erased. */
  readonly nextPosition: number;
}

export interface StoredJournalEntry extends JournalEntry {
  /** Order of appending over the whole store. */
  readonly sequence: number;
  readonly leaseToken?: string;
  readonly leaseUntil?: EpochMs;
  /** Leases that ran out while they held the entry. */
  readonly lapses: number;
}

export interface IndexedItem {
  readonly attributes: ItemAttributes;
  /** Absent until the item was put with terms. */
  readonly terms?: ReadonlyMap<string, number>;
  /** Terms with repeats. */
  readonly length: number;
  /** By model. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

export interface StoredRequest {
  readonly bodyHash: string;
  readonly response: string;
}

/** Everything of one scope. Maps are replaced, never changed in place, once they are committed. */
export interface ScopeState {
  readonly user: ReadonlyMap<"user", { readonly createdAt: EpochMs; readonly latestAt?: EpochMs }>;
  readonly turns: ReadonlyMap<string, Turn>;
  readonly sessions: ReadonlyMap<string, StoredSession>;
  readonly journal: ReadonlyMap<string, StoredJournalEntry>;
  readonly memories: ReadonlyMap<string, Memory>;
  /** By sequence. */
  readonly writes: ReadonlyMap<number, MemoryWrite>;
  readonly episodes: ReadonlyMap<string, Episode>;
  /** By session. */
  readonly summaries: ReadonlyMap<string, SummaryState>;
  readonly requests: ReadonlyMap<string, StoredRequest>;
  readonly servingModel: ReadonlyMap<"serving", ServingModel>;
  readonly items: ReadonlyMap<string, IndexedItem>;
}

export type CollectionName = keyof ScopeState;
type KeyOf<Name extends CollectionName> = ScopeState[Name] extends ReadonlyMap<infer Key, unknown> ? Key : never;
type ValueOf<Name extends CollectionName> = ScopeState[Name] extends ReadonlyMap<unknown, infer Value> ? Value : never;

export const EMPTY_STATE: ScopeState = {
  user: new Map(),
  turns: new Map(),
  sessions: new Map(),
  journal: new Map(),
  memories: new Map(),
  writes: new Map(),
  episodes: new Map(),
  summaries: new Map(),
  requests: new Map(),
  servingModel: new Map(),
  items: new Map(),
};

/**
 * One transaction's view of a scope: a committed state, and copies of the maps that this transaction changed.
 * Throwing the draft away is the rollback; a reader's draft keeps the state it began with.
 */
export class Draft {
  readonly scope: Scope;
  #state: ScopeState;
  readonly #copied = new Set<CollectionName>();
  readonly #mayWrite: boolean;
  readonly #tenantExists: boolean;
  readonly #lines: AuditEvent[] = [];
  readonly #droppedStates = new Map<string, { readonly space: string; readonly key: string }>();
  #open = true;

  constructor(
    scope: Scope,
    state: ScopeState,
    options: { readonly mayWrite: boolean; readonly tenantExists: boolean },
  ) {
    this.scope = scope;
    this.#state = state;
    this.#mayWrite = options.mayWrite;
    this.#tenantExists = options.tenantExists;
  }

  get<Name extends CollectionName>(name: Name): ReadonlyMap<KeyOf<Name>, ValueOf<Name>> {
    this.#checkOpen();
    return this.#state[name] as unknown as ReadonlyMap<KeyOf<Name>, ValueOf<Name>>;
  }

  /** The collection, to be changed. `at` becomes the user's creation when this is the first write of the user. */
  edit<Name extends CollectionName>(name: Name, at?: EpochMs): Map<KeyOf<Name>, ValueOf<Name>> {
    this.requireWrite();
    this.#requireTenant();
    if (name !== "user" && at !== undefined && this.#state.user.size === 0)
      this.edit("user").set("user", { createdAt: at });
    if (!this.#copied.has(name)) {
      this.#state = { ...this.#state, [name]: new Map(this.#state[name] as ReadonlyMap<unknown, unknown>) };
      this.#copied.add(name);
    }
    return this.#state[name] as unknown as Map<KeyOf<Name>, ValueOf<Name>>;
  }

  /** Audit lines of this transaction, not yet in the chain. */
  get lines(): readonly AuditEvent[] {
    this.#checkOpen();
    return this.#lines;
  }

  /** Working memory that goes with this transaction. */
  get droppedStates(): readonly { readonly space: string; readonly key: string }[] {
    return [...this.#droppedStates.values()];
  }

  dropState(space: string, key: string): void {
    this.requireWrite();
    this.#droppedStates.set(JSON.stringify([space, key]), { space, key });
  }

  dropsState(space: string, key: string): boolean {
    this.#checkOpen();
    return this.#droppedStates.has(JSON.stringify([space, key]));
  }

  addLine(event: AuditEvent): void {
    this.requireWrite();
    this.#requireTenant();
    this.#lines.push(event);
  }

  #requireTenant(): void {
    if (!this.#tenantExists)
      throw new KeepsakeError("UNKNOWN_TENANT", `tenant ${JSON.stringify(this.scope.tenant)} does not exist`);
  }

  requireWrite(): void {
    this.#checkOpen();
    if (!this.#mayWrite) throw new KeepsakeError("INTERNAL", "a read transaction was asked to write");
  }

  /** Ends the transaction; what was changed, if anything was. */
  finish(): ScopeState | undefined {
    this.#open = false;
    return this.#copied.size === 0 ? undefined : this.#state;
  }

  #checkOpen(): void {
    if (!this.#open) throw new KeepsakeError("INTERNAL", "a transaction was used after its end");
  }
}
