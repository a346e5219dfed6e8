import type { TurnId } from "./ids.js";
import type { Cardinality, MemoryKind, MemorySource, MemoryTier, Polarity } from "./memory.js";
import type { EpochMs } from "./time.js";

/**
 * - `state`: the statement holds.
 * - `correct`: it holds and something said before does not ("no, …", "scratch that", 改成…).
 * - `retract`: the statement no longer holds and nothing takes its place ("I no longer …", 不再…).
 * - `forget`: the user asked that what matches be forgotten.
 */
export type CandidateIntent = "state" | "correct" | "retract" | "forget";

/** What extraction proposes; untrusted until it has passed normalise, redact, reconcile and weigh. */
export interface Candidate {
  readonly intent: CandidateIntent;
  readonly content: string;
  /** A verbatim span of the turn's text. */
  readonly evidence: string;
  readonly kind: MemoryKind;
  readonly tier: MemoryTier;
  readonly subject: string;
  readonly attribute?: string;
  readonly qualifiers: Readonly<Record<string, string>>;
  readonly cardinality: Cardinality;
  readonly value?: string;
  readonly polarity: Polarity;
  readonly entities: readonly string[];
  readonly tags: readonly string[];
  readonly importance: number;
  readonly confidence: number;
  readonly source: MemorySource;
  /** Name of the rule or prompt that proposed it, e.g. `zh.preference.likes`. */
  readonly rule: string;
  readonly validFrom?: EpochMs;
  readonly validTo?: EpochMs;
  readonly expiresAt?: EpochMs;
  /** It says a part of a sentence of an earlier turn anew: what that sentence told and holds one of the values is what it takes the place of. Not stored. */
  readonly revises?: { readonly turnId: TurnId; readonly sentence: string; readonly values: readonly string[] };
}
