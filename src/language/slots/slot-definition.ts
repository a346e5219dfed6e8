import type { Cardinality, MemoryKind, Polarity } from "../../domain/index.js";

/**
 * One way to say a slot, after its subject. Tried on one clause: what stands before the match is the subject.
 * Groups: `value` is required. The example is run by the tests: it must give `subject` and `value`.
 */
export interface SlotPattern {
  readonly language: "zh" | "en";
  readonly pattern: RegExp;
  readonly polarity?: Polarity;
  readonly example: string;
  readonly value: string;
  /** Absent: `user`. */
  readonly subject?: string;
}

/** A row of the slot table: what people say of themselves and of others, and how statements about it are compared. */
export interface SlotDefinition {
  readonly name: string;
  /** The key under which statements are compared. */
  readonly attribute: string;
  readonly kind: MemoryKind;
  readonly cardinality: Cardinality;
  /** Whose it may be: of the user alone, or of anyone named. */
  readonly of: "user" | "anyone";
  readonly confidence: number;
  readonly patterns: readonly SlotPattern[];
}

/** What a clause says of a slot. */
export interface SlotMatch {
  readonly slot: string;
  readonly attribute: string;
  /** `user`, `user's sister`, or a name as written. */
  readonly subject: string;
  readonly value?: string;
  readonly qualifiers: Readonly<Record<string, string>>;
  readonly kind: MemoryKind;
  readonly cardinality: Cardinality;
  readonly polarity: Polarity;
  readonly confidence: number;
  /** The subject was not said and is taken from what stands around the clause. */
  readonly elliptic: boolean;
  /** "he", 她: who is meant must be found outside the clause. */
  readonly pronoun?: string;
}
