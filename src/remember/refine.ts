import { dateWrite, ownNow } from "../dating/index.js";
import {
  DAY_MS,
  type EpochMs,
  type JournalEntry,
  KeepsakeError,
  type Memory,
  type Policy,
  type Turn,
  type TurnId,
} from "../domain/index.js";
import { sameValue } from "../language/slots/index.js";
import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";
import { failure } from "./backoff.js";
import type { Vectors } from "./commit.js";
import { sha256 } from "./content-hash.js";
import { completeErased } from "./embed-task.js";
import { isForModel } from "./extract.js";
import { decide } from "./lasting-change.js";
import { mergeProposal } from "./merge-proposal.js";
import { isBusy, isOverCap } from "./metering/index.js";
import { prepareStatements } from "./prepare.js";
import type { Proposal, ReadTurn, Shown } from "./proposal.js";
import { reconcile } from "./reconcile.js";
import { type Relating, textsToRelate } from "./relating/relate.js";
import { settle } from "./settle.js";
import { checkShown } from "./shown.js";
import type { Statement, Verdict } from "./statement.js";

export type RefineEntry = JournalEntry & { readonly task: { readonly type: "refine"; readonly turnId: TurnId } };

/** What the model adds to a turn that the rules digested before. */
export interface PreparedRefinement {
  readonly entry: RefineEntry;
  readonly read: ReadTurn<RefineEntry>;
  readonly shown: Shown;
  /** What the rules found, with the slot that the model names. */
  readonly slotted: readonly Statement[];
  /** What only the model saw. */
  readonly added: readonly Statement[];
}

/** Every text of a prepared refinement that needs a vector. */
export function refinedTexts({ slotted, added }: PreparedRefinement): readonly string[] {
  return [...slotted, ...added].flatMap(textsToRelate);
}

/** Turns that a cap holds back come again in the first minutes of the next day, not all in one instant. */
const SPREAD_MS = 600_000;

function nextDay(id: string, now: EpochMs): EpochMs {
  const spread = Number.parseInt(sha256(id).slice(0, 8), 16) % SPREAD_MS;
  return (Math.floor(now / DAY_MS) + 1) * DAY_MS + spread;
}

/** Nothing about the turn failed: it waits, however often. */
function isOutage(thrown: KeepsakeError): boolean {
  return isBusy(thrown) || thrown.code === "MODEL_UNAVAILABLE" || thrown.code === "DEADLINE_EXCEEDED";
}

/** When a turn that the model did not answer for is tried again; without `dueAt` never by itself (it is dead until it is retried). */
export function againAfter(
  entry: Pick<JournalEntry, "id" | "attempts" | "lastError">,
  thrown: KeepsakeError,
  now: EpochMs,
  policy: Policy["journal"],
): { readonly error: string; readonly dueAt?: EpochMs } {
  if (isOverCap(thrown)) return { error: `${thrown.code}: ${thrown.message}`, dueAt: nextDay(entry.id, now) };
  return failure(entry, thrown, now, policy, isOutage(thrown));
}

/** Queues a turn, in the transaction that commits what the rules found in it, for another try of the model. */
export async function deferToModel(
  parts: Pick<EngineParts, "ids" | "policy" | "clock" | "ownClock">,
  transaction: TruthTransaction,
  { id: turnId, sessionId }: Turn,
  thrown: KeepsakeError,
): Promise<void> {
  // when an entry is due the queue's claimers ask of their own clocks
  const now = ownNow(parts);
  const id = parts.ids.journal();
  const { dueAt = now } = againAfter({ id, attempts: 0 }, thrown, now, parts.policy.journal);
  await transaction.journal.append([{ id, task: { type: "refine", turnId, sessionId }, at: now, dueAt }]);
}

/**
 * What the model's proposal adds to the turn. A turn that it need not be asked about adds nothing.
 * @throws MODEL_UNAVAILABLE where no model is configured any more
 */
export function prepareRefinement(
  parts: EngineParts,
  read: ReadTurn<RefineEntry>,
  proposal: Extract<Proposal, { type: "answered" }> | undefined,
): PreparedRefinement {
  if (proposal === undefined && parts.chatModel === undefined) {
    throw new KeepsakeError("MODEL_UNAVAILABLE", "no chat model is configured");
  }
  if (proposal === undefined && isForModel(parts, read.turn, read.rules)) {
    throw new KeepsakeError("INTERNAL", "a turn for the model was not shown to it");
  }
  const { slotted, added } = mergeProposal(read.rules.candidates, proposal?.candidates ?? []);
  return {
    entry: read.entry,
    read,
    shown: proposal?.shown ?? { turnIds: [], memoryIds: [] },
    slotted: prepareStatements(parts, read.turn, slotted),
    added: prepareStatements(parts, read.turn, added),
  };
}

/** Whether the turn gave this statement before, whatever became of it since: superseded or put aside, it is not said anew. */
function wasGiven(statement: Statement, rows: readonly Memory[]): boolean {
  return rows.some(
    (row) =>
      row.contentHash === statement.contentHash ||
      row.evidence.includes(statement.evidence) ||
      statement.evidence.includes(row.evidence) ||
      (row.slotKey !== undefined && row.slotKey === statement.slotKey && sameValue(row.value, statement.value)),
  );
}

/** The row that a statement had before the model named its slot: still current, the same words, no slot. */
function plainRow(statement: Statement, rows: readonly Memory[]): Memory | undefined {
  return rows.find((row) => row.status === "active" && row.slotKey === undefined && row.content === statement.content);
}

/** The statement with its slot takes the place of its plain row, and of the value that it changes. */
async function slotVerdict(
  transaction: TruthTransaction,
  statement: Statement,
  plain: Memory,
  relating: Relating | undefined,
): Promise<Verdict | undefined> {
  const verdict = await reconcile(transaction, statement, relating);
  const reason = "the model names the slot of what was said";
  if (verdict.type === "insert") return { type: "supersede", targets: [plain], reason };
  if (verdict.type !== "supersede") return undefined;
  const others = verdict.targets.filter((target) => target.id !== plain.id);
  return { type: "supersede", targets: [...others, plain], reason: verdict.reason };
}

/** What is to be written of a refinement, in view of the rows that the turn gave before. */
async function verdictOf(
  transaction: TruthTransaction,
  statement: Statement,
  rows: readonly Memory[],
  isSlotted: boolean,
  relating: Relating | undefined,
): Promise<readonly [Statement, Verdict] | undefined> {
  if (!isSlotted) return wasGiven(statement, rows) ? undefined : decide(transaction, statement, relating);
  const plain = plainRow(statement, rows);
  const verdict = plain === undefined ? undefined : await slotVerdict(transaction, statement, plain, relating);
  return verdict === undefined ? undefined : [statement, verdict];
}

/**
 * Writes what the model adds, and completes the entry in the same transaction (P06). However often a turn is read again, what it gave
 * before is not written twice (requirement 1.4).
 * @throws CONFLICT (a lost lease or race, or something that the model was shown was erased meanwhile)
 */
export async function commitRefinement(
  parts: EngineParts,
  transaction: TruthTransaction,
  prepared: PreparedRefinement,
  vectors: Vectors,
  leaseToken: string,
  relating?: Relating,
): Promise<ReadonlyMap<string, number>> {
  const outcomes = new Map<string, number>();
  const { entry, read, slotted, added } = prepared;
  if ((await transaction.turns.find(read.turn.id)) === undefined) {
    await completeErased(transaction, entry.id, leaseToken);
    return outcomes;
  }
  await transaction.journal.complete(entry.id, leaseToken);
  await checkShown(transaction, prepared.shown);
  // a summary tells of the turn among many, and is no statement of it
  const rows = await transaction.memories.listByTurns([read.turn.id]);
  const given = rows.filter((row) => row.kind !== "summary");
  const changes: IndexChange[] = [];
  const context = { parts, transaction, now: await dateWrite(parts, transaction), vectors, changes };
  for (const statement of [...slotted, ...added]) {
    const decided = await verdictOf(transaction, statement, given, slotted.includes(statement), relating);
    if (decided === undefined) continue;
    const { outcome } = await settle(context, ...decided, read.turn.importId);
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
  }
  await parts.storage.projection.apply(transaction, changes);
  return outcomes;
}
