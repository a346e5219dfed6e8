import {
  eachScope,
  type ItemId,
  KeepsakeError,
  readAll,
  type Scope,
  SECOND_MS,
  toIndexLists,
  toKeepsakeError,
} from "../../../domain/index.js";
import type {
  Clock,
  Ids,
  IndexChange,
  IndexOutbox,
  Projection,
  Storage,
  StoreHealth,
  Telemetry,
  Truth,
  TruthTransaction,
  VectorEngine,
  VectorIndex,
} from "../../../ports/index.js";
import { VectorFeed } from "./vector-feed.js";

export interface VectorEngineOptions {
  readonly clock: Clock;
  readonly ids: Ids;
  readonly telemetry: Telemetry;
  /** So long a search waits for what was written before it and is not yet in the engine. */
  readonly freshMs?: number;
  /** So long an engine that did not answer is left alone. */
  readonly restMs?: number;
  /** Whether this process fills an engine that does not hold what the store holds. */
  readonly fills?: boolean;
}

const FRESH_MS = SECOND_MS;
const REST_MS = 5 * SECOND_MS;
/** So long entries are left to the process that wrote them, which delivers at once, before a worker may take them. */
const GRACE_MS = 5 * SECOND_MS;

type ItemChange = Exclude<IndexChange, { readonly type: "drop-model" }>;

const isItemChange = (change: IndexChange): change is ItemChange => change.type !== "drop-model";
const itemOf = (change: ItemChange) => (change.type === "remove" ? change.itemId : change.attributes.id);

/** Has the journal of the transaction's user say what the engine is to hear of. */
async function note(
  { journal }: TruthTransaction,
  { ids, clock }: VectorEngineOptions,
  { erased, changed = [] }: { readonly erased: Iterable<ItemId>; readonly changed?: Iterable<ItemId> },
): Promise<void> {
  const at = clock.now();
  const tasks = [
    ...toIndexLists(erased).map((itemIds) => ({ type: "index", itemIds, erased: true }) as const),
    ...toIndexLists(changed).map((itemIds) => ({ type: "index", itemIds }) as const),
  ];
  await journal.append(tasks.map((task) => ({ id: ids.journal(), task, at, dueAt: at + GRACE_MS })));
}

/** The store's own indexes first; then what the engine is to hear of, in the same transaction. */
function fedProjection(
  inner: Projection,
  outbox: IndexOutbox,
  written: WeakSet<TruthTransaction>,
  options: VectorEngineOptions,
): Projection {
  return {
    async apply(transaction, changes) {
      await inner.apply(transaction, changes);
      // of a user that is not there nothing was put, and nothing is to be removed
      if (changes.length === 0 || !(await transaction.directory.hasUser())) return;
      const ofItems = changes.filter(isItemChange);
      const erased = new Set(ofItems.filter(({ type }) => type === "remove").map(itemOf));
      // an engine takes vectors of every model away together: what is left of each item is put there again. Items are those that are
      // committed: what the transaction itself changes is told of apart
      if (ofItems.length < changes.length) {
        for (const id of await readAll((page) => outbox.listIds(transaction.scope, page))) erased.add(id);
      }
      const changed = ofItems.map(itemOf).filter((id) => !erased.has(id));
      await note(transaction, options, { erased, changed });
      written.add(transaction);
    },
  };
}

/**
 * What a repair takes from the store's indexes goes from the engine too: told of in the transaction in which it went, so that a worker does
 * it where this process ends first. What the engine holds of an item whose name went before is found by comparing, while the engine answers.
 */
function fedHealth(
  inner: StoreHealth,
  { tenants, vectors }: Storage,
  feed: VectorFeed,
  options: VectorEngineOptions,
): StoreHealth {
  return {
    inspect: () => inner.inspect(),
    async mend(told) {
      const users: Scope[] = [];
      // beforehand: with the last vector of a model its name goes from the store, and engines list by model
      const models = new Set<string>();
      for await (const scope of eachScope(tenants))
        for (const model of (await vectors.countByModel(scope)).keys()) models.add(model);
      const mended = await inner.mend(async (transaction, gone) => {
        await note(transaction, options, { erased: gone });
        await told?.(transaction, gone);
        users.push(transaction.scope);
      });
      for (const scope of users) await feed.removeOrphans(scope, models);
      return mended;
    },
  };
}

function fedTruth(inner: Truth, written: WeakSet<TruthTransaction>, feed: VectorFeed): Truth {
  return {
    open: () => inner.open(),
    close: () => inner.close(),
    read: (scope, work) => inner.read(scope, work),
    async write(scope, work) {
      let isFed = false;
      const result = await inner.write(scope, async (transaction) => {
        const done = await work(transaction);
        isFed = written.has(transaction);
        return done;
      });
      if (isFed) feed.deliverSoon(scope);
      return result;
    },
  };
}

/**
 * Searches go to the engine, once it holds all that was acknowledged before; where it does not within the time, or does not answer, the store's
 * own vectors answer, and whoever asks is told. All else is asked of the store, which has it nearer.
 */
function fedVectors(inner: VectorIndex, engine: VectorEngine, feed: VectorFeed, freshMs: number): VectorIndex {
  return {
    ...{ score: inner.score, find: inner.find, countByModel: inner.countByModel },
    async search(scope, query) {
      const substitute = (why: string) => {
        query.onSubstitute?.(`${engine.name} ${why}`);
        return inner.search(scope, query);
      };
      const { failure } = feed.health;
      if (failure !== undefined) return substitute(failure.code);
      if (!feed.isFilled) return substitute("is being filled");
      if ((await feed.flush(scope, freshMs)) > 0) return substitute(feed.health.failure?.code ?? "is behind");
      try {
        return await feed.health.call(() => engine.search(scope, query));
      } catch (thrown) {
        const { code } = toKeepsakeError(thrown);
        if (code === "INVALID_INPUT" || code === "CLOSED") throw thrown;
        return substitute(code);
      }
    },
  };
}

/**
 * The storage with an engine beside it that answers searches by vector. Truth, journal and keywords stay where they are; so do the vectors,
 * from which the engine is fed through the journal, filled anew at any time, and stood in for while it does not answer (ADR 0022).
 * Opens without the engine where that does not answer.
 * @throws CONFIG_INVALID where the storage cannot have an engine beside it
 */
export function withVectorEngine(inner: Storage, engine: VectorEngine, options: VectorEngineOptions): Storage {
  const { outbox } = inner;
  if (outbox === undefined) {
    const message = `storage.kind has no outbox: ${engine.name} cannot stand beside it`;
    throw new KeepsakeError("CONFIG_INVALID", message, { field: "vectors.kind" });
  }
  const { freshMs = FRESH_MS, restMs = REST_MS, fills = true, telemetry } = options;
  // a search waits for the engine, and for what the engine is still to hear of: no connection of the store is kept busy meanwhile
  const { snapshots: _, ...apart } = inner;
  const feed = new VectorFeed(inner, outbox, engine, { telemetry, restMs, fills });
  const written = new WeakSet<TruthTransaction>();
  return {
    ...apart,
    truth: fedTruth(inner.truth, written, feed),
    projection: fedProjection(inner.projection, outbox, written, options),
    vectors: fedVectors(inner.vectors, engine, feed, freshMs),
    ...(inner.health !== undefined && { health: fedHealth(inner.health, inner, feed, options) }),
    feed,
    async open() {
      await inner.open();
      await feed.open();
    },
    async close() {
      try {
        await feed.close();
      } finally {
        await inner.close();
      }
    },
  };
}
