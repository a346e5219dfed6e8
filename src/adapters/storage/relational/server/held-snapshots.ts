import { KeepsakeError, makeScope, type Scope } from "../../../../domain/index.js";
import type { Entered } from "./connection.js";

/** A transaction that only reads, and who it was opened for. */
export interface Snapshot<Connection> {
  readonly connection: Connection;
  readonly entered: Entered;
}

/** INTERNAL for a statement after the end of its transaction. */
export function requireOpen(isOpen: boolean): void {
  if (!isOpen) throw new KeepsakeError("INTERNAL", "a statement came after the end of its transaction");
}

/** Snapshots that callers hold, each by the scope that stands for it: that very object, not one that is equal. */
export class HeldSnapshots<Connection> {
  readonly #held = new WeakMap<Scope, { readonly snapshot: Snapshot<Connection>; open: boolean }>();

  /** Runs `work` with a scope that stands for the snapshot until the work has ended. */
  async hold<Result>(
    { tenant, user }: Scope,
    snapshot: Snapshot<Connection>,
    work: (held: Scope) => Promise<Result>,
  ): Promise<Result> {
    const scope = makeScope(tenant, user);
    const held = { snapshot, open: true };
    this.#held.set(scope, held);
    try {
      return await work(scope);
    } finally {
      held.open = false;
    }
  }

  /** Undefined for a scope that stands for no snapshot; INTERNAL after the end of one. */
  find(scope: Scope): Snapshot<Connection> | undefined {
    const held = this.#held.get(scope);
    if (held?.open === false) throw new KeepsakeError("INTERNAL", "a snapshot was read after its end");
    return held?.snapshot;
  }

  /** `work` in the snapshot that the scope stands for, or as `fresh` runs it where it stands for none. */
  async read<Result>(
    scope: Scope,
    work: (connection: Connection, entered: Entered) => Promise<Result>,
    fresh: () => Promise<Result>,
  ): Promise<Result> {
    const held = this.find(scope);
    return held === undefined ? fresh() : work(held.connection, held.entered);
  }

  /** INTERNAL for a scope that stands for a snapshot. */
  refuse(scope: Scope): void {
    if (this.#held.has(scope)) throw new KeepsakeError("INTERNAL", "a snapshot was asked to write");
  }
}
