import type { Scope } from "../../../domain/index.js";
import type { Database } from "./database.js";
import { GRAPHS } from "./search-sql.js";

/** A model's vectors in one scope, that have grown. */
export interface Growth {
  readonly scope: Scope;
  readonly place: readonly [tenant: number, scope: number, model: number];
  readonly dimension: number;
  readonly vectors: number;
}

/** What an index of half-precision vectors takes at most. */
const MOST_DIMENSIONS = 4_000;

/**
 * Graphs (HNSW) of scopes that have many vectors: an index of its own for each, so that neither cost nor quality of a user's search
 * depends on what others store, and small users pay nothing for it. Made aside, while the table is read and written; until it is whole,
 * every vector is compared. One that could not be made is tried again with the next write of the scope.
 */
export class VectorGraphs {
  readonly #database: Database;
  readonly #running = new Map<string, Promise<void>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Begins to make the graph where it is due. */
  consider(growth: Growth): void {
    const { place, dimension, vectors } = growth;
    const name = nameOf(place);
    if (vectors < this.#database.graphFrom || dimension > MOST_DIMENSIONS || this.#running.has(name)) return;
    const running = this.#make(growth)
      .catch(() => undefined) // searches stay exact and are only slower; the next write tries again
      .finally(() => this.#running.delete(name));
    this.#running.set(name, running);
  }

  /** Resolves when none is being made. */
  async settle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  async #make({ scope, place, dimension }: Growth): Promise<void> {
    const name = nameOf(place);
    const { part, state } = await this.#database.read(scope, async (connection) => ({
      part: await connection.get<{ name: string }>(GRAPHS.findPart, place[0], place[1]),
      state: await connection.get<{ valid: boolean }>(GRAPHS.state, name),
    }));
    if (part === undefined) return;
    // Left behind by a process that ended while it made it, or being made by another one just now: then this one gives up.
    if (state?.valid === false) await this.#database.alone(GRAPHS.drop(this.#database.qualify(name)));
    if (state?.valid !== true) {
      const table = this.#database.qualify(part.name);
      await this.#database.alone(GRAPHS.create(name, table, this.#database.extensionSchema, place, dimension));
      // What share of the items a filter lets through is judged by these figures.
      await this.#database.alone(GRAPHS.measure(table));
      await this.#database.alone(GRAPHS.measure(this.#database.qualify(part.name.replace("vectors", "index_items"))));
    }
    await this.#database.write(scope, (connection) => connection.run(GRAPHS.note, ...place, true));
  }
}

function nameOf(place: Growth["place"]): string {
  return `vector_graph_${place.join("_")}`;
}
