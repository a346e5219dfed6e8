import { ServerTransaction } from "../relational/index.js";
import type { Connection } from "./connection.js";
import type { Discarded, Growth } from "./vector-graphs.js";

/** A transaction that also remembers what its vectors' graphs have to be told once it has committed. */
export class PostgresTransaction extends ServerTransaction<Connection> {
  readonly #growth = new Map<number, Growth>();
  readonly #unused: Discarded[] = [];

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
}
