import { digestedName } from "../../audit/index.js";
import {
  checkId,
  KeepsakeError,
  type Scope,
  SECOND_MS,
  type Session,
  type SessionEndReceipt,
  type SessionId,
  type SummaryState,
  type Turn,
} from "../../domain/index.js";
import type { EngineParts, TruthTransaction } from "../../ports/index.js";
import { queueBlobs } from "../blobs/index.js";
import { estimateTokens, isOverBudget } from "./plan-fold.js";

/** Sessions that one call ends for idleness; the others are ended by the next. */
const ENDED_AT_ONCE = 8;

async function queue(parts: EngineParts, transaction: TruthTransaction, sessionId: SessionId, now: number) {
  await transaction.journal.append([{ id: parts.ids.journal(), task: { type: "summarise", sessionId }, at: now }]);
}

async function queueTranscript(parts: EngineParts, transaction: TruthTransaction, sessionId: SessionId, now: number) {
  if (parts.blobs?.keepsTranscripts === true) await queueBlobs(parts, transaction, [sessionId], now);
}

/** Ends the user's other sessions in which nothing was said for a while. Those too short for a summary are ended without one. */
async function endIdle(parts: EngineParts, transaction: TruthTransaction, present: SessionId, now: number) {
  const { idleSeconds, minTurns } = parts.policy.summary;
  const idle = await transaction.summaries.listIdle(now - idleSeconds * SECOND_MS, ENDED_AT_ONCE + 1);
  for (const state of idle.filter(({ sessionId }) => sessionId !== present).slice(0, ENDED_AT_ONCE)) {
    await transaction.summaries.put({ ...state, endedAt: now });
    const isWorthwhile = state.summary !== undefined || state.openTurns >= minTurns;
    if (isWorthwhile) await queue(parts, transaction, state.sessionId, now);
    await queueTranscript(parts, transaction, state.sessionId, now);
  }
}

/**
 * Counts new turns of one session towards its summary's budget, in the transaction that writes them: past it, the fold of the older ones is
 * queued. A session that had ended goes on. The user's other sessions that are idle by now end.
 * @param turns those really written, in order
 */
export async function noteTurns(
  parts: EngineParts,
  transaction: TruthTransaction,
  turns: readonly Turn[],
  now: number,
): Promise<void> {
  const [first] = turns;
  if (first === undefined) return;
  const { sessionId } = first;
  const bounds = parts.policy.summary;
  const known = await transaction.summaries.find(sessionId);
  const { endedAt: _goesOn, ...before } = known ?? freshState(first);
  const tokens = turns.reduce((sum, turn) => sum + estimateTokens(parts.tokens, turn.text), 0);
  const after: SummaryState = {
    ...before,
    lastTurnAt: Math.max(before.lastTurnAt, ...turns.map((turn) => turn.at)),
    openTurns: before.openTurns + turns.length,
    openTokens: before.openTokens + tokens,
  };
  await transaction.summaries.put(after);
  if (isOverBudget(after, bounds) && !isOverBudget(before, bounds)) await queue(parts, transaction, sessionId, now);
  await endIdle(parts, transaction, sessionId, now);
}

function freshState({ sessionId, agentId, at }: Pick<Turn, "sessionId" | "agentId" | "at">): SummaryState {
  const agent = agentId === undefined ? {} : { agentId };
  return { sessionId, ...agent, revision: 0, lastTurnAt: at, coveredTo: 0, openTurns: 0, openTokens: 0 };
}

function stateOf(session: Session): SummaryState {
  const { id: sessionId, agentId, lastTurnAt: at } = session;
  const fresh = freshState({ sessionId, at, ...(agentId === undefined ? {} : { agentId }) });
  return { ...fresh, openTurns: session.turnCount };
}

/**
 * Ends a session outright: its summary is made behind the call and becomes an episodic memory. Said again it does nothing; a later turn opens
 * the session anew.
 * @throws NOT_FOUND when the user has no such session, INVALID_INPUT
 */
export async function endSession(parts: EngineParts, scope: Scope, id: string): Promise<SessionEndReceipt> {
  const sessionId = checkId(id, "sessionId") as SessionId;
  const now = parts.clock.now();
  const receipt = await parts.storage.truth.write(scope, async (transaction): Promise<SessionEndReceipt> => {
    const session = await transaction.turns.findSession(sessionId);
    if (session === undefined) throw new KeepsakeError("NOT_FOUND", "there is no such session", { field: "sessionId" });
    const state = (await transaction.summaries.find(sessionId)) ?? stateOf(session);
    const endedAt = state.endedAt ?? now;
    const turns = session.turnCount;
    if (state.endedAt === undefined) {
      await transaction.summaries.put({ ...state, endedAt });
      await queueTranscript(parts, transaction, sessionId, now);
    }
    const isDone = state.endedAt !== undefined && state.summary?.final === true;
    if (!isDone) await queue(parts, transaction, sessionId, now);
    await parts.auditLine?.append(transaction, [digestedName(sessionId)]);
    return { sessionId, endedAt, turns, alreadyEnded: state.endedAt !== undefined };
  });
  parts.wakeUp.notify();
  return receipt;
}
