import { KeepsakeError } from "./errors.js";
import type { AgentId, MemoryId, SessionId, TurnId } from "./ids.js";
import type { EpochMs } from "./time.js";

export const MEMORY_KINDS = [
  "fact",
  "preference",
  "identity",
  "goal",
  "avoidance",
  "event",
  "procedure",
  "task",
  "summary",
] as const;
export type MemoryKind = (typeof MEMORY_KINDS)[number];

/** Only memories that outlive a session rest here; working and session memory have a store of their own. */
export const MEMORY_TIERS = ["mid-term", "long-term"] as const;
export type MemoryTier = (typeof MEMORY_TIERS)[number];

export const MEMORY_STATUSES = ["active", "pending-review", "superseded", "archived", "expired", "erased"] as const;
export type MemoryStatus = (typeof MEMORY_STATUSES)[number];

export type Polarity = "positive" | "negative";
/** Whether a slot holds one value at a time (employer) or several side by side (liked foods). */
export type Cardinality = "single" | "multi";
/** Who vouches for a statement, strongest first when they disagree. */
export const MEMORY_SOURCES = ["explicit", "rule", "classifier", "model", "import"] as const;
export type MemorySource = (typeof MEMORY_SOURCES)[number];

/**
 * What a statement is about. Two statements can conflict only when subject, attribute and qualifiers agree
 * and the attribute is single-valued (requirement 1.5). `subject` is `user` for the user, else a name as written.
 */
export interface Slot {
  readonly subject: string;
  readonly attribute: string;
  readonly qualifiers: Readonly<Record<string, string>>;
  readonly cardinality: Cardinality;
}

/** One version of one atomic statement. Content never changes once written; a correction is a new version. */
export interface Memory {
  readonly id: MemoryId;
  /** The id of the first version: all versions of a statement share it. */
  readonly lineageId: MemoryId;
  /** From 1, without gaps within a lineage. */
  readonly version: number;
  /** Grows by one with every change of this row (closing, reinforcing…): compare-and-set is on this number. */
  readonly revision: number;
  readonly agentId?: AgentId;
  readonly sessionId?: SessionId;
  readonly turnIds: readonly TurnId[];
  /** One statement in the third person, readable alone. */
  readonly content: string;
  /** The speaker's own words. */
  readonly evidence: string;
  readonly kind: MemoryKind;
  readonly tier: MemoryTier;
  readonly status: MemoryStatus;
  readonly subject: string;
  readonly attribute?: string;
  readonly qualifiers: Readonly<Record<string, string>>;
  readonly cardinality: Cardinality;
  readonly value?: string;
  readonly polarity: Polarity;
  /** Normalised form of subject, attribute and qualifiers (see slotKey); present when the statement fills a known slot. */
  readonly slotKey?: string;
  readonly entities: readonly string[];
  readonly tags: readonly string[];
  /** 0–1 */
  readonly importance: number;
  /** 0–1 */
  readonly confidence: number;
  readonly source: MemorySource;
  readonly supersedes: readonly MemoryId[];
  readonly supersededBy?: MemoryId;
  /** When it was said. */
  readonly saidAt: EpochMs;
  /** When it became true, as said; the instant of saying where nothing else was said. */
  readonly validFrom: EpochMs;
  /** When it stopped being true; exclusive; absent while it holds. */
  readonly validTo?: EpochMs;
  readonly recordedAt: EpochMs;
  readonly lastAccessedAt?: EpochMs;
  readonly accessCount: number;
  /** How many times it was said again. */
  readonly reinforcedCount: number;
  readonly expiresAt?: EpochMs;
  /** SHA-256 over the normalised content and the slot. */
  readonly contentHash: string;
  /** The model whose vector indexes it; absent while the vector is still to be made. */
  readonly embeddingModel?: string;
  readonly policyVersion: string;
  /** The step and rule that made it, in words: "rule en.preference.likes", "supersedes mem_…: same slot". */
  readonly reason: string;
}

/** Fields that a patch may also take away, by `null`: a memory that holds again has no end and no successor. */
const CLEARABLE = ["supersededBy", "validTo", "expiresAt"] as const;
type Clearable = (typeof CLEARABLE)[number];

/** What may change on a row after it was written. Everything else needs a new version. */
export type MemoryPatch = Partial<
  Pick<
    Memory,
    | "status"
    | "importance"
    | "confidence"
    | "turnIds"
    | "lastAccessedAt"
    | "accessCount"
    | "reinforcedCount"
    | "embeddingModel"
    | "reason"
    | "tags"
  >
> & { readonly [Field in Clearable]?: NonNullable<Memory[Field]> | null };

const PATCHABLE: Readonly<Record<keyof MemoryPatch, true>> = {
  status: true,
  supersededBy: true,
  validTo: true,
  importance: true,
  confidence: true,
  turnIds: true,
  lastAccessedAt: true,
  accessCount: true,
  reinforcedCount: true,
  expiresAt: true,
  embeddingModel: true,
  reason: true,
  tags: true,
};

/** Refuses fields that may not change once written, or not be taken away, whatever the type said on the way here (P09). */
export function checkMemoryPatch(patch: MemoryPatch): void {
  for (const [field, value] of Object.entries(patch)) {
    if (!Object.hasOwn(PATCHABLE, field))
      throw new KeepsakeError("INVALID_INPUT", `${field} of a memory never changes`, { field });
    if (value === null && !CLEARABLE.includes(field as Clearable))
      throw new KeepsakeError("INVALID_INPUT", `${field} of a memory cannot be taken away`, { field });
  }
}

/** The row after the patch, its revision one higher. */
export function patchMemory(memory: Memory, patch: MemoryPatch): Memory {
  const changed = Object.entries({ ...memory, ...patch, revision: memory.revision + 1 });
  return Object.fromEntries(changed.filter(([, value]) => value !== null)) as unknown as Memory;
}
