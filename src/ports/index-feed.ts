import type { Scope } from "../domain/index.js";
import type { OutboxEntry, OutboxLag } from "./index-outbox.js";

/** How it stands with an engine beside the store. */
export interface FeedReport extends OutboxLag {
  /** As told to operators, e.g. "qdrant". */
  readonly engine: string;
  /** `resting`: it did not answer a moment ago, and is asked again in a while. `filling`: it does not hold everything yet. */
  readonly state: "ready" | "resting" | "filling";
  /** Why it rests. */
  readonly lastError?: string;
}

/**
 * Carries what the journal holds for a search engine beside the store, and tells how far it has come. Whoever delivers reads what is to be
 * there now: an entry says which items changed, not how, so that doing one twice or late is harmless.
 */
export interface IndexFeed {
  /**
   * Delivers entries that a worker holds, and takes them out of the journal.
   * @throws UNAVAILABLE, CONFIG_INVALID (at once while the engine rests), INVALID_INPUT: then none was taken out
   */
  deliver(scope: Scope, entries: readonly OutboxEntry[]): Promise<void>;
  /** Delivers what waits of the scope within the time, and returns how many items are still to be delivered. Throws nothing of the engine's. */
  flush(scope: Scope, timeoutMs: number): Promise<number>;
  /** Whether the engine has no vector of the scope by this model. UNAVAILABLE. */
  isEmpty(scope: Scope, modelId: string): Promise<boolean>;
  /** Asks the engine anew where it rests. Throws nothing of the engine's. */
  examine(): Promise<FeedReport>;
}
