import { createHash } from "node:crypto";
import { type ItemId, KeepsakeError, type Scope, scopeKey } from "../../../domain/index.js";
import type { IndexedItem, IndexOutbox, OutboxEntry, VectorEngine, VectorPoint } from "../../../ports/index.js";
import type { EngineHealth } from "./engine-health.js";

/** Items that are read and put together. */
const MOST_TOGETHER = 500;
/** Items that keep changing while they are carried are left to the next try. */
const MOST_ROUNDS = 5;

function fingerprint(item: IndexedItem): string {
  const hash = createHash("sha256").update(JSON.stringify(item.attributes));
  for (const [model, values] of [...item.vectors].sort(([a], [b]) => (a < b ? -1 : 1))) {
    hash.update(JSON.stringify(model)).update(new Uint8Array(values.buffer, values.byteOffset, values.byteLength));
  }
  return hash.digest("base64");
}

function pointsOf({ attributes, vectors }: IndexedItem): readonly VectorPoint[] {
  return [...vectors].map(([modelId, values]) => ({ attributes, modelId, values }));
}

/**
 * Brings an engine to what the store's own indexes hold. Several processes may carry the same items at once, and one may be held up with what
 * it read long ago: so each looks again after it has put, and does not end before what it put is what the store holds. The entry that told of
 * the change stays in the journal until then, so that whoever is killed in between is followed by another.
 */
export class Carrier {
  readonly #outbox: IndexOutbox;
  readonly #engine: VectorEngine;
  readonly #health: EngineHealth;
  /** The last of the scope's turns; one at a time in this process. */
  readonly #turns = new Map<string, Promise<unknown>>();

  constructor(outbox: IndexOutbox, engine: VectorEngine, health: EngineHealth) {
    this.#outbox = outbox;
    this.#engine = engine;
    this.#health = health;
  }

  /** Carries the items of the entries, and takes the entries out. @throws what the engine throws; CONFLICT (they change all the time) */
  carry(scope: Scope, entries: readonly OutboxEntry[]): Promise<void> {
    return this.#inTurn(scope, () => this.#carry(scope, entries));
  }

  /** The first of what waits of the scope; nothing where somebody was quicker. */
  carryNext(scope: Scope, limit: number): Promise<void> {
    return this.#inTurn(scope, async () => {
      const entries = (await this.#outbox.list(scope, limit)).filter(({ state }) => state !== "dead");
      if (entries.length > 0) await this.#carry(scope, entries);
    });
  }

  /** Brings the items to what the store holds of them, whatever the journal says. */
  bring(scope: Scope, itemIds: readonly ItemId[]): Promise<void> {
    return this.#inTurn(scope, () => this.#bring(scope, itemIds));
  }

  /** Resolves when nothing is under way. */
  async settle(): Promise<void> {
    while (this.#turns.size > 0) await Promise.allSettled(this.#turns.values());
  }

  async #inTurn(scope: Scope, work: () => Promise<void>): Promise<void> {
    const key = scopeKey(scope);
    const before = this.#turns.get(key) ?? Promise.resolve();
    // whoever waits for the one before is told of its failure
    const turn = before.catch(() => undefined).then(work);
    this.#turns.set(key, turn);
    try {
      await turn;
    } finally {
      if (this.#turns.get(key) === turn) this.#turns.delete(key);
    }
  }

  async #carry(scope: Scope, entries: readonly OutboxEntry[]): Promise<void> {
    const erased = new Set(entries.flatMap(({ task }) => (task.erased === true ? task.itemIds : [])));
    if (erased.size > 0) await this.#health.call(() => this.#engine.remove(scope, [...erased]));
    await this.#bring(scope, [...new Set(entries.flatMap(({ task }) => task.itemIds))]);
    const ids = entries.map(({ id }) => id);
    await this.#outbox.settle(scope, ids);
  }

  async #bring(scope: Scope, itemIds: readonly ItemId[]): Promise<void> {
    for (let from = 0; from < itemIds.length; from += MOST_TOGETHER) {
      await this.#bringTogether(scope, itemIds.slice(from, from + MOST_TOGETHER));
    }
  }

  async #bringTogether(scope: Scope, itemIds: readonly ItemId[]): Promise<void> {
    const put = new Map<ItemId, string>();
    let left = itemIds;
    for (let round = 0; round < MOST_ROUNDS; round++) {
      const held = await this.#outbox.read(scope, left);
      const points = held.flatMap(pointsOf);
      const present = new Set(points.map(({ attributes }) => attributes.id));
      // what changed while it was carried may have been erased and come anew: nothing of before may stay
      const gone = round === 0 ? left.filter((id) => !present.has(id)) : left;
      await this.#health.call(async () => {
        if (gone.length > 0) await this.#engine.remove(scope, gone);
        if (points.length > 0) await this.#engine.put(scope, points);
      });
      for (const id of left) put.set(id, "");
      for (const item of held) if (item.vectors.size > 0) put.set(item.attributes.id, fingerprint(item));
      left = await this.#changed(scope, left, put);
      if (left.length === 0) return;
    }
    throw new KeepsakeError("CONFLICT", `${left.length} items change faster than ${this.#engine.name} takes them`);
  }

  /** Which of the items are no longer as they were put. */
  async #changed(
    scope: Scope,
    itemIds: readonly ItemId[],
    put: ReadonlyMap<ItemId, string>,
  ): Promise<readonly ItemId[]> {
    const held = await this.#outbox.read(scope, itemIds);
    const now = new Map(
      held.filter(({ vectors }) => vectors.size > 0).map((item) => [item.attributes.id, fingerprint(item)]),
    );
    return itemIds.filter((id) => put.get(id) !== (now.get(id) ?? ""));
  }
}
