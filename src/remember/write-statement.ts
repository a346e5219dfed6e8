import { dateWrite } from "../dating/index.js";
import {
  KeepsakeError,
  type Memory,
  type MemoryId,
  type RememberOutcome,
  type RememberResult,
  type Scope,
  SECOND_MS,
} from "../domain/index.js";
import type { EngineParts, IndexChange, TruthTransaction } from "../ports/index.js";
import type { ReadingTerms } from "./ask-reader.js";
import type { Committed } from "./commit.js";
import { embedTexts } from "./embed-texts.js";
import { findAnswer, type IdempotentCall } from "./idempotency.js";
import { findRelating, type Relating } from "./relating/relate.js";
import { settle } from "./settle.js";
import type { Statement, Verdict } from "./statement.js";

/** A caller waits for this: past it the words are stored and the vector follows. */
const EMBED_DEADLINE_MS = 2 * SECOND_MS;
const WAITED_FOR: ReadingTerms = { mostMs: 2 * SECOND_MS, urgent: true };
const CONFLICT_RETRIES = 5;

/** What is kept of an answer under its idempotency key: ids only, so that erasing a memory leaves no copy of its words here. */
interface StoredAnswer {
  readonly outcome: RememberOutcome;
  readonly reason: string;
  readonly memoryId?: MemoryId;
  readonly supersededIds: readonly MemoryId[];
}

function parseAnswer(response: string): StoredAnswer {
  return JSON.parse(response) as StoredAnswer;
}

async function repeatAnswer(transaction: TruthTransaction, response: string): Promise<RememberResult> {
  const { memoryId, ...answer } = parseAnswer(response);
  const memory = memoryId === undefined ? undefined : await transaction.memories.find(memoryId);
  return { ...answer, ...(memory === undefined ? {} : { memory }) };
}

function toResult(committed: Committed, degraded: readonly string[]): RememberResult {
  return {
    outcome: committed.outcome,
    reason: committed.reason,
    supersededIds: committed.supersededIds,
    ...(committed.memory === undefined ? {} : { memory: committed.memory }),
    ...(degraded.length === 0 ? {} : { degraded }),
  };
}

export interface StatementWrite {
  readonly statement: Statement;
  readonly decide: (transaction: TruthTransaction, statement: Statement, relating?: Relating) => Promise<Verdict>;
  /** When it was said, where the server says so and not the caller. */
  readonly dated?: number;
  readonly call: IdempotentCall | undefined;
}

async function storeAnswer(
  transaction: TruthTransaction,
  call: IdempotentCall,
  committed: Committed,
  at: number,
): Promise<void> {
  const answer: StoredAnswer = {
    outcome: committed.outcome,
    reason: committed.reason,
    supersededIds: committed.supersededIds,
    ...(committed.memory === undefined ? {} : { memoryId: committed.memory.id }),
  };
  await transaction.requests.put({ ...call, response: JSON.stringify(answer), at });
}

/** Runs a write again from fresh state when a race was lost; the writer with the older view never overwrites (P17). */
export async function retryConflicts<Result>(work: () => Promise<Result>): Promise<Result> {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await work();
    } catch (thrown) {
      const isRace =
        thrown instanceof KeepsakeError && thrown.code === "CONFLICT" && thrown.details.field === undefined;
      if (!isRace || attempt >= CONFLICT_RETRIES) throw thrown;
    }
  }
}

/** One statement through embed → reconcile → commit, in one transaction, with the answer kept under its idempotency key. */
export async function writeStatement(parts: EngineParts, scope: Scope, write: StatementWrite): Promise<RememberResult> {
  const { statement, call } = write;
  const { storage, telemetry } = parts;
  const embedded = await embedTexts(parts, [statement.content], AbortSignal.timeout(EMBED_DEADLINE_MS));
  const relating = await findRelating(parts, scope, [statement], embedded.vectors, WAITED_FOR);
  const pending = embedded.error === undefined ? [] : [`vector pending: ${embedded.error.code}`];
  const unread = relating?.failure === undefined ? [] : [`reader: ${relating.failure.code}`];
  const result = await retryConflicts(() =>
    storage.truth.write(scope, async (transaction): Promise<RememberResult> => {
      const now = await dateWrite(parts, transaction, write.dated);
      const before = call === undefined ? undefined : await findAnswer(transaction, call);
      if (before !== undefined) return repeatAnswer(transaction, before);
      const changes: IndexChange[] = [];
      const context = { parts, transaction, now, vectors: embedded.vectors, changes };
      const committed = await settle(context, statement, await write.decide(transaction, statement, relating));
      await storage.projection.apply(transaction, changes);
      if (call !== undefined) await storeAnswer(transaction, call, committed, now);
      const written = committed.memory === undefined ? [] : [committed.memory.id];
      await parts.auditLine?.append(transaction, [...written, ...committed.supersededIds]);
      return toResult(committed, [...(isWritten(committed.memory, statement) ? pending : []), ...unread]);
    }),
  );
  if (result.degraded !== undefined) parts.wakeUp.notify();
  telemetry.count("keepsake_statements", 1, { outcome: result.outcome, explicit: true });
  return result;
}

function isWritten(memory: Memory | undefined, statement: Statement): boolean {
  return memory !== undefined && memory.content === statement.content && memory.embeddingModel === undefined;
}
