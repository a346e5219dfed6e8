import { and, type Memory, type Policy, type ReviewCause, type Scope, type WriteOrigin } from "../domain/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import { recordWrites } from "../undo/index.js";
import { type CommitContext, type Committed, commitVerdict, toMemory, type Vectors } from "./commit.js";
import { instructsReader } from "./instructing.js";
import { intentOfPending, pendingTags, statementOfPending, targetOfPending } from "./pending-row.js";
import { reconcile } from "./reconcile.js";
import { findRelating, type Relating } from "./relating/relate.js";
import { type Statement, SUSPICIOUS_TAG, type Verdict } from "./statement.js";

/** How many waiting rows about one subject are looked at for the same statement. */
const WAITING_WINDOW = 200;

interface Finding {
  readonly cause: ReviewCause;
  readonly reason: string;
}

function authorityOf(policy: Policy, agentId: string | undefined): number {
  return agentId !== undefined && Object.hasOwn(policy.authority, agentId) ? (policy.authority[agentId] ?? 0) : 0;
}

function targetsOf(verdict: Verdict): readonly Memory[] {
  return verdict.type === "supersede" || verdict.type === "retract" || verdict.type === "erase" ? verdict.targets : [];
}

/** Newest wins, but not over a higher agent's word, nor where two equal agents said different things at one instant (requirement 2.6). */
function findConflict(policy: Policy, statement: Statement, verdict: Verdict): Finding | undefined {
  const own = authorityOf(policy, statement.agentId);
  for (const target of targetsOf(verdict)) {
    const theirs = authorityOf(policy, target.agentId);
    if (theirs > own) {
      const reason = `it would change ${target.id}, written by ${target.agentId}, whose authority is higher`;
      return { cause: "conflict", reason };
    }
    const twoAgents =
      statement.agentId !== undefined && target.agentId !== undefined && statement.agentId !== target.agentId;
    if (theirs === own && twoAgents && target.saidAt === statement.saidAt) {
      const reason = `${target.agentId} said otherwise at the same instant in ${target.id}`;
      return { cause: "conflict", reason };
    }
  }
  return undefined;
}

/** Why the statement may not be written at once, gravest first. Empty: it may. */
function findCauses(context: CommitContext, statement: Statement, verdict: Verdict): readonly Finding[] {
  const { policy, embedder } = context.parts;
  const { scope } = context.transaction;
  if (verdict.type === "reject") return [];
  const found: Finding[] = [];
  const vector = context.vectors.get(statement.content);
  if (statement.tags.includes(SUSPICIOUS_TAG) || instructsReader(policy, statement, vector, embedder.profile.modelId)) {
    found.push({ cause: "suspicious", reason: "its words look like an instruction" });
  }
  // saying once more what holds changes nothing that is remembered
  if (verdict.type === "reinforce") return found;
  const { review } = policy;
  if (review.protectedUsers.includes(scope.user)) {
    found.push({ cause: "protected-user", reason: "changes of this user's memory are reviewed" });
  }
  if (review.sharedUsers.includes(scope.user)) {
    found.push({ cause: "shared-scope", reason: "this memory is shared by a team" });
  }
  const conflict = findConflict(policy, statement, verdict);
  if (conflict !== undefined) found.push(conflict);
  if (statement.confidence < review.belowConfidence) {
    found.push({ cause: "low-confidence", reason: `its confidence is ${statement.confidence}` });
  }
  return found;
}

function correctedTarget(statement: Statement, verdict: Verdict): Memory | undefined {
  return statement.rule === "correct" && verdict.type === "supersede" ? verdict.targets[0] : undefined;
}

/** The row in which the same statement waits already. */
async function findWaiting(
  transaction: TruthTransaction,
  statement: Statement,
  target: Memory | undefined,
): Promise<Memory | undefined> {
  const { items } = await transaction.memories.list(
    and(
      { op: "in", field: "status", values: ["pending-review"] },
      { op: "in", field: "subject", values: [statement.subject] },
    ),
    { limit: WAITING_WINDOW },
  );
  return items.find(
    (row) =>
      row.contentHash === statement.contentHash &&
      intentOfPending(row) === statement.intent &&
      targetOfPending(row) === target?.id,
  );
}

/**
 * Lets the statement wait as a row of its own: in no index, in no slot's active place and in nobody's lineage, so that nothing finds it
 * and no later write closes it. Said again, it waits once.
 */
async function hold(
  context: CommitContext,
  statement: Statement,
  verdict: Verdict,
  found: readonly Finding[],
): Promise<Committed> {
  const { transaction, parts } = context;
  const why = `waits for review: ${found.map((finding) => finding.reason).join("; ")}`;
  const target = correctedTarget(statement, verdict);
  const waiting = await findWaiting(transaction, statement, target);
  if (waiting !== undefined) {
    const fresh = statement.turnIds.filter((id) => !waiting.turnIds.includes(id));
    const memory = await transaction.memories.update(waiting.id, waiting.revision, {
      turnIds: [...waiting.turnIds, ...fresh],
      reinforcedCount: waiting.reinforcedCount + 1,
    });
    return { outcome: "pending-review", reason: why, memory, supersededIds: [] };
  }
  const reason = `rule ${statement.rule}; ${why}`;
  const row = toMemory(context, statement, parts.ids.memory(), { version: 1, supersedes: [] }, reason);
  const { embeddingModel: _unindexed, ...bare } = row;
  const tags = pendingTags(
    statement,
    found.map((finding) => finding.cause),
    target?.id,
  );
  const memory: Memory = { ...bare, status: "pending-review", tags };
  await transaction.memories.insert(memory);
  return { outcome: "pending-review", reason: why, memory, supersededIds: [] };
}

function originOf(context: CommitContext, statement: Statement, importId: string | undefined): WriteOrigin {
  const [turnId] = statement.turnIds;
  return {
    policyVersion: context.parts.policy.version,
    ...(turnId === undefined ? {} : { turnId }),
    ...(statement.sessionId === undefined ? {} : { sessionId: statement.sessionId }),
    ...(statement.agentId === undefined ? {} : { agentId: statement.agentId }),
    ...(importId === undefined ? {} : { importId }),
  };
}

/** An erasure is not logged: nothing of it can be taken back. */
function recorded(context: CommitContext, verdict: Verdict, origin: WriteOrigin): CommitContext {
  if (verdict.type === "erase") return context;
  return { ...context, transaction: recordWrites(context.transaction, origin, context.now) };
}

/**
 * Between verdict and commit: the write goes through, and into the write log, or waits until a person accepts it.
 * @param importId of the turn that it was taken from
 */
export async function settle(
  context: CommitContext,
  statement: Statement,
  verdict: Verdict,
  importId?: string,
): Promise<Committed> {
  const found = findCauses(context, statement, verdict);
  const origin = originOf(context, statement, importId);
  if (found.length === 0) return commitVerdict(recorded(context, verdict, origin), statement, verdict);
  const transaction = recordWrites(context.transaction, origin, context.now);
  return hold({ ...context, transaction }, statement, verdict, found);
}

/** How waiting rows stand to what is remembered, for those of them whose vectors are known. Before the transaction that decides them. */
export function relatingOfPending(
  parts: EngineParts,
  scope: Scope,
  rows: readonly Memory[],
  vectors: Vectors,
): Promise<Relating | undefined> {
  return findRelating(parts, scope, rows.map(statementOfPending), vectors);
}

/** What accepting the row would do now: decided anew, with the row said when it was said. */
export async function verdictOfPending(
  transaction: TruthTransaction,
  row: Memory,
  relating?: Relating,
): Promise<Verdict> {
  const id = targetOfPending(row);
  const target = id === undefined ? undefined : await transaction.memories.find(id);
  if (target?.status !== "active") return reconcile(transaction, statementOfPending(row), relating);
  if (intentOfPending(row) === "retract") return { type: "retract", targets: [target], reason: "reported as wrong" };
  if (target.contentHash === row.contentHash && target.value === row.value) {
    return { type: "reject", reason: "the same words as before: nothing to correct" };
  }
  return { type: "supersede", targets: [target], reason: "corrected by its id" };
}

/**
 * Carries a waiting row out as if it had never waited. Where the statement becomes a memory, that has the row's id; where it only
 * repeats or ends one, the row goes. A verdict that refuses it leaves the row to the caller.
 * @param by who accepted it
 */
export async function commitPending(
  context: CommitContext,
  row: Memory,
  by: string,
  relating?: Relating,
): Promise<Committed> {
  const { transaction, parts } = context;
  const verdict = await verdictOfPending(transaction, row, relating);
  if (verdict.type === "reject") return { outcome: "rejected", reason: verdict.reason, supersededIds: [] };
  const [first] = await transaction.writes.listByMemories([row.id]);
  const waiting = statementOfPending(row);
  const statement = { ...waiting, rule: `${waiting.rule}, accepted in review by ${by}` };
  await transaction.memories.remove([row.id]);
  const policy = { ...parts.policy, version: row.policyVersion };
  const asRow = { ...context, parts: { ...parts, policy, ids: { ...parts.ids, memory: () => row.id } } };
  const origin = originOf(asRow, statement, first?.importId);
  return commitVerdict(recorded(asRow, verdict, origin), statement, verdict);
}
