import {
  eachScope,
  type ItemId,
  KeepsakeError,
  type MemoryId,
  makeScope,
  pagesOf,
  type Scope,
} from "../../../domain/index.js";
import type { IndexOutbox, Storage, VectorEngine, VectorPoint } from "../../../ports/index.js";
import type { Carrier } from "./carrier.js";
import type { EngineHealth } from "./engine-health.js";

/** Says in the engine itself that everything was put: it is lost with the rest when the engine loses what it holds. */
const MARK_SCOPE = makeScope("keepsake", "what this engine holds");
const MARK_MODEL = "keepsake:filled";
const MARK: VectorPoint = {
  modelId: MARK_MODEL,
  values: Float32Array.of(1, 0, 0, 0),
  attributes: {
    ...{ id: "mem_filled" as MemoryId, type: "memory", status: "active", tags: [], entities: [] },
    ...{ saidAt: 0, recordedAt: 0, validFrom: 0, importance: 0 },
  },
};

/** Brings everything that the store holds to an engine that does not hold it, and takes away what is there too much. */
export class EngineFilling {
  readonly #storage: Storage;
  readonly #outbox: IndexOutbox;
  readonly #engine: VectorEngine;
  readonly #health: EngineHealth;
  readonly #carrier: Carrier;
  #isFilled = false;
  #closed = false;

  constructor(storage: Storage, outbox: IndexOutbox, engine: VectorEngine, health: EngineHealth, carrier: Carrier) {
    this.#storage = storage;
    this.#outbox = outbox;
    this.#engine = engine;
    this.#health = health;
    this.#carrier = carrier;
  }

  /** As far as is known. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  /** Looks whether the engine was filled. @throws what the engine throws */
  async look(): Promise<boolean> {
    const { items } = await this.#health.call(() => this.#engine.listIds(MARK_SCOPE, MARK_MODEL, { limit: 1 }));
    this.#isFilled = items.length > 0;
    return this.#isFilled;
  }

  /** Fills it, user by user. A fill that was cut off begins again from the start: what is there is put once more. @throws CLOSED */
  async fill(): Promise<void> {
    for await (const scope of eachScope(this.#storage.tenants)) await this.mend(scope);
    await this.#health.call(() => this.#engine.put(MARK_SCOPE, [MARK]));
    this.#isFilled = true;
  }

  /** One user's: what the store holds is brought, and what it does not hold is taken away. */
  async mend(scope: Scope): Promise<void> {
    const held = await this.#eachHeld(scope, (ids) => this.#carrier.bring(scope, ids));
    await this.#removeOrphans(scope, held, (await this.#storage.vectors.countByModel(scope)).keys());
  }

  /** Takes away what the engine holds of one user, by these models, and the store does not. */
  async removeOrphans(scope: Scope, models: Iterable<string>): Promise<void> {
    await this.#removeOrphans(scope, await this.#eachHeld(scope, async () => undefined), models);
  }

  async #eachHeld(scope: Scope, visit: (ids: readonly ItemId[]) => Promise<void>): Promise<ReadonlySet<ItemId>> {
    const held = new Set<ItemId>();
    for await (const ids of pagesOf((page) => this.#outbox.listIds(scope, page))) {
      if (this.#closed) throw new KeepsakeError("CLOSED", "the store was closed while its engine was filled");
      await visit(ids);
      for (const id of ids) held.add(id);
    }
    return held;
  }

  async #removeOrphans(scope: Scope, held: ReadonlySet<ItemId>, models: Iterable<string>): Promise<void> {
    for (const modelId of models) {
      const orphans: ItemId[] = [];
      for await (const ids of pagesOf((page) => this.#health.call(() => this.#engine.listIds(scope, modelId, page)))) {
        orphans.push(...ids.filter((id) => !held.has(id)));
      }
      // what came meanwhile is no orphan: bringing looks at what the store holds
      if (orphans.length > 0) await this.#carrier.bring(scope, orphans);
    }
  }

  close(): void {
    this.#closed = true;
  }
}
