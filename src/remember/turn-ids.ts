import {
  type EpochMs,
  ID_PREFIX,
  KeepsakeError,
  MINUTE_MS,
  type RecordTurn,
  type SessionId,
  type Turn,
  type TurnId,
} from "../domain/index.js";
import type { TruthTransaction } from "../ports/index.js";
import { sha256 } from "./content-hash.js";

/** A request that equals the session's tail is a retry only this long: a lost acknowledgement is noticed within seconds. */
const RETRY_WINDOW_MS = MINUTE_MS;
const ID_DIGITS = 32;

export interface RedactedTurn extends RecordTurn {
  /** What the caller sent as `at`; absent where the engine's clock filled it in. */
  readonly saidAt: EpochMs;
}

function derive(parts: readonly unknown[]): TurnId {
  return `${ID_PREFIX.turn}${sha256(JSON.stringify(parts)).slice(0, ID_DIGITS)}` as TurnId;
}

function sameMessage(stored: Turn, sent: RedactedTurn): boolean {
  return (
    (sent.id === undefined || stored.id === sent.id) &&
    stored.role === sent.role &&
    stored.text === sent.text &&
    stored.speaker === sent.speaker &&
    (sent.at === undefined || stored.at === sent.at)
  );
}

/**
 * Ids for the turns of one request, in its order.
 * - The caller's own id stands.
 * - A turn with an instant gets the hash of session, instant, words and its place among equals in the call: any later retry meets it again.
 * - A turn without an instant cannot be told from a repetition by its words. It counts as a retry when the whole request is what
 *   the session ended with within the last minute; else it is a new message, however often it was said before ("ok", "ok"), and
 *   gets an id of its own from `fresh`: nothing that could be derived is sure never to have been given.
 */
export async function assignTurnIds(
  transaction: TruthTransaction,
  sessionId: SessionId,
  turns: readonly RedactedTurn[],
  now: EpochMs,
  fresh: () => TurnId,
): Promise<readonly TurnId[]> {
  const undated = turns.some((turn) => turn.id === undefined && turn.at === undefined);
  const session = undated ? await transaction.turns.findSession(sessionId) : undefined;
  if (undated && session !== undefined) {
    const tail = await transaction.turns.recent(sessionId, turns.length);
    const isRetry =
      tail.length === turns.length &&
      tail.every((stored, index) => {
        const sent = turns[index];
        return sent !== undefined && sameMessage(stored, sent) && now - stored.recordedAt <= RETRY_WINDOW_MS;
      });
    if (isRetry) return tail.map((stored) => stored.id);
  }
  const seen = new Map<string, number>();
  return turns.map((turn) => {
    if (turn.id !== undefined) return turn.id as TurnId;
    if (turn.at === undefined) return fresh();
    const words = [sessionId, turn.role, turn.speaker ?? "", turn.text, turn.at];
    const key = JSON.stringify(words);
    const occurrence = seen.get(key) ?? 0;
    seen.set(key, occurrence + 1);
    return derive([...words, occurrence]);
  });
}

/**
 * An id names one message for good: the same id with the same words in the same session is a retry, with anything else a mistake
 * that must not pass for one. Words are compared as stored, that is redacted.
 * @throws CONFLICT naming the first `turns[i].id` at fault
 */
export async function checkSameTurns(
  transaction: TruthTransaction,
  sessionId: SessionId,
  turnIds: readonly TurnId[],
  turns: readonly RedactedTurn[],
): Promise<void> {
  const known = new Map<TurnId, Pick<Turn, "sessionId" | "text">>();
  for (const turn of await transaction.turns.findMany([...new Set(turnIds)])) known.set(turn.id, turn);
  turnIds.forEach((id, index) => {
    const sent = turns[index];
    if (sent === undefined) return;
    const stored = known.get(id);
    if (stored === undefined) known.set(id, { sessionId, text: sent.text });
    else if (stored.sessionId !== sessionId || stored.text !== sent.text) {
      const field = `turns[${index}].id`;
      const other = stored.sessionId === sessionId ? "with other words" : "in another session";
      throw new KeepsakeError("CONFLICT", `${field} names a turn that was recorded ${other}`, { field });
    }
  });
}
