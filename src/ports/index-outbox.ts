import type {
  EpochMs,
  ItemAttributes,
  ItemId,
  JournalEntry,
  JournalEntryId,
  JournalTask,
  Page,
  PageRequest,
  Scope,
} from "../domain/index.js";

/** An item as the store's own indexes hold it. */
export interface IndexedItem {
  readonly attributes: ItemAttributes;
  /** By model, copies. Empty where the vector is still to come. */
  readonly vectors: ReadonlyMap<string, Float32Array>;
}

/** An entry of the journal that waits to be carried to an engine beside the store. */
export interface OutboxEntry extends JournalEntry {
  readonly task: Extract<JournalTask, { readonly type: "index" }>;
}

export interface OutboxLag {
  /** Waiting and leased. */
  readonly waiting: number;
  /** Failed for good; `JournalQueue.retryDead` has them wait again. */
  readonly dead: number;
  /** When the oldest of both was appended. */
  readonly oldestAppendedAt?: EpochMs;
}

/**
 * What a store offers to whoever keeps a search engine beside it: the entries of type `index`, and what its own indexes hold, to be carried
 * to the engine. A storage without one cannot have an engine beside it.
 */
export interface IndexOutbox {
  /** Of the scope, oldest first, dead ones included; at most `limit` (1–1000). Takes no longer the more entries of other types wait. */
  list(scope: Scope, limit: number): Promise<readonly OutboxEntry[]>;
  /**
   * Takes entries out as delivered, whoever holds them: a lease on one is void then. Those that are not there, or of another type, are ignored.
   * Durable when it resolves.
   */
  settle(scope: Scope, ids: readonly JournalEntryId[]): Promise<void>;
  /** Over all scopes. */
  lag(): Promise<OutboxLag>;
  /**
   * What the indexes hold of the items, those that they do not left out, in any order: one snapshot, which sees every write that was
   * acknowledged before. `importance` is 0 where no filter of the store looks at it.
   */
  read(scope: Scope, itemIds: readonly ItemId[]): Promise<readonly IndexedItem[]>;
  /** Everything that the indexes hold, with or without a vector. Order: item id, by code points. */
  listIds(scope: Scope, page: PageRequest): Promise<Page<ItemId>>;
}
