import type { ItemId } from "./ids.js";
import type { RecallRequest } from "./requests.js";

/** Where an expected memory can be lost, in the order of its way from the turn to the prompt. */
export const TRACE_STEPS = [
  "not-in-scope",
  "never-recorded",
  "waiting",
  "digestion-failed",
  "redacted",
  "sifted-out",
  "rejected",
  "pending-review",
  "superseded",
  "retracted",
  "expired",
  "archived",
  "not-begun",
  "index-lagging",
  "other-model",
  "filtered",
  "not-found",
  "below-floor",
  "diversified",
  "beyond-k",
  "over-budget",
  "returned",
] as const;
export type TraceStep = (typeof TRACE_STEPS)[number];

/** A recall that did not give what was expected. */
export interface TraceRequest extends Omit<RecallRequest, "explain" | "since" | "deadlineMs"> {
  /** An id of a memory, an episode or a turn, or the words that should have been found. */
  readonly expect: string;
  /** Also looks whether it came into a context of so many tokens. */
  readonly maxTokens?: number;
}

/** One step that was looked at on the way. */
export interface TraceCheck {
  readonly step: TraceStep;
  readonly passed: boolean;
  /** In the language of the request, else of the query. */
  readonly detail: string;
}

export interface TraceResult {
  /** Where it was lost; `returned` where it was not. */
  readonly step: TraceStep;
  /** The answer in one sentence, in the language of the request, else of the query. */
  readonly why: string;
  /** What was taken for the expected one; absent where nothing of this scope was. */
  readonly found?: { readonly id: ItemId; readonly type: "memory" | "episode"; readonly content: string };
  /** Place in the answer, from 1. */
  readonly place?: number;
  readonly checks: readonly TraceCheck[];
}
