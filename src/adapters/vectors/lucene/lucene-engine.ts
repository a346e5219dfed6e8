import { createHash } from "node:crypto";
import {
  type ItemId,
  KeepsakeError,
  type Page,
  type PageRequest,
  type Scope,
  scopeKey,
} from "../../../domain/index.js";
import type { VectorEngine, VectorHit, VectorPoint, VectorQuery } from "../../../ports/index.js";
import {
  checkSearchLimit,
  inOrder,
  type Listing,
  type ModelPoints,
  otherDimension,
  pageOf,
  pointKey,
  pointsByModel,
  startOf,
  toCondition,
} from "../remote/index.js";
import { countIn, sortKeysIn, versionIn } from "./answers.js";
import { type Entry, writeInBatches } from "./bulk.js";
import { decimalsOf, documentOf } from "./documents.js";
import { errorOfRefusal, isMissingIndex, toEngineError } from "./engine-errors.js";
import { oneOf, type Query, queryOf, within } from "./filter-query.js";
import { ModelIndexes } from "./model-indexes.js";
import type { Dialect, Server } from "./server.js";

/**
 * So many candidates at least: where a filter leaves no more than that, Lucene compares them one by one and the answer is exact, as it is
 * for most users; beyond, its graph is asked for so many that few of the nearest are missed.
 */
const MIN_CANDIDATES = 1_000;
/** Servers take 65,536 terms in one query. */
const MAX_CHECKED = 10_000;

export interface LuceneSettings {
  readonly prefix: string;
  readonly refreshMs: number;
}

interface Opened {
  readonly server: Server;
  readonly indexes: ModelIndexes;
}

/**
 * OpenSearch or Elasticsearch. A scope's documents lie in one shard of each model's index, by their routing: a search asks no other. They
 * carry tenant and user as well, and every query names both.
 */
export class LuceneEngine implements VectorEngine {
  readonly name: string;
  readonly #dialect: Dialect;
  readonly #settings: LuceneSettings;
  #opened: Opened | undefined;

  constructor(dialect: Dialect, settings: LuceneSettings) {
    this.name = dialect.name;
    this.#dialect = dialect;
    this.#settings = settings;
  }

  async open(): Promise<void> {
    const server = this.#dialect.connect();
    try {
      const version = versionIn(await server.ask({ method: "GET", path: "/" }));
      const reason = this.#dialect.whyUnfit(version);
      if (reason !== undefined) throw new KeepsakeError("CONFIG_INVALID", reason, { version: version.number });
    } catch (thrown) {
      await server.close();
      throw toEngineError(thrown, this.name);
    }
    // opened again after an outage: what it was before is let go of
    const former = this.#opened;
    this.#opened = { server, indexes: new ModelIndexes(server, this.#dialect, this.#settings) };
    await former?.server.close();
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.server.close();
  }

  search(scope: Scope, query: VectorQuery): Promise<readonly VectorHit[]> {
    return this.#use(async (opened) => {
      const { vector, modelId, filter, limit } = query;
      checkSearchLimit(limit);
      const dimension = await opened.indexes.findDimension(modelId);
      if (dimension === undefined) return [];
      if (dimension !== vector.length) throw otherDimension(vector.length, dimension);
      const nearest = this.#dialect.nearest({
        vector: decimalsOf(vector),
        k: Math.max(limit, MIN_CANDIDATES),
        filter: within(scope, queryOf(toCondition(filter))),
      });
      const sort = [{ _score: { order: "desc" } }, { itemId: { order: "asc" } }];
      const keys = await this.#sorted(opened, scope, modelId, { size: limit, sort, ...nearest });
      // both say (1 + cosine) / 2
      return inOrder(keys.map(([score, itemId]) => ({ itemId: idOf(itemId), cosine: 2 * Number(score) - 1 })));
    });
  }

  put(scope: Scope, points: readonly VectorPoint[]): Promise<void> {
    return this.#use(async (opened) => {
      const models = pointsByModel(points);
      // all of them before anything is made or put
      for (const { modelId, dimension } of models) await opened.indexes.checkDimension(modelId, dimension);
      for (const model of models) await this.#putModel(opened, scope, model);
    });
  }

  remove(scope: Scope, itemIds: readonly ItemId[]): Promise<void> {
    return this.#use(async ({ server, indexes }) => {
      if (itemIds.length === 0) return;
      const ids = [...new Set(itemIds)];
      const routing = routingOf(scope);
      const keys = ids.map((id) => pointKey(scope, id));
      // by key rather than by query: a query does not see what was put a moment ago
      for (const index of await indexes.listNames()) {
        const entries = keys.map((key): Entry => [JSON.stringify({ delete: { _index: index, _id: key, routing } })]);
        const refusal = await writeInBatches(server, entries, {});
        if (refusal !== undefined && !isMissingIndex(refusal)) throw errorOfRefusal(refusal, this.name);
      }
      for (let first = 0; first < ids.length; first += MAX_CHECKED) {
        await this.#checkGone({ server, indexes }, scope, ids.slice(first, first + MAX_CHECKED));
      }
    });
  }

  listIds(scope: Scope, modelId: string, page: PageRequest): Promise<Page<ItemId>> {
    return this.#use(async (opened) => {
      const listing: Listing = { engine: this.name, scope, modelId };
      const after = startOf(listing, page);
      const keys = await this.#sorted(opened, scope, modelId, {
        size: page.limit + 1, // one more tells whether another page follows
        sort: [{ itemId: { order: "asc" } }],
        query: within(scope),
        ...(after !== undefined && { search_after: [after] }),
      });
      const items = keys.slice(0, page.limit).map(([itemId]) => idOf(itemId));
      return pageOf(listing, items, keys.length > page.limit ? items.at(-1) : undefined);
    });
  }

  async #putModel(
    { server, indexes }: Opened,
    scope: Scope,
    { modelId, dimension, points }: ModelPoints,
  ): Promise<void> {
    const routing = routingOf(scope);
    const alias = indexes.aliasOf(modelId);
    const entryOf = (point: VectorPoint): Entry => [
      JSON.stringify({ index: { _index: alias, _id: pointKey(scope, point.attributes.id), routing } }),
      JSON.stringify(documentOf(scope, point)),
    ];
    const write = async () => {
      await indexes.make(modelId, dimension);
      return writeInBatches(server, lazily(points, entryOf), { require_alias: "true" });
    };
    let refusal = await write();
    if (refusal !== undefined && isMissingIndex(refusal)) {
      indexes.forget(modelId); // somebody dropped it since it was seen
      refusal = await write();
    }
    if (refusal !== undefined) throw errorOfRefusal(refusal, this.name);
  }

  async #checkGone({ server, indexes }: Opened, scope: Scope, ids: readonly ItemId[]): Promise<void> {
    const query: Query = within(scope, oneOf("itemId", ids));
    const left = countIn(
      await server.ask({
        method: "POST",
        path: `/${indexes.all}/_count`,
        query: { routing: routingOf(scope), ignore_unavailable: "true", allow_no_indices: "true" },
        body: { query },
      }),
    );
    if (left > 0) throw new KeepsakeError("UNAVAILABLE", `${this.name} still shows ${left} of what was removed`);
  }

  #sorted({ server, indexes }: Opened, scope: Scope, modelId: string, body: object) {
    const query = {
      routing: routingOf(scope),
      ignore_unavailable: "true",
      allow_partial_search_results: "false",
    };
    const search = { track_total_hits: false, _source: false, ...body };
    return server
      .ask({ method: "POST", path: `/${indexes.indexOf(modelId)}/_search`, query, body: search })
      .then(sortKeysIn);
  }

  async #use<Result>(act: (opened: Opened) => Promise<Result>): Promise<Result> {
    if (this.#opened === undefined) throw new KeepsakeError("CLOSED", `${this.name} is not open`);
    try {
      return await act(this.#opened);
    } catch (thrown) {
      throw toEngineError(thrown, this.name);
    }
  }
}

function* lazily<Value, Made>(values: Iterable<Value>, make: (value: Value) => Made): Generator<Made> {
  for (const value of values) yield make(value);
}

const idOf = (sortKey: unknown): ItemId => String(sortKey) as ItemId;

/** Digits that say nothing of whose they are. */
function routingOf(scope: Scope): string {
  return createHash("sha256").update(scopeKey(scope)).digest("hex").slice(0, 32);
}
