import { digestedName } from "../audit/index.js";
import { dateWrite } from "../dating/index.js";
import type {
  AgentId,
  EpochMs,
  RecordReceipt,
  RecordRequest,
  Scope,
  SessionId,
  Turn,
  TurnId,
} from "../domain/index.js";
import { redact } from "../language/index.js";
import type { EngineParts } from "../ports/index.js";
import { noteTurns } from "../sessions/index.js";
import { checkRecordRequest } from "./accept-validation.js";
import { admitTurns, noteAccepted } from "./back-pressure.js";
import { assignTurnIds, checkSameTurns, type RedactedTurn } from "./turn-ids.js";

function countFindings(into: Record<string, number>, findings: readonly { readonly kind: string }[]): void {
  for (const { kind } of findings) into[kind] = (into[kind] ?? 0) + 1;
}

function toTurn(
  id: TurnId,
  turn: RedactedTurn,
  request: RecordRequest,
  zone: string,
  now: EpochMs,
): Omit<Turn, "position"> {
  return {
    id,
    sessionId: request.sessionId as SessionId,
    role: turn.role,
    text: turn.text,
    at: turn.saidAt,
    recordedAt: now,
    timeZone: zone,
    ...(turn.speaker === undefined ? {} : { speaker: turn.speaker }),
    ...(request.agentId === undefined ? {} : { agentId: request.agentId as AgentId }),
    ...(request.importId === undefined ? {} : { importId: request.importId }),
  };
}

/**
 * Takes turns in: validated, secrets cut out, written together with their journal entries in one transaction.
 * Resolves when they are durable; extraction and indexing follow behind (requirement 2.1). A retry writes nothing twice (P18).
 * @throws RATE_LIMITED (too much of the tenant waits to be digested), INVALID_INPUT, TOO_LARGE, CONFLICT (an id that names another turn), each with the field's path; UNKNOWN_TENANT, STORE_*
 */
export async function accept(parts: EngineParts, scope: Scope, request: RecordRequest): Promise<RecordReceipt> {
  const { policy, storage, clock, ids, telemetry } = parts;
  const checked = checkRecordRequest(request, policy.limits, clock.now());
  await admitTurns(parts, scope.tenant);
  const redacted: Record<string, number> = {};
  const clean = checked.turns.map((turn) => {
    const text = redact(turn.text, policy.redaction);
    countFindings(redacted, text.findings);
    const speaker = turn.speaker === undefined ? undefined : redact(turn.speaker, policy.redaction).text;
    return { ...turn, text: text.text, ...(speaker === undefined ? {} : { speaker }) };
  });
  const zone = checked.timeZone ?? parts.defaultTimeZone;
  const journalIds = clean.map(() => ids.journal());
  const { turnIds, written } = await storage.truth.write(scope, async (transaction) => {
    const now = await dateWrite(parts, transaction);
    const turns = clean.map((turn): RedactedTurn => ({ ...turn, saidAt: turn.at ?? now }));
    const turnIds = await assignTurnIds(transaction, checked.sessionId as SessionId, turns, now, () => ids.turn());
    await checkSameTurns(transaction, checked.sessionId as SessionId, turnIds, turns);
    const rows = turns.flatMap((turn, index) => {
      const id = turnIds[index];
      return id === undefined ? [] : [toTurn(id, turn, checked, zone, now)];
    });
    const written = await transaction.turns.append(rows);
    await transaction.journal.append(
      written.flatMap((turn, index) => {
        const id = journalIds[index];
        return id === undefined
          ? []
          : [{ id, task: { type: "digest", turnId: turn.id, sessionId: turn.sessionId } as const, at: now }];
      }),
    );
    await noteTurns(parts, transaction, written, now);
    // turns are their own record; what they are part of is named
    await parts.auditLine?.append(transaction, request.importId === undefined ? [] : [digestedName(request.importId)]);
    return { turnIds, written: written.length };
  });
  if (written > 0) parts.wakeUp.notify();
  noteAccepted(parts, scope.tenant, written);
  telemetry.count("keepsake_turns_accepted", written);
  telemetry.count("keepsake_turns_duplicate", clean.length - written);
  return { turnIds, accepted: written, duplicates: clean.length - written, redacted };
}
