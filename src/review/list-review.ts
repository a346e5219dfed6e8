import {
  and,
  type Memory,
  type ReviewEffect,
  type ReviewItem,
  type ReviewListRequest,
  type ReviewPage,
  reviewTag,
  type Scope,
} from "../domain/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import { causesOfPending, type Relating, type Verdict, verdictOfPending } from "../remember/index.js";
import { expireOverdue } from "./close-pending.js";
import { comparePending } from "./compare-pending.js";

const DEFAULT_LIMIT = 50;

function effectOf(verdict: Verdict): ReviewEffect {
  switch (verdict.type) {
    case "insert":
      return verdict.outcome;
    case "reinforce":
      return "reinforced";
    case "supersede":
      return "superseded";
    case "past":
      return "history";
    case "retract":
      return "retracted";
    case "erase":
      return "erased";
    case "reject":
      return "rejected";
  }
}

function targetsOf(verdict: Verdict): readonly Memory[] {
  switch (verdict.type) {
    case "reinforce":
      return [verdict.target];
    case "past":
      return [verdict.later];
    case "supersede":
    case "retract":
    case "erase":
      return verdict.targets;
    default:
      return [];
  }
}

/** The words that hold afterwards: the row's own, or those of the memory that says it already. */
function wordsAfter(row: Memory, verdict: Verdict): string | undefined {
  if (verdict.type === "insert" || verdict.type === "supersede") return row.content;
  if (verdict.type === "reinforce") return verdict.target.content;
  return verdict.type === "past" ? verdict.later.content : undefined;
}

async function toItem(transaction: TruthTransaction, row: Memory, relating: Relating | undefined): Promise<ReviewItem> {
  const verdict = await verdictOfPending(transaction, row, relating);
  const after = wordsAfter(row, verdict);
  return {
    memory: row,
    causes: causesOfPending(row),
    effect: effectOf(verdict),
    why: verdict.reason,
    targets: targetsOf(verdict).map(({ id, content }) => ({ id, content })),
    ...(after === undefined ? {} : { after }),
  };
}

/**
 * What waits for a person, newest first, each with what accepting it would change now. What waited too long is rejected first.
 * @throws INVALID_INPUT for a limit outside 1–1000 or a cursor of another scope
 */
export async function listReview(
  parts: EngineParts,
  scope: Scope,
  request: ReviewListRequest = {},
): Promise<ReviewPage> {
  const expired = await expireOverdue(parts, scope);
  const { items: rows, nextCursor } = await parts.storage.truth.read(scope, (transaction) =>
    transaction.memories.list(
      and(
        { op: "in", field: "status", values: ["pending-review"] },
        request.cause === undefined
          ? { op: "all" }
          : { op: "hasAny", field: "tags", values: [reviewTag(request.cause)] },
      ),
      {
        limit: request.limit ?? DEFAULT_LIMIT,
        ...(request.cursor === undefined ? {} : { cursor: request.cursor }),
      },
    ),
  );
  const { relating } = await comparePending(parts, scope, rows);
  const items = await parts.storage.truth.read(scope, async (transaction) => {
    const shown: ReviewItem[] = [];
    for (const row of rows) shown.push(await toItem(transaction, row, relating));
    return shown;
  });
  return { items, expired, ...(nextCursor === undefined ? {} : { nextCursor }) };
}
