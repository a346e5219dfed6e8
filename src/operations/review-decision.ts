import { z } from "zod";
import {
  KeepsakeError,
  type MemoryId,
  REVIEW_CAUSES,
  type ReviewDecision,
  type ReviewSelection,
} from "../domain/index.js";
import { described, exactly, field, id, oneOfWays } from "./wire.js";

const MAX_IDS = 1_000;

const selectionFields = z.strictObject({
  ids: described(
    z.array(id("A waiting memory.", "一条待审核的记忆。")).min(1).max(MAX_IDS),
    "These, as review-list names them.",
    "这些编号（由 review-list 给出）。",
  ).exactOptional(),
  cause: described(z.enum(REVIEW_CAUSES), "All that wait for this cause.", "因此原因待审核的全部。").exactOptional(),
});

/** Which of the waiting changes: what accepting and rejecting take alike. */
export const reviewSelectionInput = exactly(selectionFields, oneOfWays("ids", "cause"));

/** @throws INVALID_INPUT unless exactly one way is named */
export function toReviewSelection(given: z.output<typeof reviewSelectionInput>): ReviewSelection {
  if (given.ids !== undefined && given.cause === undefined) return { by: "ids", ids: given.ids as MemoryId[] };
  if (given.cause !== undefined && given.ids === undefined) return { by: "cause", cause: given.cause };
  throw new KeepsakeError("INVALID_INPUT", "name exactly one of ids, cause", {
    field: given.ids === undefined ? "ids" : "cause",
  });
}

export const reviewDecisionsWire = z.object({
  items: z.array(
    z.object({
      id: z.string(),
      outcome: z.enum([
        "new",
        "reinforced",
        "superseded",
        "coexists",
        "rejected",
        "retracted",
        "pending-review",
        "expired",
        "not-pending",
        "not-found",
      ]),
      reason: z.string(),
      memoryId: z.string().exactOptional(),
      supersededIds: z.array(z.string()),
    }),
  ),
});

type ReviewDecisionsWire = z.output<typeof reviewDecisionsWire>;

export function reviewDecisionsToWire(decisions: readonly ReviewDecision[]): ReviewDecisionsWire {
  return {
    items: decisions.map(({ id, outcome, reason, memoryId, supersededIds }) => ({
      id,
      outcome,
      reason,
      ...field("memoryId", memoryId),
      supersededIds: [...supersededIds],
    })),
  };
}

const UNDECIDED: ReadonlySet<string> = new Set(["not-pending", "not-found"]);

/** The ids that the audit log names: what was decided, and what it changed. */
export function decidedIds({ items }: ReviewDecisionsWire): readonly string[] {
  const decided = items.filter((item) => !UNDECIDED.has(item.outcome));
  const ids = decided.flatMap(({ id, memoryId, supersededIds }) => [id, memoryId ?? id, ...supersededIds]);
  return [...new Set(ids)];
}
