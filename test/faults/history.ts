/** Milliseconds on the campaign's own clock, which no fault moves. */
export type Instant = number;

/**
 * What the caller knows of a call: `ok` it was acknowledged, `refused` every try was answered with a refusal that promises that nothing was kept,
 * `unknown` anything else: it may have happened, once, at any time after it began.
 */
export type Outcome = "ok" | "refused" | "unknown";

/** From the first try to the end of the last; for ever where the outcome is unknown. */
interface Called {
  readonly user: string;
  readonly begin: Instant;
  readonly end: Instant;
}

/** One value written to one slot. No two calls write the same value. */
export interface SlotWrite extends Called {
  readonly type: "write";
  readonly door: "remember" | "correct" | "state";
  readonly slot: string;
  readonly value: string;
  readonly outcome: Outcome;
  /** The memory that the acknowledgement named. */
  readonly memoryId?: string;
  /** Of a correction: the memory that was to be replaced. */
  readonly target?: string;
  /** Memories that acknowledgements of the same call under the same key named, where it was sent again. */
  readonly repeatedIds: readonly string[];
}

/** One turn, under an id and with a marker of its own. */
export interface TurnWrite extends Called {
  readonly type: "turn";
  readonly turnId: string;
  readonly marker: string;
  readonly outcome: Outcome;
}

/** What one answered question showed of a user's slots: every value that was given as current. */
export interface SlotRead extends Called {
  readonly type: "read";
  readonly door: "list" | "recall" | "state" | "final";
  readonly slot: string;
  readonly values: readonly string[];
}

export type Call = SlotWrite | TurnWrite | SlotRead;

/** A version of a memory, as the export shows it. */
export interface MemoryRow {
  readonly id: string;
  readonly lineageId: string;
  readonly version: number;
  readonly kind: string;
  readonly status: string;
  readonly content: string;
  readonly turnIds: readonly string[];
  readonly supersedes: readonly string[];
  readonly saidAt: string;
  readonly validFrom: string;
  readonly attribute?: string;
  readonly value?: string;
  readonly supersededBy?: string;
  readonly validTo?: string;
}

/** All that is held about a user when everything has come to rest. */
export interface FinalState {
  readonly user: string;
  readonly memories: readonly MemoryRow[];
  readonly turns: readonly { readonly id: string; readonly text: string }[];
  readonly episodes: readonly { readonly id: string; readonly centreTurnId: string }[];
  /** Turns that nobody digested, entries that failed for good, turns that the model has not read. */
  readonly waiting: number;
  readonly dead: number;
  /** Vectors, of which each current memory and each episode must have one. */
  readonly vectors: number;
}

export interface Violation {
  readonly rule: string;
  readonly user: string;
  readonly detail: string;
}
