import { digestedName } from "../audit/index.js";
import { ownNow } from "../dating/index.js";
import {
  type JournalEntry,
  KeepsakeError,
  type ReextractRequest,
  type ReextractResult,
  readAll,
  type Scope,
  type SessionId,
  type Turn,
} from "../domain/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import { resumeModel } from "./metering/index.js";

/** Makes one turn due for the model, once: an entry that waits for later or is dead gives way, one that is at work stays. */
async function queue(
  parts: EngineParts,
  transaction: TruthTransaction,
  turn: Turn,
  entries: readonly JournalEntry[],
): Promise<boolean> {
  const now = ownNow(parts);
  const atWork = entries.some(
    ({ task, state, dueAt }) => task.type === "digest" || state === "leased" || (state === "waiting" && dueAt <= now),
  );
  if (atWork) return false;
  if (entries.length > 0) await transaction.journal.removeFor({ turnIds: [turn.id] });
  const task = { type: "refine", turnId: turn.id, sessionId: turn.sessionId } as const;
  await transaction.journal.append([{ id: parts.ids.journal(), task, at: now }]);
  return true;
}

/** The user's turns of one session, in one transaction. */
async function queueSession(
  parts: EngineParts,
  transaction: TruthTransaction,
  sessionId: SessionId,
  byTurn: ReadonlyMap<string, readonly JournalEntry[]>,
  pendingOnly: boolean,
): Promise<ReextractResult> {
  const turns = await readAll((page) => transaction.turns.list(sessionId, page));
  let [queued, alreadyQueued] = [0, 0];
  for (const turn of turns.filter((each) => each.role === "user")) {
    const entries = byTurn.get(turn.id) ?? [];
    if (pendingOnly && entries.length === 0) continue;
    if (await queue(parts, transaction, turn, entries)) queued += 1;
    else alreadyQueued += 1;
  }
  return { queued, alreadyQueued };
}

/**
 * Lets the model read recorded turns (again): those that still await it, or all of the user's. The memories that a turn gave before
 * stay and are not written twice; what the model adds is written. Idempotent while the turns wait. The tenant's caps hold.
 * @throws MODEL_UNAVAILABLE when no chat model is configured; NOT_FOUND when the session is unknown
 */
export async function reextract(
  parts: EngineParts,
  scope: Scope,
  request: ReextractRequest = {},
): Promise<ReextractResult> {
  if (parts.chatModel === undefined || !parts.policy.extraction.useModel) {
    throw new KeepsakeError("MODEL_UNAVAILABLE", "no chat model is configured: set chatModel.url and chatModel.model");
  }
  resumeModel(parts.chatModel);
  const { truth } = parts.storage;
  const sessions = await truth.read(scope, async (transaction) => {
    if (request.sessionId === undefined) return readAll((page) => transaction.turns.listSessions(page));
    const session = await transaction.turns.findSession(request.sessionId);
    if (session === undefined) throw new KeepsakeError("NOT_FOUND", "the user has no such session");
    return [session];
  });
  let [queued, alreadyQueued] = [0, 0];
  for (const session of sessions) {
    const result = await truth.write(scope, async (transaction) => {
      const byTurn = new Map<string, JournalEntry[]>();
      for (const entry of await readAll((page) => transaction.journal.list(page))) {
        if (!("turnId" in entry.task)) continue;
        byTurn.set(entry.task.turnId, [...(byTurn.get(entry.task.turnId) ?? []), entry]);
      }
      const result = await queueSession(parts, transaction, session.id, byTurn, request.all !== true);
      if (result.queued > 0) await parts.auditLine?.append(transaction, [digestedName(session.id)]);
      return result;
    });
    queued += result.queued;
    alreadyQueued += result.alreadyQueued;
  }
  if (queued > 0) parts.wakeUp.notify();
  return { queued, alreadyQueued };
}
