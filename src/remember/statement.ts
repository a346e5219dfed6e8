import type { AgentId, Candidate, EpochMs, Memory, SessionId, TurnId } from "../domain/index.js";

/** A candidate that passed normalise, redact and weigh, with where and when it was said: what reconcile compares and commit writes. */
export interface Statement extends Candidate {
  /** Present when the statement fills a slot. */
  readonly slotKey?: string;
  readonly contentHash: string;
  readonly saidAt: EpochMs;
  readonly validFrom: EpochMs;
  readonly turnIds: readonly TurnId[];
  readonly sessionId?: SessionId;
  readonly agentId?: AgentId;
  /** What was said around it in its turn, itself included: a change is often announced in one clause and made in another. Not stored. */
  readonly around?: Around;
}

/** Words of the user, as they were said and as they are compared. */
interface Around {
  readonly text: string;
  readonly wording: string;
}

/** Marks in `tags` that reconcile reads. They describe how a thing was said, not what it is about. */
export const SAID_AS = {
  /** "also", 也: stands beside what is there. */
  addition: "said-as:addition",
  /** Tells what held at a past instant and claims nothing about now. */
  historical: "said-as:historical",
  /** The words of a change ("moved to", 改成) without naming the slot: the closest statement is the one it changes. */
  change: "said-as:change",
} as const;

/** Set where a statement stands beside instructions to the model: it waits for a person. */
export const SUSPICIOUS_TAG = "suspicious";

const MARKS = new Set<string>(Object.values(SAID_AS));

/** The tags to store: without the marks. */
export function storedTags(tags: readonly string[]): readonly string[] {
  return tags.filter((tag) => !MARKS.has(tag));
}

/** What reconcile decided about one statement. */
export type Verdict =
  | { readonly type: "insert"; readonly outcome: "new" | "coexists"; readonly reason: string }
  | { readonly type: "reinforce"; readonly target: Memory; readonly reason: string }
  /** The first target gives its lineage to the new version. */
  | { readonly type: "supersede"; readonly targets: readonly Memory[]; readonly reason: string }
  /** It held before `later` did: it goes into history, closed where `later` begins. */
  | { readonly type: "past"; readonly later: Memory; readonly reason: string }
  | { readonly type: "retract"; readonly targets: readonly Memory[]; readonly reason: string }
  /** `turnIds`: turns that are meant without a memory of theirs. */
  | {
      readonly type: "erase";
      readonly targets: readonly Memory[];
      readonly turnIds?: readonly TurnId[];
      readonly reason: string;
    }
  | { readonly type: "reject"; readonly reason: string };
