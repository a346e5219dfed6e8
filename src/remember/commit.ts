import {
  type EpochMs,
  KeepsakeError,
  type Memory,
  type MemoryId,
  type MemoryPatch,
  memoryAttributes,
  type RememberOutcome,
} from "../domain/index.js";
import { analyze } from "../language/index.js";
import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";
import { eraseMemories } from "../privacy/index.js";
import { fitIntoSlot, type SlotTime } from "./slot-time.js";
import type { Statement, Verdict } from "./statement.js";
import { storedTags } from "./statement.js";
import { reinforcedImportance } from "./weigh.js";

/** Vectors by text, made before the transaction began. A text without one is committed without it and queued (P05). */
export type Vectors = ReadonlyMap<string, Float32Array>;

export interface CommitContext {
  readonly parts: EngineParts;
  readonly transaction: TruthTransaction;
  readonly now: EpochMs;
  readonly vectors: Vectors;
  /** Collected here and applied once at the end of the transaction. */
  readonly changes: IndexChange[];
}

export interface Committed {
  readonly outcome: RememberOutcome;
  readonly reason: string;
  readonly memory?: Memory;
  readonly supersededIds: readonly MemoryId[];
}

/** Terms of a memory: its content, and the speaker's words where they add any. */
export function memoryTerms(memory: Pick<Memory, "content" | "evidence">): readonly string[] {
  const content = analyze(memory.content);
  const known = new Set(content);
  const added = analyze(memory.evidence).filter((term) => !known.has(term));
  return [...content, ...added];
}

interface Place {
  readonly lineageId?: MemoryId;
  readonly version: number;
  readonly supersedes: readonly MemoryId[];
  readonly closed?: { readonly by: MemoryId; readonly at: EpochMs };
  /** Where a row of the slot that stands begins: the new one ends there at the latest. */
  readonly until?: EpochMs;
}

/** The row that a statement becomes in its place among the versions. */
export function toMemory(
  context: CommitContext,
  statement: Statement,
  id: MemoryId,
  place: Place,
  reason: string,
): Memory {
  const { parts, now } = context;
  const vector = context.vectors.get(statement.content);
  return {
    id,
    lineageId: place.lineageId ?? id,
    version: place.version,
    revision: 1,
    turnIds: statement.turnIds,
    content: statement.content,
    evidence: statement.evidence,
    kind: statement.kind,
    tier: statement.tier,
    status: place.closed === undefined ? "active" : "superseded",
    subject: statement.subject,
    qualifiers: statement.qualifiers,
    cardinality: statement.cardinality,
    polarity: statement.polarity,
    entities: statement.entities,
    tags: storedTags(statement.tags),
    importance: statement.importance,
    confidence: statement.confidence,
    source: statement.source,
    supersedes: place.supersedes,
    saidAt: statement.saidAt,
    validFrom: statement.validFrom,
    recordedAt: now,
    accessCount: 0,
    reinforcedCount: 0,
    contentHash: statement.contentHash,
    policyVersion: parts.policy.version,
    reason,
    ...(statement.agentId === undefined ? {} : { agentId: statement.agentId }),
    ...(statement.sessionId === undefined ? {} : { sessionId: statement.sessionId }),
    ...(statement.attribute === undefined ? {} : { attribute: statement.attribute }),
    ...(statement.value === undefined ? {} : { value: statement.value }),
    ...(statement.slotKey === undefined ? {} : { slotKey: statement.slotKey }),
    ...(statement.expiresAt === undefined ? {} : { expiresAt: statement.expiresAt }),
    ...(vector === undefined ? {} : { embeddingModel: parts.embedder.profile.modelId }),
    ...closing(statement, place),
  };
}

function closing(statement: Statement, place: Place): Pick<Memory, "validTo" | "supersededBy"> {
  if (place.closed !== undefined) return { validTo: place.closed.at, supersededBy: place.closed.by };
  const ends = [statement.validTo, place.until].filter((end) => end !== undefined);
  return ends.length === 0 ? {} : { validTo: Math.min(...ends) };
}

/** Ends the closed rows that reach into the time of the new one; in a filing into the past it is also what replaced them. */
async function makeRoom(context: CommitContext, { trims }: SlotTime, by?: MemoryId): Promise<void> {
  for (const { row, validTo } of trims) {
    await patch(context, row, {
      validTo,
      ...(by === undefined || row.status === "active" ? {} : { supersededBy: by }),
    });
  }
}

/** Never before its own beginning, and no later than it ended already. */
function endOf(target: Memory, statement: Statement): EpochMs {
  return Math.min(target.validTo ?? Number.POSITIVE_INFINITY, Math.max(statement.validFrom, target.validFrom));
}

function until({ next }: SlotTime): Pick<Place, "until"> {
  return next === undefined ? {} : { until: next.validFrom };
}

async function insert(context: CommitContext, memory: Memory): Promise<void> {
  await context.transaction.memories.insert(memory);
  const vector = context.vectors.get(memory.content);
  const { modelId } = context.parts.embedder.profile;
  context.changes.push({
    type: "put",
    attributes: memoryAttributes(memory),
    terms: memoryTerms(memory),
    ...(vector === undefined ? {} : { vector: { modelId, values: vector } }),
  });
  if (vector === undefined) {
    const id = context.parts.ids.journal();
    await context.transaction.journal.append([{ id, task: { type: "embed", itemId: memory.id }, at: context.now }]);
  }
}

async function patch(context: CommitContext, target: Memory, change: MemoryPatch): Promise<Memory> {
  const updated = await context.transaction.memories.update(target.id, target.revision, change);
  context.changes.push({ type: "update", attributes: memoryAttributes(updated) });
  return updated;
}

async function nextVersion(context: CommitContext, lineageId: MemoryId): Promise<number> {
  return (await context.transaction.memories.latestVersion(lineageId)) + 1;
}

function said(statement: Statement, reason: string): string {
  return `rule ${statement.rule}; ${reason}`;
}

async function commitInsert(
  context: CommitContext,
  statement: Statement,
  verdict: Verdict & { type: "insert" },
): Promise<Committed> {
  const reason = said(statement, verdict.reason);
  const room = await fitIntoSlot(context.transaction, statement, undefined);
  await makeRoom(context, room);
  const place: Place = { version: 1, supersedes: [], ...until(room) };
  const memory = toMemory(context, statement, context.parts.ids.memory(), place, reason);
  await insert(context, memory);
  return { outcome: verdict.outcome, reason, memory, supersededIds: [] };
}

async function commitReinforce(
  context: CommitContext,
  statement: Statement,
  verdict: Verdict & { type: "reinforce" },
): Promise<Committed> {
  const { target } = verdict;
  const fresh = statement.turnIds.filter((id) => !target.turnIds.includes(id));
  if (fresh.length === 0 && statement.turnIds.length > 0) {
    return { outcome: "reinforced", reason: "the same turn was counted before", memory: target, supersededIds: [] };
  }
  const memory = await patch(context, target, {
    turnIds: [...target.turnIds, ...fresh],
    importance: reinforcedImportance(target.importance),
    reinforcedCount: target.reinforcedCount + 1,
    ...(target.expiresAt !== undefined && statement.expiresAt !== undefined
      ? { expiresAt: Math.max(target.expiresAt, statement.expiresAt) }
      : {}),
  });
  return { outcome: "reinforced", reason: verdict.reason, memory, supersededIds: [] };
}

/** Closes the old rows first: at no instant of the transaction does a single-valued slot hold two current values (P02, P03). */
async function commitSupersede(
  context: CommitContext,
  statement: Statement,
  verdict: Verdict & { type: "supersede" },
): Promise<Committed> {
  const [head] = verdict.targets;
  if (head === undefined) throw new KeepsakeError("INTERNAL", "superseding nothing");
  const id = context.parts.ids.memory();
  const room = await fitIntoSlot(context.transaction, statement, head.lineageId, { replaced: verdict.targets });
  await makeRoom(context, room);
  for (const target of verdict.targets) {
    await patch(context, target, {
      status: "superseded",
      supersededBy: id,
      validTo: endOf(target, statement),
    });
  }
  const supersededIds = verdict.targets.map((target) => target.id);
  const version = await nextVersion(context, head.lineageId);
  const reason = said(statement, `supersedes ${supersededIds.join(", ")}: ${verdict.reason}`);
  const memory = toMemory(
    context,
    statement,
    id,
    { lineageId: head.lineageId, version, supersedes: supersededIds, ...until(room) },
    reason,
  );
  await insert(context, memory);
  return { outcome: "superseded", reason, memory, supersededIds };
}

async function commitPast(
  context: CommitContext,
  statement: Statement,
  verdict: Verdict & { type: "past" },
): Promise<Committed> {
  const room = await fitIntoSlot(context.transaction, statement, verdict.later.lineageId, { isPast: true });
  const later = room.next ?? verdict.later;
  const id = context.parts.ids.memory();
  await makeRoom(context, room, id);
  const version = await nextVersion(context, later.lineageId);
  const reason = said(statement, `history of ${later.id}: ${verdict.reason}`);
  const place: Place = {
    lineageId: later.lineageId,
    version,
    supersedes: [],
    closed: { by: later.id, at: Math.max(later.validFrom, statement.validFrom) },
  };
  const memory = toMemory(context, statement, id, place, reason);
  await insert(context, memory);
  return { outcome: "coexists", reason, memory, supersededIds: [] };
}

async function commitRetract(
  context: CommitContext,
  statement: Statement,
  verdict: Verdict & { type: "retract" },
): Promise<Committed> {
  const reason = said(statement, `retracts: ${verdict.reason}`);
  for (const target of verdict.targets) {
    await patch(context, target, {
      status: "superseded",
      validTo: endOf(target, statement),
      reason,
    });
  }
  const [memory] = verdict.targets;
  const supersededIds = verdict.targets.map((target) => target.id);
  return { outcome: "retracted", reason, supersededIds, ...(memory === undefined ? {} : { memory }) };
}

async function commitErase(context: CommitContext, verdict: Verdict & { type: "erase" }): Promise<Committed> {
  await eraseMemories({ ...context, targets: verdict.targets, turnIds: verdict.turnIds ?? [], sparesCurrent: true });
  return { outcome: "retracted", reason: verdict.reason, supersededIds: verdict.targets.map((target) => target.id) };
}

/** Carries a verdict out inside the caller's transaction; index changes are collected in the context. */
export async function commitVerdict(
  context: CommitContext,
  statement: Statement,
  verdict: Verdict,
): Promise<Committed> {
  switch (verdict.type) {
    case "insert":
      return commitInsert(context, statement, verdict);
    case "reinforce":
      return commitReinforce(context, statement, verdict);
    case "supersede":
      return commitSupersede(context, statement, verdict);
    case "past":
      return commitPast(context, statement, verdict);
    case "retract":
      return commitRetract(context, statement, verdict);
    case "erase":
      return commitErase(context, verdict);
    case "reject":
      return { outcome: "rejected", reason: verdict.reason, supersededIds: [] };
  }
}
