import type { Scope } from "../../../domain/index.js";
import type { Database } from "./database.js";
import { GRAPHS } from "./search-sql.js";

/** A model's vectors in one scope, that have grown. */
export interface Growth {
  readonly scope: Scope;
  readonly place: readonly [tenant: number, scope: number, model: number];
  readonly dimension: number;
  readonly before: number;
  readonly vectors: number;
  readonly hasGraph: boolean;
}

/** What an index of half-precision vectors takes at most. */
const MOST_DIMENSIONS = 4_000;
/** The planner's figures are taken when a scope's vectors come to be so many, and each time they have become four times as many. */
const FIRST_MEASURED = 256;
const MEASURED_AGAIN = 4;
/** Whose figures plans of searches rest on, besides the vectors. */
const SEARCHED = ["index_items", "keyword_terms", "keyword_postings", "memories", "episodes", "turns"];

/** Has the number of times that the planner's figures were due grown? */
function isMeasureDue({ before, vectors }: Growth): boolean {
  const times = (count: number) =>
    count < FIRST_MEASURED ? 0 : 1 + Math.floor(Math.log(count / FIRST_MEASURED) / Math.log(MEASURED_AGAIN));
  return times(vectors) > times(before);
}

/**
 * What follows when a scope's vectors become many, done aside while the tables are read and written.
 * - The planner gets new figures at once: a large import into new tables would be searched by bad plans until the server takes them itself.
 * - A graph (HNSW), an index of the scope's own, so that neither cost nor quality of a user's search depends on what others store, and small
 *   users pay nothing for it. Until it is whole, every vector is compared. One that could not be made is tried again with the next write.
 */
export class VectorGraphs {
  readonly #database: Database;
  readonly #running = new Map<string, Promise<void>>();

  constructor(database: Database) {
    this.#database = database;
  }

  /** Begins what is due. */
  consider(growth: Growth): void {
    const { place, dimension, vectors, hasGraph } = growth;
    const [tenant, scope] = place;
    if (isMeasureDue(growth)) this.#begin(`figures ${tenant} ${scope}`, () => this.#measure(growth));
    const isGraphDue = !hasGraph && vectors >= this.#database.graphFrom && dimension <= MOST_DIMENSIONS;
    if (isGraphDue) this.#begin(nameOf(place), () => this.#make(growth));
  }

  /** Resolves when nothing is being done. */
  async settle(): Promise<void> {
    await Promise.all(this.#running.values());
  }

  #begin(name: string, work: () => Promise<void>): void {
    if (this.#running.has(name)) return;
    const running = work()
      .catch(() => undefined) // searches stay right and are only slower; growth asks for it again
      .finally(() => this.#running.delete(name));
    this.#running.set(name, running);
  }

  async #findPart({ scope, place }: Growth): Promise<string | undefined> {
    const [tenant, number] = place;
    const found = await this.#database.read(scope, (connection) =>
      connection.get<{ name: string }>(GRAPHS.findPart, tenant, number),
    );
    return found?.name;
  }

  async #measure(growth: Growth): Promise<void> {
    const part = await this.#findPart(growth);
    if (part === undefined) return;
    for (const table of ["vectors", ...SEARCHED])
      await this.#database.alone(GRAPHS.measure(this.#database.qualify(part.replace("vectors", table))));
  }

  async #make(growth: Growth): Promise<void> {
    const { scope, place, dimension } = growth;
    const name = nameOf(place);
    const part = await this.#findPart(growth);
    const state = await this.#database.read(scope, (connection) =>
      connection.get<{ valid: boolean; building: boolean }>(GRAPHS.state, name),
    );
    if (part === undefined || state?.building === true) return;
    // Left behind by a process that ended while it made it.
    if (state?.valid === false) await this.#database.alone(GRAPHS.drop(this.#database.qualify(name)));
    if (state?.valid !== true) {
      const { extensionSchema } = this.#database;
      await this.#database.alone(GRAPHS.create(name, this.#database.qualify(part), extensionSchema, place, dimension));
      await this.#measure(growth); // what share of the items a filter lets through is judged by these figures
    }
    await this.#database.write(scope, (connection) => connection.run(GRAPHS.note, ...place, true));
  }
}

function nameOf(place: Growth["place"]): string {
  return `vector_graph_${place.join("_")}`;
}
