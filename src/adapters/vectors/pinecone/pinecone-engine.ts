import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { type Index, Pinecone, type PineconeRecord } from "@pinecone-database/pinecone";
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
  type BatchSize,
  checkSearchLimit,
  inBatches,
  inOrder,
  inSizedBatches,
  type Listing,
  type ModelPoints,
  otherDimension,
  pageOf,
  pointsByModel,
  startOf,
  toCondition,
  unavailable,
} from "../remote/index.js";
import { ifFound, PineconeCalls } from "./calls.js";
import { metadataOf } from "./metadata.js";
import { withinScope } from "./metadata-filter.js";
import { type ModelIndex, ModelIndexes } from "./model-indexes.js";
import { DEFAULTS, type PineconeOptions } from "./options.js";

const NAME = "pinecone";
/** Of one upsert Pinecone takes 1,000 records and 2 MB. */
const BATCH: BatchSize = { maxItems: 1_000, maxLength: 1_500_000 };
/** As a number of a vector is written in JSON, at most. */
const NUMBER_LENGTH = 22;
const MAX_DELETED = 1_000;
const MAX_FETCHED = 100;
const MAX_LISTED = 100;
const MAX_ID_LENGTH = 512;

const LSN_OF_WRITE = "x-pinecone-request-lsn";
const LSN_OF_QUERY = "x-pinecone-max-indexed-lsn";

interface Opened {
  readonly client: Pinecone;
  readonly calls: PineconeCalls;
  readonly indexes: ModelIndexes;
}

/** A namespace of an index: everything of one tenant's user by one model, and nothing else. */
interface Space {
  readonly index: Index;
  readonly dimension: number;
}

/**
 * Pinecone's serverless indexes: one for each model, and in it a namespace for each user of each tenant. So a search costs what its own
 * user's memories cost. Tenant and user stand in the records as well, and every query names both. Pinecone shows writes some time after it
 * took them; each write here ends when its number in the log is among those that queries see.
 */
export class PineconeEngine implements VectorEngine {
  readonly name = NAME;
  readonly #options: PineconeOptions & typeof DEFAULTS;
  #opened: Opened | undefined;

  constructor(options: PineconeOptions) {
    this.#options = { ...DEFAULTS, ...options } as PineconeOptions & typeof DEFAULTS;
  }

  async open(): Promise<void> {
    const { apiKey, url, timeoutMs } = this.#options;
    const calls = new PineconeCalls({ name: NAME, timeoutMs });
    const client = new Pinecone({
      ...{ apiKey, maxRetries: 0, fetchApi: calls.fetch },
      ...(url !== undefined && { controllerHostUrl: url }),
    });
    const indexes = new ModelIndexes(client, calls, this.#options);
    await indexes.list();
    this.#opened = { client, calls, indexes };
  }

  async close(): Promise<void> {
    this.#opened = undefined;
  }

  search(scope: Scope, query: VectorQuery): Promise<readonly VectorHit[]> {
    return this.#use(async (opened) => {
      const { vector, modelId, filter: asked, limit } = query;
      checkSearchLimit(limit);
      const index = await opened.indexes.find(modelId);
      if (index === undefined) return [];
      if (index.dimension !== vector.length) throw otherDimension(vector.length, index.dimension);
      const filter = withinScope(scope, toCondition(asked));
      if (filter === undefined) return [];
      const space = spaceOf(opened, scope, index);
      const { result } = await opened.calls.ask(() =>
        space.index.query({ vector: [...vector], topK: limit, filter, includeMetadata: false, includeValues: false }),
      );
      return inOrder(result.matches.map(({ id, score = 0 }) => ({ itemId: itemIdOf(id), cosine: score })));
    });
  }

  put(scope: Scope, points: readonly VectorPoint[]): Promise<void> {
    return this.#use(async (opened) => {
      const models = pointsByModel(points);
      for (const point of points) recordIdOf(point.attributes.id);
      // all of them before anything is put
      for (const { modelId, dimension } of models) {
        const found = await opened.indexes.find(modelId);
        if (found !== undefined && found.dimension !== dimension) throw otherDimension(dimension, found.dimension);
      }
      for (const model of models) await this.#putModel(opened, scope, model);
    });
  }

  remove(scope: Scope, itemIds: readonly ItemId[]): Promise<void> {
    return this.#use(async (opened) => {
      const ids = [...new Set(itemIds.map(recordIdOf))];
      if (ids.length === 0) return;
      for (const index of await opened.indexes.list()) {
        await this.#removeFrom(opened, spaceOf(opened, scope, index), ids);
      }
    });
  }

  listIds(scope: Scope, modelId: string, page: PageRequest): Promise<Page<ItemId>> {
    return this.#use(async (opened) => {
      const listing: Listing = { engine: NAME, scope, modelId };
      let token = startOf(listing, page);
      const index = await opened.indexes.find(modelId);
      if (index === undefined) return { items: [] };
      const space = spaceOf(opened, scope, index);
      const items: ItemId[] = [];
      do {
        const limit = Math.min(MAX_LISTED, page.limit - items.length);
        const asked = { limit, ...(token !== undefined && { paginationToken: token }) };
        const answer = await ifFound(opened.calls.ask(() => space.index.listPaginated(asked)));
        items.push(...(answer?.result.vectors ?? []).flatMap(({ id }) => (id === undefined ? [] : [itemIdOf(id)])));
        token = answer?.result.pagination?.next;
      } while (token !== undefined && items.length < page.limit);
      return pageOf(listing, items, token);
    });
  }

  async #putModel(opened: Opened, scope: Scope, { modelId, dimension, points }: ModelPoints): Promise<void> {
    const space = spaceOf(opened, scope, await opened.indexes.make(modelId, dimension));
    const records = points.map((point) => recordOf(scope, point));
    let lsn: number | undefined;
    for (const batch of inSizedBatches(records, BATCH, lengthOf)) {
      const { headers } = await opened.calls.ask(() => space.index.upsert({ records: [...batch] }));
      lsn = lsnIn(headers, LSN_OF_WRITE);
    }
    if (lsn !== undefined) await this.#waitUntilSeen(opened, space, lsn);
  }

  async #removeFrom(opened: Opened, space: Space, ids: readonly string[]): Promise<void> {
    let lsn: number | undefined;
    for (const some of inBatches(ids, MAX_DELETED)) {
      const answer = await ifFound(opened.calls.ask(() => space.index.deleteMany({ ids: [...some] })));
      if (answer === undefined) return; // the user has nothing there
      lsn = lsnIn(answer.headers, LSN_OF_WRITE);
    }
    if (lsn !== undefined) await this.#waitUntilSeen(opened, space, lsn);
    for (const some of inBatches(ids, MAX_FETCHED)) {
      const answer = await ifFound(opened.calls.ask(() => space.index.fetch({ ids: [...some] })));
      const left = Object.keys(answer?.result.records ?? {}).length;
      if (left > 0) throw unavailable(NAME, `still shows ${left} of what was removed`);
    }
  }

  async #waitUntilSeen(opened: Opened, { index, dimension }: Space, lsn: number): Promise<void> {
    const deadline = performance.now() + this.#options.freshTimeoutMs;
    const anything = { vector: [1, ...new Array<number>(dimension - 1).fill(0)], topK: 1, includeMetadata: false };
    for (let pauseMs = 20; ; pauseMs = Math.min(1_000, pauseMs * 2)) {
      const { headers } = await opened.calls.ask(() => index.query(anything));
      if (lsnIn(headers, LSN_OF_QUERY) >= lsn) return;
      if (performance.now() + pauseMs > deadline) throw unavailable(NAME, "has not shown in time what it took");
      await sleep(pauseMs);
    }
  }

  async #use<Result>(act: (opened: Opened) => Promise<Result>): Promise<Result> {
    const opened = this.#opened;
    if (opened === undefined) throw new KeepsakeError("CLOSED", `${NAME} is not open`);
    try {
      return await act(opened);
    } catch (thrown) {
      opened.indexes.forget();
      if (thrown instanceof KeepsakeError && thrown.code === "NOT_FOUND") {
        throw unavailable(NAME, "has dropped an index meanwhile", thrown);
      }
      throw thrown;
    }
  }
}

function lsnIn(headers: Headers, name: string): number {
  const lsn = Number(headers.get(name) ?? Number.NaN);
  if (Number.isSafeInteger(lsn)) return lsn;
  const message = `${NAME} does not say how far its index has come (no ${name}): a serverless index is needed`;
  throw new KeepsakeError("CONFIG_INVALID", message);
}

function spaceOf({ client }: Opened, scope: Scope, { host, dimension }: ModelIndex): Space {
  const namespace = createHash("sha256").update(scopeKey(scope)).digest("hex").slice(0, 40);
  return { index: client.index({ host, namespace }), dimension };
}

/** Ids of records are ASCII. @throws INVALID_INPUT */
function recordIdOf(itemId: ItemId): string {
  const id = encodeURIComponent(itemId.toWellFormed());
  if (id.length <= MAX_ID_LENGTH) return id;
  throw new KeepsakeError("INVALID_INPUT", `${NAME} takes no id as long as this`, { field: "id" });
}

const itemIdOf = (recordId: string): ItemId => decodeURIComponent(recordId) as ItemId;

function recordOf(scope: Scope, point: VectorPoint): PineconeRecord {
  return {
    id: recordIdOf(point.attributes.id),
    values: [...point.values],
    metadata: metadataOf(scope, point),
  };
}

function lengthOf({ values = [], metadata }: PineconeRecord): number {
  return values.length * NUMBER_LENGTH + JSON.stringify(metadata).length;
}
