import type { RedactionPolicy } from "./redaction.js";

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
  /** Taken off a summary, which tells a little of much. */
  readonly summary: number;
  /** Taken off a turn by the share of it that only asks. */
  readonly question: number;
  /** Added, for a "when" question, to what says when. */
  readonly when: number;
  /** Added to a statement of the attribute that is asked for. */
  readonly aspect: number;
  /** Words of the query in another form: abbreviated, misspelt, in the other language. */
  readonly spelling: number;
  /** Added, for a question about the present, to what was said later than the rest. */
  readonly current: number;
  /** Added to what is tied to the first hits; at 0 ties are not looked for. */
  readonly association: number;
}

/** How what the channels say becomes one order. */
export const FUSIONS = ["weighted-sum", "reciprocal-rank"] as const;
export type Fusion = (typeof FUSIONS)[number];

/**
 * Logistic regression that says whether a clause is worth keeping, over an embedder's vector of it and what the rules see of it.
 * Trained by `scripts/worth/train.ts`.
 */
export interface WorthClassifier {
  readonly version: string;
  /** Only vectors of this model are understood: with another, the rules decide alone. */
  readonly embeddingModel: string;
  readonly bias: number;
  /** By the feature's name; one that is not named weighs nothing. */
  readonly features: Readonly<Record<string, number>>;
  /** A weight per dimension of the vector. */
  readonly vector: readonly number[];
}

/** Tells whether a statement instructs whoever reads it. Trained by `scripts/injection/train.ts`. */
export type InjectionClassifier = WorthClassifier;

interface LogisticWeights {
  readonly bias: number;
  /** By the feature's name; one that is not named weighs nothing. */
  readonly features: Readonly<Record<string, number>>;
  /** A weight per dimension of the earlier statement's vector. */
  readonly earlier: readonly number[];
  /** The same of the later one's. */
  readonly later: readonly number[];
  /** The same of the two multiplied, number by number. */
  readonly product: readonly number[];
}

/**
 * Logistic regressions that say how a statement stands to an earlier one of the same user, over what is to be seen of both.
 * Trained by `scripts/relating/train.ts`.
 */
export interface RelationClassifier {
  readonly version: string;
  /** Only cosines of this model are understood: with another, slots decide alone. */
  readonly embeddingModel: string;
  /** The earlier one no longer holds. */
  readonly update: LogisticWeights;
  /** It says nothing new. */
  readonly same: LogisticWeights;
}

/** What an order of candidates is worth, shares and the mean of 1 / rank. Windows and duplicates are not looked at. */
export interface FitFigures {
  readonly "any@5": number;
  readonly "any@10": number;
  readonly mrr: number;
  /** Questions. */
  readonly n: number;
}

/** Where fitted weights come from (`eval tune`). */
export interface WeightsFit {
  readonly data: readonly { readonly name: string; readonly sha256: string }[];
  /** With the weights before, on the same questions. */
  readonly before: FitFigures;
  /** Each conversation ordered by weights that were fitted without it. */
  readonly crossValidated: FitFigures;
}

/** Versioned data that decides how the engine behaves. Every memory carries the version that wrote it. */
export interface Policy {
  readonly version: string;
  readonly redaction: RedactionPolicy;
  readonly extraction: {
    /** Candidates under it are rejected. 0–1 */
    readonly minConfidence: number;
    /** A turn longer than this many characters is sifted by its head only; the whole stays in the episode. */
    readonly maxTurnCharacters: number;
    readonly useModel: boolean;
    /** Decides where the rules do not; absent: the rules decide alone. */
    readonly worth?: {
      readonly classifier: WorthClassifier;
      /** Probability from which a clause is kept that no rule asks for. 0–1 */
      readonly threshold: number;
      /** The same where all of the talk is company rather than matter; between the two by its share. Absent: `threshold`. */
      readonly thresholdInCompany?: number;
      /** Probability under which a clause is dropped that only weak rules ask for. 0–1 */
      readonly vetoBelow: number;
    };
    /** Finds what instructs its reader where no pattern does; absent: patterns decide alone. */
    readonly injection?: {
      readonly classifier: InjectionClassifier;
      /** Probability from which a statement waits as suspicious. 0–1 */
      readonly threshold: number;
    };
  };
  readonly reconcile: {
    /** Compares statements where no slot does; absent: slots decide alone. */
    readonly relation?: {
      readonly classifier: RelationClassifier;
      /** Probability from which a statement takes the place of an earlier one. 0–1 */
      readonly updateFrom: number;
      /** The same where the words themselves announce a change: "no longer", 改成, a correction. 0–1 */
      readonly announcedFrom: number;
      /** The same for what is kept only because it changes something. 0–1 */
      readonly faintFrom: number;
      /** The odds of a change are divided by the number of memories compared to this power: among many, one looks like it by chance. 0–1 */
      readonly manyExponent: number;
      /** Cosine from which a request to forget means an item that its words do not name. */
      readonly forgetFrom: number;
      /** Probability from which it only repeats an earlier one. 0–1 */
      readonly sameFrom: number;
    };
  };
  readonly expiry: {
    /** "recently", 最近 */
    readonly recentlyDays: number;
    /** A time-bound remark whose end is not said. */
    readonly defaultDays: number;
  };
  readonly recall: {
    readonly weights: RecallWeights;
    /** What the weights were fitted on and what that is worth; absent: they were set by hand. */
    readonly fit?: WeightsFit;
    /** 0–1: nothing under it is returned. */
    readonly floor: number;
    readonly defaultLimit: number;
    readonly candidatesPerChannel: number;
    /** Where it is in doubt that there is an answer, a reader of pairs is asked about so many of the best; 0: it is not asked. */
    readonly answerPairs: number;
    /** `weighted-sum` of calibrated scores, or `reciprocal-rank`: every channel with a weight counts alike, by its ranks. */
    readonly fusion: Fusion;
    /** Recency is the mean of two shapes: one halves with every so many days, the other with `recentHalfLifeDays`. */
    readonly recencyHalfLifeDays: number;
    /** Of what is only just over: the shorter of the two. */
    readonly recentHalfLifeDays: number;
    /** How far the first hits excite what is tied to them: so many links, and what is left after each. */
    readonly association: { readonly steps: number; readonly damping: number };
  };
  readonly context: {
    readonly defaultMaxTokens: number;
    readonly guaranteedTurns: number;
    readonly maxTokensPerMemory: number;
    readonly maxMemories: number;
    /** A turn's neighbours are cut to so many tokens: they help to read it and must not take its room. Absent: 60 */
    readonly maxTokensPerNeighbour?: number;
    /**
     * How what is left after prompt, query and guaranteed turns is split, 0–1 each. What a part does not need the others borrow.
     * Absent: 0.2 for the profile, 0.3 for the summary, 0.4 for knowledge.
     */
    readonly shares?: { readonly profile: number; readonly summary: number; readonly knowledge: number };
  };
  /** Rolling summaries of long sessions, and the one that stays when a session has ended. */
  readonly summary: {
    /** A session with more turns than this outside its summary has its older ones folded in; at least 2. */
    readonly sessionTurns: number;
    /** The same by tokens. */
    readonly sessionTokens: number;
    /** The newest turns that no rolling summary takes: so many at most, and half of `sessionTokens` at most. */
    readonly keepTurns: number;
    /** Without a turn for so long a session counts as ended. */
    readonly idleSeconds: number;
    /** A session of fewer turns that nobody ended outright gets no summary: its words are as short. */
    readonly minTurns: number;
    /** Longest summary, decisions and questions aside; a Han character counts twice. */
    readonly maxCharacters: number;
    readonly useModel: boolean;
  };
  readonly journal: {
    readonly leaseSeconds: number;
    readonly maxAttempts: number;
    /** Wait after the first failure; doubles with each further one, with jitter. */
    readonly backoffSeconds: number;
    readonly batchSize: number;
    /** Entries of a tenant that may wait; beyond that turns are refused until some are digested. */
    readonly maxWaiting: number;
  };
  readonly limits: {
    readonly maxTurnCharacters: number;
    readonly maxTurnsPerRecord: number;
    readonly maxStatementCharacters: number;
    readonly maxQueryCharacters: number;
  };
  /** Which changes wait until a person accepts or rejects them. */
  readonly review: {
    /** Users any change of whose memory waits. */
    readonly protectedUsers: readonly string[];
    /** Users that stand for a team: what one member's agent writes there all others read. */
    readonly sharedUsers: readonly string[];
    /** Statements under this confidence wait; those under `extraction.minConfidence` are not even kept. 0–1 */
    readonly belowConfidence: number;
    /** What waited longer is rejected as expired. At least 1. */
    readonly expiryDays: number;
  };
  /** Source priority by agent id; an agent that is not named has 0. An agent may not replace what a higher one wrote. */
  readonly authority: Readonly<Record<string, number>>;
  readonly state: { readonly defaultTtlSeconds: number; readonly maxValueBytes: number };
}
