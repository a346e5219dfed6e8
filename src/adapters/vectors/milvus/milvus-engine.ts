import { type ConsistencyLevelEnum, MilvusClient } from "@zilliz/milvus2-sdk-node";
import { type ItemId, KeepsakeError, type Page, type PageRequest, type Scope } from "../../../domain/index.js";
import type { VectorEngine, VectorHit, VectorPoint, VectorQuery } from "../../../ports/index.js";
import {
  type BatchSize,
  checkSearchLimit,
  inBatches,
  inOrder,
  inSizedBatches,
  type Listing,
  type ModelPoints,
  otherDimension,
  pageOf,
  pointKey,
  pointsByModel,
  startOf,
  toCondition,
  unavailable,
} from "../remote/index.js";
import { MilvusCalls, Refused } from "./calls.js";
import { expressionWithin, listed, within } from "./expression.js";
import { ModelCollections } from "./model-collections.js";
import type { MilvusOptions } from "./options.js";
import { rowOf } from "./rows.js";

const NAME = "milvus";
/** Far below what one message may hold (64 MB), so that none holds up the server's other work for long. */
const BATCH: BatchSize = { maxItems: 1_000, maxLength: 8_000_000 };
const MAX_REMOVED = 1_000;
/** So many candidates at least are looked at in the graph: few of the nearest are missed. */
const MIN_CANDIDATES = 1_000;
/** Searches and queries see all that was acknowledged before them, whoever wrote it. */
const STRONG: { readonly consistency_level: ConsistencyLevelEnum.Strong } = { consistency_level: 0 };
/** A page must be of the first keys in their order, not of any. */
const IN_ORDER_OF_KEYS = { iterator: "True", reduce_stop_for_best: "True" } as const;

interface Opened {
  readonly client: MilvusClient;
  readonly calls: MilvusCalls;
  readonly collections: ModelCollections;
}

/** Milvus or Zilliz Cloud. What filters see of an item rests in its row as digests; its id as it is. */
export class MilvusEngine implements VectorEngine {
  readonly name = NAME;
  readonly #options: MilvusOptions;
  #opened: Opened | undefined;

  constructor(options: MilvusOptions) {
    this.#options = options;
  }

  async open(): Promise<void> {
    const { url, token, database, prefix, timeoutMs } = this.#options;
    const calls = new MilvusCalls({ name: NAME, timeoutMs });
    const client = new MilvusClient({
      ...{ address: url, timeout: timeoutMs, maxRetries: 0, logLevel: "error", telemetry: { enabled: false } },
      ...(token !== undefined && { token }),
      ...(database !== undefined && { database }),
      channelOptions: { "grpc.initial_reconnect_backoff_ms": 100, "grpc.max_reconnect_backoff_ms": 2_000 },
    });
    try {
      await calls.ask(async () => {
        await client.connectPromise;
        return client.getVersion();
      });
    } catch (thrown) {
      await client.closeConnection();
      throw thrown;
    }
    // opened again after an outage: what it was before is let go of
    const former = this.#opened;
    this.#opened = { client, calls, collections: new ModelCollections(client, calls, prefix) };
    await former?.client.closeConnection();
  }

  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    await opened?.client.closeConnection();
  }

  search(scope: Scope, query: VectorQuery): Promise<readonly VectorHit[]> {
    return this.#use(async ({ client, calls, collections }) => {
      const { vector, modelId, filter, limit } = query;
      checkSearchLimit(limit);
      const dimension = await collections.find(modelId);
      if (dimension === undefined) return [];
      if (dimension !== vector.length) throw otherDimension(vector.length, dimension);
      const expression = expressionWithin(scope, toCondition(filter));
      if (expression === undefined) return [];
      const { results } = await calls.ask(() =>
        client.search({
          ...{ collection_name: collections.nameOf(modelId), anns_field: "vector", data: [...vector], limit },
          ...{ filter: expression, output_fields: ["itemId"], metric_type: "COSINE", ...STRONG },
          params: { ef: Math.max(limit * 2, MIN_CANDIDATES) },
        }),
      );
      return inOrder(results.map(({ itemId, score }) => ({ itemId: String(itemId) as ItemId, cosine: score })));
    });
  }

  put(scope: Scope, points: readonly VectorPoint[]): Promise<void> {
    return this.#use(async (opened) => {
      const models = pointsByModel(points);
      // all of them before anything is put
      for (const { modelId, dimension } of models) {
        const found = await opened.collections.find(modelId);
        if (found !== undefined && found !== dimension) throw otherDimension(dimension, found);
      }
      for (const model of models) await this.#putModel(opened, scope, model);
    });
  }

  remove(scope: Scope, itemIds: readonly ItemId[]): Promise<void> {
    return this.#use(async ({ client, calls, collections }) => {
      const keys = [...new Set(itemIds.map((id) => pointKey(scope, id)))];
      if (keys.length === 0) return;
      for (const collection_name of await collections.list()) {
        for (const some of inBatches(keys, MAX_REMOVED)) {
          const filter = within(scope, `key in ${listed(some)}`);
          await calls.ask(() => client.delete({ collection_name, filter }));
          const found = { collection_name, filter, output_fields: ["key"], limit: MAX_REMOVED, ...STRONG };
          const { data } = await calls.ask(() => client.query(found));
          if (data.length > 0) throw unavailable(NAME, `still shows ${data.length} of what was removed`);
        }
      }
    });
  }

  listIds(scope: Scope, modelId: string, page: PageRequest): Promise<Page<ItemId>> {
    return this.#use(async ({ client, calls, collections }) => {
      const listing: Listing = { engine: NAME, scope, modelId };
      const after = startOf(listing, page);
      if (after !== undefined && !/^[0-9a-f]{64}$/u.test(after)) {
        throw new KeepsakeError("INVALID_INPUT", "cursor was not made by this listing", { field: "cursor" });
      }
      if ((await collections.find(modelId)) === undefined) return { items: [] };
      const { data } = await calls.ask(() =>
        client.query({
          ...{ collection_name: collections.nameOf(modelId), output_fields: ["key", "itemId"], ...STRONG },
          filter: within(scope, ...(after === undefined ? [] : [`key > "${after}"`])),
          limit: page.limit + 1, // one more tells whether another page follows
          params: IN_ORDER_OF_KEYS,
        }),
      );
      const rows = [...data].sort((a, b) => (String(a.key) < String(b.key) ? -1 : 1)).slice(0, page.limit);
      const items = rows.map(({ itemId }) => String(itemId) as ItemId);
      const last = rows.at(-1)?.key;
      return pageOf(listing, items, data.length > page.limit && last !== undefined ? String(last) : undefined);
    });
  }

  async #putModel(
    { client, calls, collections }: Opened,
    scope: Scope,
    { modelId, dimension, points }: ModelPoints,
  ): Promise<void> {
    const collection_name = await collections.make(modelId, dimension);
    const lengthOf = (point: VectorPoint): number =>
      4 * point.values.length + 40 * (20 + point.attributes.tags.length + point.attributes.entities.length);
    for (const some of inSizedBatches(points, BATCH, lengthOf)) {
      await calls.ask(() => client.upsert({ collection_name, data: some.map((point) => rowOf(scope, point)) }));
    }
  }

  /** Again once, where a collection was dropped or released since it was seen. */
  async #use<Result>(act: (opened: Opened) => Promise<Result>): Promise<Result> {
    const opened = this.#opened;
    if (opened === undefined) throw new KeepsakeError("CLOSED", `${NAME} is not open`);
    try {
      return await act(opened);
    } catch (thrown) {
      if (!(thrown instanceof Refused)) throw thrown;
      opened.collections.forget();
    }
    try {
      return await act(opened);
    } catch (thrown) {
      if (thrown instanceof Refused) throw unavailable(NAME, "drops or releases its collections", thrown);
      throw thrown;
    }
  }
}
