import {
  type AuditEvent,
  and,
  FEEDBACK_VERDICTS,
  type FeedbackEntry,
  type FeedbackRequest,
  type FeedbackResult,
  type FeedbackVerdict,
  isMemoryId,
  KeepsakeError,
  type Memory,
  type MemoryId,
  type MemoryPatch,
  memoryAttributes,
  type Page,
  type Scope,
} from "../domain/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import { intentOfPending, pendingTags, statementOfPending, targetOfPending } from "../remember/index.js";
import { recordWrites } from "../undo/index.js";

/** A verdict moves importance by this share of what is left to 1, or to 0: a hundred of them never pass either. */
const STEP = 0.05;
/** The name under which verdicts stand in the audit log, which keeps ids and figures only. */
const ACTION = "feedback-verdict";
/** Waiting rows that are looked at for the same report. */
const WAITING_WINDOW = 500;

function importanceAfter(memory: Memory, verdict: FeedbackVerdict): number {
  if (verdict === "useful") return memory.importance + STEP * (1 - memory.importance);
  return verdict === "useless" ? memory.importance - STEP * memory.importance : memory.importance;
}

/** Use raises activation: when it was last of use, how often, and how much it matters. What is wrong is left as it is until decided. */
async function weigh(
  parts: EngineParts,
  transaction: TruthTransaction,
  memory: Memory,
  verdict: FeedbackVerdict,
): Promise<Memory> {
  if (verdict === "wrong" || memory.status !== "active") return memory;
  const used = { accessCount: memory.accessCount + 1, lastAccessedAt: parts.clock.now() };
  const patch: MemoryPatch = { importance: importanceAfter(memory, verdict), ...(verdict === "useful" ? used : {}) };
  const updated = await transaction.memories.update(memory.id, memory.revision, patch);
  await parts.storage.projection.apply(transaction, [{ type: "update", attributes: memoryAttributes(updated) }]);
  return updated;
}

async function findReport(transaction: TruthTransaction, memory: Memory): Promise<Memory | undefined> {
  const waiting = and(
    { op: "in", field: "status", values: ["pending-review"] },
    { op: "in", field: "subject", values: [memory.subject] },
  );
  const { items } = await transaction.memories.list(waiting, { limit: WAITING_WINDOW });
  return items.find((row) => targetOfPending(row) === memory.id && intentOfPending(row) === "retract");
}

/** A retraction that waits: a person who accepts it ends the memory, one who rejects it leaves it as it is. Reported again it waits once. */
async function openReview(parts: EngineParts, transaction: TruthTransaction, memory: Memory): Promise<MemoryId> {
  const known = await findReport(transaction, memory);
  if (known !== undefined) return known.id;
  const now = parts.clock.now();
  const id = parts.ids.memory();
  const { supersededBy: _, validTo: __, embeddingModel: ___, lastAccessedAt: ____, ...kept } = memory;
  const statement = { ...statementOfPending(memory), intent: "retract" as const, rule: "feedback" };
  const row: Memory = {
    ...kept,
    ...{ id, lineageId: id, version: 1, revision: 1, status: "pending-review", supersedes: [] },
    ...{ saidAt: now, validFrom: now, recordedAt: now, accessCount: 0, reinforcedCount: 0 },
    tags: pendingTags(statement, ["reported-wrong"], memory.id),
    policyVersion: parts.policy.version,
    reason: `waits for review: ${memory.id} was reported as wrong`,
  };
  const origin = { policyVersion: parts.policy.version };
  await recordWrites(transaction, origin, now).memories.insert(row);
  return id;
}

function checkRequest({ id, verdict }: FeedbackRequest): void {
  if (!FEEDBACK_VERDICTS.includes(verdict)) {
    const message = `verdict must be one of ${FEEDBACK_VERDICTS.join(", ")}`;
    throw new KeepsakeError("INVALID_INPUT", message, { field: "verdict" });
  }
  if (verdict !== "wrong" || isMemoryId(id)) return;
  const message =
    "only a memory can be wrong; an episode is what was said: forget it, or correct the memory taken from it";
  throw new KeepsakeError("INVALID_INPUT", message, { field: "verdict" });
}

function eventOf(parts: EngineParts, request: FeedbackRequest, actor: string): AuditEvent {
  const { id, verdict, place, score } = request;
  return {
    ...{ at: parts.clock.now(), action: ACTION, actor, targets: [id], outcome: "done" },
    detail: JSON.stringify({ verdict, place, score }),
  };
}

/**
 * Takes a verdict on something recalled. One transaction: the verdict for tuning, the memory's activation, and for `wrong` the change
 * that waits in the review queue. Said again it counts again, but opens no second review.
 * Errors: NOT_FOUND (also for another user's), INVALID_INPUT (an episode cannot be wrong), CONFLICT.
 * @param actor who gives it, for the audit log
 */
export async function giveFeedback(
  parts: EngineParts,
  scope: Scope,
  request: FeedbackRequest,
  actor: string,
): Promise<FeedbackResult> {
  checkRequest(request);
  const { id, verdict } = request;
  parts.telemetry.count("keepsake_feedback", 1, { verdict });
  return parts.storage.truth.write(scope, async (transaction): Promise<FeedbackResult> => {
    const absent = new KeepsakeError("NOT_FOUND", `There is nothing of the id ${id}.`, { id });
    if (!isMemoryId(id)) {
      if ((await transaction.episodes.find(id)) === undefined) throw absent;
      await transaction.audit.append(eventOf(parts, request, actor));
      await parts.auditLine?.append(transaction, [id]);
      return { id, verdict };
    }
    const memory = await transaction.memories.find(id);
    if (memory === undefined || memory.status === "erased") throw absent;
    await transaction.audit.append(eventOf(parts, request, actor));
    const weighed = await weigh(parts, transaction, memory, verdict);
    const isOpen = verdict === "wrong" && memory.status === "active";
    const reviewId = isOpen ? await openReview(parts, transaction, memory) : undefined;
    await parts.auditLine?.append(transaction, reviewId === undefined ? [id] : [id, reviewId]);
    return {
      ...{ id, verdict, importance: weighed.importance, accessCount: weighed.accessCount },
      ...(reviewId === undefined ? {} : { reviewId }),
    };
  });
}

function figure(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

function toEntry({ at, targets, detail = "" }: AuditEvent): readonly FeedbackEntry[] {
  const told: { verdict?: unknown; place?: unknown; score?: unknown } = JSON.parse(detail);
  const verdict = FEEDBACK_VERDICTS.find((known) => known === told.verdict);
  const [id] = targets;
  if (verdict === undefined || id === undefined) return [];
  const [place, score] = [figure(told.place), figure(told.score)];
  return [
    {
      ...{ at, id: id as FeedbackEntry["id"], verdict },
      ...(place === undefined ? {} : { place }),
      ...(score === undefined ? {} : { score }),
    },
  ];
}

/** Verdicts as tuning reads them, newest first: ids and figures, never words. A page may hold fewer than asked for; the last has no cursor. */
export async function listFeedback(
  parts: EngineParts,
  scope: Scope,
  page: { readonly limit?: number; readonly cursor?: string } = {},
): Promise<Page<FeedbackEntry>> {
  const { limit = 200, cursor } = page;
  const request = { limit, ...(cursor === undefined ? {} : { cursor }) };
  const listed = await parts.storage.truth.read(scope, (transaction) => transaction.audit.list(request));
  const items = listed.items.filter((event) => event.action === ACTION).flatMap(toEntry);
  return { items, ...(listed.nextCursor === undefined ? {} : { nextCursor: listed.nextCursor }) };
}
