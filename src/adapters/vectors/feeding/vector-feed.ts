import { type Scope, SECOND_MS, scopeKey, toKeepsakeError } from "../../../domain/index.js";
import type {
  FeedReport,
  IndexFeed,
  IndexOutbox,
  OutboxEntry,
  Storage,
  Telemetry,
  VectorEngine,
} from "../../../ports/index.js";
import { Carrier } from "./carrier.js";
import { EngineFilling } from "./engine-filling.js";
import { EngineHealth, isOutage } from "./engine-health.js";

/** Entries that are carried together. */
const MOST_ENTRIES = 100;
/** Users whose changes are carried at once right after their commit; beyond the second bound a worker does it. */
const MOST_AT_ONCE = 4;
const MOST_QUEUED = 1_000;
const LONGEST_FLUSH_MS = 30 * SECOND_MS;

export interface FeedOptions {
  readonly telemetry: Telemetry;
  /** So long an engine that did not answer is left alone. */
  readonly restMs: number;
  /** Whether this process brings everything to an engine that does not hold it. */
  readonly fills: boolean;
}

function itemsOf(entries: readonly OutboxEntry[]): number {
  return new Set(entries.flatMap(({ task }) => task.itemIds)).size;
}

/** Rejects with nothing: false when the time is up first. What is late goes on. */
async function endsWithin(timeoutMs: number, work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false);
  });
  try {
    return await Promise.race([work.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Everything that is carried to one engine from one process. */
export class VectorFeed implements IndexFeed {
  readonly #outbox: IndexOutbox;
  readonly #engine: VectorEngine;
  readonly #options: FeedOptions;
  readonly #carrier: Carrier;
  readonly #filling: EngineFilling;
  readonly health: EngineHealth;
  /** Changed a moment ago, by scope. */
  readonly #queued = new Map<string, Scope>();
  #running = 0;
  #closed = true;
  #checking: Promise<void> | undefined;
  /** The latest look whether the engine is filled. */
  #looked: Promise<unknown> = Promise.resolve();

  constructor(storage: Storage, outbox: IndexOutbox, engine: VectorEngine, options: FeedOptions) {
    this.#outbox = outbox;
    this.#engine = engine;
    this.#options = options;
    this.health = new EngineHealth(engine, options.telemetry, options.restMs, () => this.#check());
    this.#carrier = new Carrier(outbox, engine, this.health);
    this.#filling = new EngineFilling(storage, outbox, engine, this.health, this.#carrier);
  }

  get isFilled(): boolean {
    return this.#filling.isFilled;
  }

  async open(): Promise<void> {
    this.#closed = false;
    await this.health.open();
    // whether it is filled is soon known; the fill itself is not waited for
    await this.#looked;
  }

  /** Ends what is under way; what is still queued stays in the journal. */
  async close(): Promise<void> {
    this.#closed = true;
    this.#queued.clear();
    this.#filling.close();
    await this.health.close();
    await this.#checking;
    await this.#carrier.settle();
    await this.#engine.close();
  }

  async deliver(scope: Scope, entries: readonly OutboxEntry[]): Promise<void> {
    await this.#carrier.carry(scope, entries);
  }

  async flush(scope: Scope, timeoutMs: number): Promise<number> {
    const deadline = performance.now() + timeoutMs;
    for (;;) {
      const entries = await this.#outbox.list(scope, MOST_ENTRIES);
      const live = entries.filter(({ state }) => state !== "dead");
      const leftMs = deadline - performance.now();
      if (live.length === 0 || leftMs <= 0 || this.health.failure !== undefined) return itemsOf(entries);
      try {
        if (!(await endsWithin(leftMs, this.#carrier.carryNext(scope, MOST_ENTRIES)))) return itemsOf(entries);
      } catch (thrown) {
        this.#note(thrown);
        return itemsOf(await this.#outbox.list(scope, MOST_ENTRIES));
      }
    }
  }

  /** Has what was just committed carried, with nobody waiting. */
  deliverSoon(scope: Scope): void {
    if (this.#closed || this.health.failure !== undefined || this.#queued.size >= MOST_QUEUED) return;
    this.#queued.set(scopeKey(scope), scope);
    if (this.#running >= MOST_AT_ONCE) return;
    this.#running += 1;
    void this.#work();
  }

  /** Carries what waits of the user, and takes from the engine what the store does not hold. Where it does not answer, what waits stays. */
  async removeOrphans(scope: Scope, models: Iterable<string>): Promise<void> {
    try {
      if ((await this.flush(scope, LONGEST_FLUSH_MS)) > 0 || this.health.failure !== undefined) return;
      await this.#filling.removeOrphans(scope, models);
    } catch (thrown) {
      this.#note(thrown);
    }
  }

  async isEmpty(scope: Scope, modelId: string): Promise<boolean> {
    const { items } = await this.health.call(() => this.#engine.listIds(scope, modelId, { limit: 1 }));
    return items.length === 0;
  }

  async examine(): Promise<FeedReport> {
    await this.health.ask();
    const { failure } = this.health;
    const state = failure !== undefined ? "resting" : this.isFilled ? "ready" : "filling";
    const why = failure === undefined ? {} : { lastError: `${failure.code}: ${failure.message}` };
    return { ...(await this.#outbox.lag()), engine: this.#engine.name, state, ...why };
  }

  async #work(): Promise<void> {
    for (const [key, scope] of this.#queued) {
      this.#queued.delete(key);
      try {
        await this.flush(scope, LONGEST_FLUSH_MS);
      } catch (thrown) {
        this.#note(thrown); // the entries are in the journal: a worker takes them up
      }
    }
    this.#running -= 1;
  }

  /** After each time that the engine begins to answer: it may be new, or have lost what it held. */
  #check(): void {
    if (this.#closed || this.#checking !== undefined) return;
    const looked = this.#filling.look();
    this.#looked = looked.catch(() => undefined);
    this.#checking = this.#fillAfter(looked)
      .catch((thrown: unknown) => this.#note(thrown))
      .finally(() => {
        this.#checking = undefined;
      });
  }

  async #fillAfter(looked: Promise<boolean>): Promise<void> {
    if ((await looked) || !this.#options.fills) return;
    const began = performance.now();
    await this.#filling.fill();
    const ms = Math.round(performance.now() - began);
    this.#options.telemetry.log("info", "vectors.engine_filled", { engine: this.#engine.name, ms });
  }

  /** Outages are told of once, where they begin. */
  #note(thrown: unknown): void {
    const { code } = toKeepsakeError(thrown);
    if (isOutage(thrown) || code === "CLOSED") return;
    this.#options.telemetry.count("keepsake_vector_deliveries_failed", 1, { code });
    this.#options.telemetry.log("warn", "vectors.delivery_failed", { engine: this.#engine.name, code });
  }
}
