import { dateWrite } from "../dating/index.js";
import {
  and,
  checkId,
  KeepsakeError,
  type Memory,
  type MemoryId,
  REVIEW_CAUSES,
  type ReviewDecision,
  type ReviewSelection,
  readAll,
  reviewTag,
  type Scope,
} from "../domain/index.js";
import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";
import { commitPending } from "../remember/index.js";
import { closePending, EXPIRED_REASON, isOverdue } from "./close-pending.js";
import { type Compared, comparePending } from "./compare-pending.js";

type Decide = (transaction: TruthTransaction, row: Memory, changes: IndexChange[]) => Promise<ReviewDecision>;

async function waitingOf(transaction: TruthTransaction, tag: string): Promise<readonly MemoryId[]> {
  const waiting = and(
    { op: "in", field: "status", values: ["pending-review"] },
    { op: "hasAny", field: "tags", values: [tag] },
  );
  return (await readAll((page) => transaction.memories.list(waiting, page))).map((row) => row.id);
}

/** The rows that are meant, in the order in which they were said: so one of a slot replaces the other as it would have. */
async function select(parts: EngineParts, scope: Scope, selection: ReviewSelection): Promise<readonly MemoryId[]> {
  if (selection.by !== "ids" && (selection.by !== "cause" || !REVIEW_CAUSES.includes(selection.cause))) {
    throw new KeepsakeError("INVALID_INPUT", `cause must be one of ${REVIEW_CAUSES.join(", ")}`, { field: "cause" });
  }
  if (selection.by === "ids") for (const [index, id] of selection.ids.entries()) checkId(id, `ids[${index}]`);
  return parts.storage.truth.read(scope, async (transaction) => {
    const ids = selection.by === "ids" ? selection.ids : await waitingOf(transaction, reviewTag(selection.cause));
    const rows = await transaction.memories.findMany([...new Set(ids)]);
    const saidAt = new Map(rows.map((row) => [row.id, row.saidAt]));
    return [...new Set(ids)].sort((a, b) => (saidAt.get(a) ?? 0) - (saidAt.get(b) ?? 0));
  });
}

function undecided(id: MemoryId, outcome: ReviewDecision["outcome"], reason: string): ReviewDecision {
  return { id, outcome, reason, supersededIds: [] };
}

/** One row in one transaction, so that one that fails leaves the others decided. Of two deciders at once the second finds it decided. */
async function decideOne(parts: EngineParts, scope: Scope, id: MemoryId, decide: Decide): Promise<ReviewDecision> {
  const { storage, policy, clock } = parts;
  return storage.truth.write(scope, async (transaction) => {
    const row = await transaction.memories.find(id);
    if (row === undefined) return undecided(id, "not-found", "there is no such memory");
    if (row.status !== "pending-review") return undecided(id, "not-pending", `it is ${row.status}: ${row.reason}`);
    if (isOverdue(policy, row, clock.now())) {
      await closePending(transaction, row, EXPIRED_REASON);
      await parts.auditLine?.append(transaction, [id]);
      return undecided(id, "expired", EXPIRED_REASON);
    }
    const changes: IndexChange[] = [];
    const decision = await decide(transaction, row, changes);
    await storage.projection.apply(transaction, changes);
    const { memoryId = id, supersededIds } = decision;
    await parts.auditLine?.append(transaction, [...new Set([id, memoryId, ...supersededIds])]);
    return decision;
  });
}

function accepting(parts: EngineParts, { vectors, relating }: Compared, by: string): Decide {
  return async (transaction, row, changes) => {
    const context = { parts, transaction, now: await dateWrite(parts, transaction), vectors, changes };
    const { outcome, reason, memory, supersededIds } = await commitPending(context, row, by, relating);
    if (outcome === "rejected")
      await closePending(transaction, row, `accepted in review by ${by}, without effect: ${reason}`);
    return { id: row.id, outcome, reason, supersededIds, ...(memory === undefined ? {} : { memoryId: memory.id }) };
  };
}

async function compare(parts: EngineParts, scope: Scope, id: MemoryId): Promise<Compared> {
  const row = await parts.storage.truth.read(scope, (transaction) => transaction.memories.find(id));
  if (row?.status !== "pending-review") return { vectors: new Map(), relating: undefined };
  return comparePending(parts, scope, [row]);
}

/**
 * Lets waiting rows through, each reconciled anew with what holds now and said when it was said: what was said since stays the newer.
 * @param by who accepts, for the reason of what is written
 * @throws INVALID_INPUT, STORE_*
 */
export async function acceptReview(
  parts: EngineParts,
  scope: Scope,
  selection: ReviewSelection,
  by: string,
): Promise<readonly ReviewDecision[]> {
  const decisions: ReviewDecision[] = [];
  for (const id of await select(parts, scope, selection)) {
    const compared = await compare(parts, scope, id);
    decisions.push(await decideOne(parts, scope, id, accepting(parts, compared, by)));
  }
  parts.wakeUp.notify();
  count(parts, "accepted", decisions);
  return decisions;
}

/** Closes waiting rows: they are never recalled, and stay in history and audit. @throws INVALID_INPUT, STORE_* */
export async function rejectReview(
  parts: EngineParts,
  scope: Scope,
  selection: ReviewSelection,
  by: string,
): Promise<readonly ReviewDecision[]> {
  const reason = `rejected in review by ${by}`;
  const decide: Decide = async (transaction, row) => {
    await closePending(transaction, row, reason);
    return undecided(row.id, "rejected", reason);
  };
  const decisions: ReviewDecision[] = [];
  for (const id of await select(parts, scope, selection)) decisions.push(await decideOne(parts, scope, id, decide));
  count(parts, "rejected", decisions);
  return decisions;
}

function count(parts: EngineParts, decision: string, decisions: readonly ReviewDecision[]): void {
  for (const { outcome } of decisions) parts.telemetry.count("keepsake_reviews", 1, { decision, outcome });
}
