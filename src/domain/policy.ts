export const REDACTION_KINDS = [
  "private-key",
  "api-key",
  "token",
  "password",
  "connection-string",
  "id-card",
  "bank-card",
  "phone",
  "email",
] as const;
export type RedactionKind = (typeof REDACTION_KINDS)[number];

/** `drop` leaves a mark of the kind only; `mask` keeps enough to recognise it by (the last digits); `allow` stores it. */
export type RedactionAction = "drop" | "mask" | "allow";

/** What recall adds up. Each term is a calibrated score; the weights are versioned data, fitted on an evaluation set. */
export interface RecallWeights {
  /** Vector of the item itself. */
  readonly vector: number;
  /** Vector of the segment that follows an episode: "this turn + the next". */
  readonly vectorNext: number;
  readonly keyword: number;
  readonly entity: number;
  readonly speaker: number;
  readonly time: number;
  readonly recency: number;
  readonly importance: number;
  readonly session: number;
  /** Added to atomic memories over episodes. */
  readonly memory: number;
  /** Taken off a turn by the share of it that only asks. */
  readonly question: number;
  /** Added, for a "when" question, to what says when. */
  readonly when: number;
  /** Added to a statement of the attribute that is asked for. */
  readonly aspect: number;
}

/** Versioned data that decides how the engine behaves. Every memory carries the version that wrote it. */
export interface Policy {
  readonly version: string;
  readonly redaction: Readonly<Record<RedactionKind, RedactionAction>>;
  readonly extraction: {
    /** Candidates under it are rejected. 0–1 */
    readonly minConfidence: number;
    /** A turn longer than this many characters is sifted by its head only; the whole stays in the episode. */
    readonly maxTurnCharacters: number;
    readonly useModel: boolean;
  };
  readonly expiry: {
    /** "recently", 最近 */
    readonly recentlyDays: number;
    /** A time-bound remark whose end is not said. */
    readonly defaultDays: number;
  };
  readonly recall: {
    readonly weights: RecallWeights;
    /** 0–1: nothing under it is returned. */
    readonly floor: number;
    readonly defaultLimit: number;
    readonly candidatesPerChannel: number;
    readonly recencyHalfLifeDays: number;
  };
  readonly context: {
    readonly defaultMaxTokens: number;
    readonly guaranteedTurns: number;
    readonly maxTokensPerMemory: number;
    readonly maxMemories: number;
  };
  readonly journal: {
    readonly leaseSeconds: number;
    readonly maxAttempts: number;
    /** Wait after the first failure; doubles with each further one, with jitter. */
    readonly backoffSeconds: number;
    readonly batchSize: number;
  };
  readonly limits: {
    readonly maxTurnCharacters: number;
    readonly maxTurnsPerRecord: number;
    readonly maxStatementCharacters: number;
    readonly maxQueryCharacters: number;
  };
  readonly state: { readonly defaultTtlSeconds: number; readonly maxValueBytes: number };
}
