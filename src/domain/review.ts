import type { MemoryId } from "./ids.js";
import type { Memory } from "./memory.js";
import type { RememberOutcome } from "./requests.js";

/**
 * Why a change waits for a person.
 * - `suspicious`: its words look like an instruction to the model.
 * - `protected-user`, `shared-scope`: the policy names the user as protected, or as the memory of a team.
 * - `conflict`: it would replace what an agent of higher authority wrote, or two equal ones said different things at one instant.
 * - `low-confidence`: extraction was not sure enough.
 * - `reported-wrong`: somebody to whom it was recalled says that it is not true.
 */
export const REVIEW_CAUSES = [
  "suspicious",
  "protected-user",
  "shared-scope",
  "conflict",
  "low-confidence",
  "reported-wrong",
] as const;
export type ReviewCause = (typeof REVIEW_CAUSES)[number];

/** A row that waits carries one such tag for each of its causes. */
export function reviewTag(cause: ReviewCause): string {
  return `review:${cause}`;
}

/** Before the id of the memory that a waiting row reports or corrects. */
export const REVIEW_TARGET = "review-target:";

export function reviewTargetTag(id: MemoryId): string {
  return `${REVIEW_TARGET}${id}`;
}

export interface ReviewListRequest {
  readonly cause?: ReviewCause;
  readonly limit?: number;
  readonly cursor?: string;
}

/** What accepting would do, as things stand now. */
export type ReviewEffect =
  | "new"
  | "coexists"
  | "reinforced"
  | "superseded"
  | "history"
  | "retracted"
  | "erased"
  | "rejected";

export interface ReviewItem {
  readonly memory: Memory;
  readonly causes: readonly ReviewCause[];
  readonly effect: ReviewEffect;
  /** Why it would be that. */
  readonly why: string;
  /** Memories that would change, with their words. */
  readonly targets: readonly { readonly id: MemoryId; readonly content: string }[];
  /** The words that would hold afterwards; absent where none would. */
  readonly after?: string;
}

export interface ReviewPage {
  readonly items: readonly ReviewItem[];
  readonly nextCursor?: string;
  /** Rows that had waited too long when the queue was read, rejected by that. */
  readonly expired: readonly MemoryId[];
}

/** Which of the waiting rows: named ones, or all of one cause. */
export type ReviewSelection =
  | { readonly by: "ids"; readonly ids: readonly MemoryId[] }
  | { readonly by: "cause"; readonly cause: ReviewCause };

/** What became of one waiting row. `expired`, `not-pending`, `not-found`: nothing was decided, and why. */
export interface ReviewDecision {
  readonly id: MemoryId;
  readonly outcome: RememberOutcome | "expired" | "not-pending" | "not-found";
  readonly reason: string;
  /** The memory that tells it now. */
  readonly memoryId?: MemoryId;
  readonly supersededIds: readonly MemoryId[];
}
