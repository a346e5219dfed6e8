import { compareCodePoints, type Filter, type ItemId } from "../../../domain/index.js";
import type { VectorHit, VectorIndex, VectorQuery } from "../../../ports/index.js";
import {
  checkSearchLimit,
  type Entered,
  numbersOf,
  type ScopeNumbers,
  VectorBlock,
  type VectorModel,
  vectorModels,
} from "../relational/index.js";
import type { Connection } from "./connection.js";
import type { Database } from "./database.js";
import { conditionOf } from "./filter-condition.js";
import { VECTOR_SEARCH } from "./search-sql.js";
import type { VectorCopies } from "./vector-copies.js";

interface ItemRow {
  readonly doc: number;
  readonly itemId: ItemId;
}

interface VectorRow extends ItemRow {
  readonly numbers: Buffer;
}

/** Nearest of a copy that are asked about, for each hit asked for. */
const CANDIDATES_PER_HIT = 1.25;
const SPARE_CANDIDATES = 20;
const WIDENED = 4;
/** Where a larger share would be asked about, all items that match are read instead. */
const MOST_ASKED = 0.25;
/** Rows of one answer where vectors are compared as they come. */
const ROWS_PER_ANSWER = 1_000;

const inOrder = (a: VectorHit, b: VectorHit) => b.cosine - a.cosine || compareCodePoints(a.itemId, b.itemId);

const floatsIn = (numbers: Buffer): Float32Array =>
  new Float32Array(numbers.buffer.slice(numbers.byteOffset, numbers.byteOffset + numbers.byteLength));

const models = vectorModels<VectorModel>(VECTOR_SEARCH.models);

/** A search in one snapshot. */
class Search {
  readonly #connection: Connection;
  readonly #place: ScopeNumbers;
  readonly #model: VectorModel;
  readonly #query: VectorQuery;
  readonly #copies: VectorCopies;

  constructor(
    connection: Connection,
    place: ScopeNumbers,
    model: VectorModel,
    query: VectorQuery,
    copies: VectorCopies,
  ) {
    this.#connection = connection;
    this.#place = place;
    this.#model = model;
    this.#query = query;
    this.#copies = copies;
  }

  async run(): Promise<readonly VectorHit[]> {
    return (await this.#askAboutNearest()) ?? (await this.#amongMatching()) ?? (await this.#scan());
  }

  #copy() {
    return this.#copies.find(this.#connection, { ...this.#model, place: [...this.#place, this.#model.id] });
  }

  /** The copy's nearest, of which the server says which match. Undefined where too few would. */
  async #askAboutNearest(): Promise<readonly VectorHit[] | undefined> {
    const { vector, limit, filter } = this.#query;
    let count = Math.ceil(limit * CANDIDATES_PER_HIT) + SPARE_CANDIDATES;
    for (; count <= this.#model.vectors * MOST_ASKED; count *= WIDENED) {
      const nearest = (await this.#copy())?.nearest(vector, count);
      if (nearest === undefined) return undefined;
      const known = [...this.#place, nearest.map(({ doc }) => doc)] as const;
      const rows = await this.#items(VECTOR_SEARCH.among, known, filter);
      const itemOf = new Map(rows.map((row) => [row.doc, row.itemId]));
      const hits = nearest
        .flatMap(({ doc, cosine }): VectorHit[] => {
          const itemId = itemOf.get(doc);
          return itemId === undefined ? [] : [{ itemId, cosine }];
        })
        .sort(inOrder);
      // Beyond the last candidate others may be as near, and an item that goes before it.
      const last = hits[limit - 1];
      if (last !== undefined && last.cosine > (nearest.at(-1)?.cosine ?? 1)) return hits.slice(0, limit);
    }
    return undefined;
  }

  /** The nearest of those that the server says match. Undefined where there is no copy. */
  async #amongMatching(): Promise<readonly VectorHit[] | undefined> {
    const { vector, limit, filter } = this.#query;
    if ((await this.#copy()) === undefined) return undefined;
    const rows = await this.#items(VECTOR_SEARCH.matching, this.#place, filter);
    return (await this.#copy())?.nearestOf(vector, rows, limit);
  }

  /** Every vector is read and compared, for scopes that are too large to be held. */
  async #scan(): Promise<readonly VectorHit[]> {
    const { vector, limit, filter, withinMs } = this.#query;
    let best: VectorHit[] = [];
    for (let after = 0; ; ) {
      const known = [...this.#place, this.#model.id, after, ROWS_PER_ANSWER] as const;
      const { sql, values } = conditionOf(filter, "item", known.length + 1);
      const statement = VECTOR_SEARCH.whole(sql);
      const rows = await this.#connection.apart<VectorRow>({ withinMs }, statement, ...known, ...values);
      const hits = rows.map(({ itemId, numbers }) => ({ itemId, cosine: cosineOf(vector, numbers) }));
      best = [...best, ...hits].sort(inOrder).slice(0, limit);
      const last = rows.at(-1);
      if (last === undefined || rows.length < ROWS_PER_ANSWER) return best;
      after = last.doc;
    }
  }

  #items(
    statement: (condition: string) => string,
    known: readonly (number | readonly number[])[],
    filter: Filter,
  ): Promise<ItemRow[]> {
    const { sql, values } = conditionOf(filter, "item", known.length + 1);
    return this.#connection.apart<ItemRow>(this.#query, statement(sql), ...known, ...values);
  }
}

function cosineOf(vector: Float32Array, numbers: Buffer): number {
  const block = new VectorBlock(vector.length, { kernel: false });
  block.set(0, numbers);
  return block.cosine(vector, 0);
}

function named(connection: Connection, entered: Entered, model: VectorModel, itemIds: readonly ItemId[]) {
  return connection.apart<VectorRow>({}, VECTOR_SEARCH.named, ...numbersOf(entered), model.id, itemIds);
}

export function createVectorIndex(database: Database, copies: VectorCopies): VectorIndex {
  return {
    async search(scope, query) {
      checkSearchLimit(query.limit);
      return database.read(scope, async (connection, entered) => {
        const model = await models.of(connection, entered, query);
        return model === undefined ? [] : new Search(connection, numbersOf(entered), model, query, copies).run();
      });
    },
    score: (scope, query, itemIds) =>
      database.read(scope, async (connection, entered) => {
        const model = await models.of(connection, entered, query);
        if (model === undefined) return [];
        const rows = await named(connection, entered, model, itemIds);
        return rows.map(({ itemId, numbers }) => ({ itemId, cosine: cosineOf(query.vector, numbers) }));
      }),
    find: (scope, modelId, itemIds) =>
      database.read(scope, async (connection, entered) => {
        const model = await models.find(connection, entered, modelId);
        if (model === undefined) return new Map();
        const rows = await named(connection, entered, model, itemIds);
        return new Map(rows.map(({ itemId, numbers }) => [itemId, floatsIn(numbers)]));
      }),
    countByModel: (scope) => database.read(scope, (connection, entered) => models.count(connection, entered)),
  };
}
