import type { Scope } from "../../../domain/index.js";
import type { BuildingLine, Statement } from "./building-line.js";
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

/** A model whose last vector in a scope is gone. */
export type Discarded = Pick<Growth, "scope" | "place">;

interface GraphState {
  readonly valid: boolean;
  readonly building: boolean;
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
 *   users pay nothing for it. Until it is whole, every vector is compared. One that could not be made is tried again with a later write.
 */
export class VectorGraphs {
  readonly #database: Database;
  readonly #line: BuildingLine;

  constructor(database: Database, line: BuildingLine) {
    this.#database = database;
    this.#line = line;
  }

  /** Begins what is due. */
  consider(growth: Growth): void {
    const { place, dimension, vectors, hasGraph } = growth;
    const [tenant, scope] = place;
    if (isMeasureDue(growth)) {
      this.#line.add(`figures ${tenant} ${scope}`, (statement) => this.#measure(statement, growth));
    }
    const isGraphDue = !hasGraph && vectors >= this.#database.graphFrom && dimension <= MOST_DIMENSIONS;
    if (isGraphDue) this.#line.add(nameOf(place), (statement) => this.#make(statement, growth));
  }

  /** A model that has no vectors left needs no graph. Its number is never given again, so that one that stays behind does no harm. */
  discard({ scope, place }: Discarded): void {
    const name = nameOf(place);
    this.#line.add(`without ${name}`, async (statement) => {
      if ((await this.#findState(scope, name)) !== undefined)
        await statement(GRAPHS.drop(this.#database.qualify(name)));
    });
  }

  /** Cancels what is being done. */
  close(): Promise<void> {
    return this.#line.close();
  }

  async #findPart({ scope, place }: Growth): Promise<string | undefined> {
    const [tenant, number] = place;
    const found = await this.#database.read(scope, (connection) =>
      connection.get<{ name: string }>(GRAPHS.findPart, tenant, number),
    );
    return found?.name;
  }

  #findState(scope: Scope, name: string): Promise<GraphState | undefined> {
    return this.#database.read(scope, (connection) => connection.get<GraphState>(GRAPHS.state, name));
  }

  async #measure(statement: Statement, growth: Growth): Promise<void> {
    const part = await this.#findPart(growth);
    if (part === undefined) return;
    for (const table of ["vectors", ...SEARCHED])
      await statement(GRAPHS.measure(this.#database.qualify(part.replace("vectors", table))));
  }

  async #make(statement: Statement, growth: Growth): Promise<void> {
    const { scope, place, dimension } = growth;
    const name = nameOf(place);
    const part = await this.#findPart(growth);
    const state = await this.#findState(scope, name);
    if (part === undefined || state?.building === true) return;
    // Left behind by a process that ended while it made it.
    if (state?.valid === false) await statement(GRAPHS.drop(this.#database.qualify(name)));
    if (state?.valid !== true) {
      const { extensionSchema } = this.#database;
      await statement(GRAPHS.create(name, this.#database.qualify(part), extensionSchema, place, dimension));
      await this.#measure(statement, growth); // what share of the items a filter lets through is judged by these figures
    }
    const noted = await this.#database.write(scope, (connection) => connection.run(GRAPHS.note, ...place, true));
    if (noted === 0) await statement(GRAPHS.drop(this.#database.qualify(name))); // the model went meanwhile
  }
}

function nameOf(place: Growth["place"]): string {
  return `vector_graph_${place.join("_")}`;
}
