import { AsyncLocalStorage } from "node:async_hooks";
import {
  type ApiKey,
  type AuditEvent,
  type AuditRecord,
  type ChangeLine,
  type EpochMs,
  KeepsakeError,
  type ModelUsage,
  makeScope,
  type Scope,
  scopeKey,
} from "../../../domain/index.js";
import { lineAfter } from "./audit-chain.js";
import { Draft, EMPTY_STATE, type ScopeState } from "./state.js";
import { States } from "./states.js";

interface ScopeEntry {
  readonly scope: Scope;
  readonly state: ScopeState;
}

/** The committed states of all scopes, and the one queue that writers pass through. */
export class Store {
  readonly tenants = new Map<string, EpochMs>();
  /** By tenant and day. */
  readonly usage = new Map<string, ReadonlyMap<string, ModelUsage>>();
  readonly keys = new Map<string, ApiKey>();
  readonly states = new States();
  /** By tenant. */
  readonly #audit = new Map<string, AuditRecord[]>();
  readonly #scopes = new Map<string, ScopeEntry>();
  readonly #held = new WeakMap<Scope, { readonly state: ScopeState; open: boolean }>();
  #lastWrite: Promise<unknown> = Promise.resolve();
  #isOpen = false;
  #sequence = 0;
  /** The write that the code at hand runs in. */
  readonly #current = new AsyncLocalStorage<{ running: boolean }>();

  open(): void {
    this.#isOpen = true;
  }

  /** Refuses further calls, then waits for the writes that were accepted. */
  async close(): Promise<void> {
    this.#isOpen = false;
    await this.#lastWrite;
  }

  requireOpen(): void {
    if (!this.#isOpen) throw new KeepsakeError("CLOSED", "the store is not open");
  }

  nextSequence = (): number => ++this.#sequence;

  stateOf(scope: Scope): ScopeState {
    const held = this.#held.get(scope);
    if (held?.open === false) throw new KeepsakeError("INTERNAL", "a snapshot was read after its end");
    return held?.state ?? this.stateNow(scope);
  }

  /** Whatever instant the scope stands for. */
  stateNow(scope: Scope): ScopeState {
    return this.#scopes.get(scopeKey(scope))?.state ?? EMPTY_STATE;
  }

  /** States are never changed in place: to hold one is to keep it. */
  async hold<Result>(scope: Scope, work: (held: Scope) => Promise<Result>): Promise<Result> {
    this.requireOpen();
    const scopeThen = makeScope(scope.tenant, scope.user);
    const held = { state: this.stateOf(scope), open: true };
    this.#held.set(scopeThen, held);
    try {
      return await work(scopeThen);
    } finally {
      held.open = false;
    }
  }

  /** INTERNAL for a scope that stands for an instant. */
  refuseHeld(scope: Scope): void {
    if (this.#held.has(scope)) throw new KeepsakeError("INTERNAL", "a snapshot was asked to write");
  }

  requireTenant(tenant: string): void {
    if (!this.tenants.has(tenant))
      throw new KeepsakeError("UNKNOWN_TENANT", `tenant ${JSON.stringify(tenant)} does not exist`);
  }

  /** Grows at its end only: who wants a snapshot notes its length. */
  auditOf(tenant: string): readonly AuditRecord[] {
    return this.#audit.get(tenant) ?? [];
  }

  /** Within a write. */
  appendAudit(tenant: string, events: readonly AuditEvent[]): void {
    if (events.length === 0) return;
    this.requireTenant(tenant);
    const chain = this.#audit.get(tenant) ?? [];
    for (const event of events) chain.push(lineAfter(tenant, chain.at(-1), event));
    this.#audit.set(tenant, chain);
  }

  /** Within a write, before anything of it is changed: what is refused leaves neither. */
  appendLine(line: ChangeLine | undefined): void {
    if (line !== undefined) this.appendAudit(line.tenant, [line.event]);
  }

  allScopes(): Iterable<ScopeEntry> {
    return this.#scopes.values();
  }

  replace(scope: Scope, state: ScopeState): void {
    this.#scopes.set(scopeKey(scope), { scope, state });
  }

  draft(scope: Scope, mayWrite: boolean): Draft {
    return new Draft(scope, this.stateOf(scope), { mayWrite, tenantExists: this.tenants.has(scope.tenant) });
  }

  /** Runs after every write before it has ended, well or badly. INTERNAL inside another write, which it would wait for for ever. */
  async serialise<Result>(work: () => Promise<Result>): Promise<Result> {
    this.requireOpen();
    if (this.#current.getStore()?.running === true) {
      throw new KeepsakeError("INTERNAL", "a write was begun inside another write, which it would wait for for ever");
    }
    const turn = this.#lastWrite.then(() => this.#run(work));
    this.#lastWrite = turn.catch(() => undefined); // the caller of this write sees its failure; the next write must not
    return turn;
  }

  /** What the work leaves behind, a timer say, may write once the work has ended. */
  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    const write = { running: true };
    try {
      return await this.#current.run(write, work);
    } finally {
      write.running = false;
    }
  }
}
