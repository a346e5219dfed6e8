import {
  type AgentId,
  type CorrectRequest,
  checkId,
  KeepsakeError,
  type Memory,
  type RememberResult,
  type Scope,
} from "../domain/index.js";
import { findEntities, redact } from "../language/index.js";
import { sameValue } from "../language/slots/index.js";
import type { EngineParts, TruthTransaction } from "../ports/index.js";
import { checkSaidAt, checkText } from "./accept-validation.js";
import { contentHash } from "./content-hash.js";
import { idempotentCall } from "./idempotency.js";
import type { Statement, Verdict } from "./statement.js";
import { writeStatement } from "./write-statement.js";

async function findCurrent(transaction: TruthTransaction, request: CorrectRequest): Promise<Memory> {
  const memory = await transaction.memories.find(request.id);
  if (memory === undefined) throw new KeepsakeError("NOT_FOUND", `no memory ${request.id}`, { field: "id" });
  if (request.expectedRevision !== undefined && memory.revision !== request.expectedRevision) {
    throw new KeepsakeError(
      "CONFLICT",
      `memory ${memory.id} has revision ${memory.revision}, not ${request.expectedRevision}`,
      {
        field: "expectedRevision",
        revision: memory.revision,
      },
    );
  }
  if (memory.status !== "active") {
    throw new KeepsakeError("CONFLICT", `memory ${memory.id} is ${memory.status}; correct the current version`, {
      field: "id",
      ...(memory.supersededBy === undefined ? {} : { supersededBy: memory.supersededBy }),
    });
  }
  return memory;
}

/** The new version: everything of the old one but its words, who said them and when. */
function corrected(parts: EngineParts, old: Memory, request: CorrectRequest, content: string, at: number): Statement {
  const value =
    request.value ?? (old.value === undefined ? undefined : content.includes(old.value) ? old.value : content);
  return {
    intent: "correct",
    content,
    evidence: content,
    kind: old.kind,
    tier: old.tier,
    subject: old.subject,
    qualifiers: old.qualifiers,
    cardinality: old.cardinality,
    polarity: old.polarity,
    entities: [...new Set(findEntities(content).map((entity) => entity.text))],
    tags: old.tags,
    importance: old.importance,
    confidence: 1,
    source: "explicit",
    rule: "correct",
    contentHash: contentHash(content, old.slotKey),
    // whoever corrects has what it says before him: it is said after that, also by a clock that is behind it
    saidAt: Math.max(at, old.saidAt),
    validFrom: Math.max(at, old.validFrom),
    turnIds: [],
    ...(old.attribute === undefined ? {} : { attribute: old.attribute }),
    ...(old.slotKey === undefined ? {} : { slotKey: old.slotKey }),
    ...(old.expiresAt === undefined ? {} : { expiresAt: old.expiresAt }),
    ...(value === undefined ? {} : { value: redact(value, parts.policy.redaction).text }),
    ...(request.agentId === undefined ? {} : { agentId: request.agentId as AgentId }),
  };
}

/**
 * Replaces one memory by a new version with other words; the old one is closed and stays in its history (requirement 1.3).
 * The same words as before change nothing (P03).
 * @throws NOT_FOUND, CONFLICT (another revision than expected, or no longer current), INVALID_INPUT, TOO_LARGE, IDEMPOTENCY_MISMATCH
 */
export async function correct(parts: EngineParts, scope: Scope, request: CorrectRequest): Promise<RememberResult> {
  checkId(request.id, "id");
  const text = checkText(request.content, "content", parts.policy.limits.maxStatementCharacters);
  if (request.agentId !== undefined) checkId(request.agentId, "agentId");
  const at = request.at === undefined ? parts.clock.now() : checkSaidAt(request.at, "at", parts.clock.now());
  const content = redact(text, parts.policy.redaction).text.trim();
  const { idempotencyKey, ...body } = request;
  const call = idempotentCall("correct", idempotencyKey, body, parts.policy.redaction);
  const seen = await parts.storage.truth.read(scope, (transaction) => transaction.memories.find(request.id));
  if (seen === undefined) throw new KeepsakeError("NOT_FOUND", `no memory ${request.id}`, { field: "id" });
  const statement = corrected(parts, seen, request, content, at);
  const decide = async (transaction: TruthTransaction): Promise<Verdict> => {
    const current = await findCurrent(transaction, request);
    if (
      current.contentHash === statement.contentHash &&
      (request.value === undefined || sameValue(statement.value, current.value))
    ) {
      return { type: "reject", reason: "the same words as before: nothing to correct" };
    }
    return { type: "supersede", targets: [current], reason: "corrected by its id" };
  };
  return writeStatement(parts, scope, { statement, decide, call, ...(request.at === undefined ? { dated: at } : {}) });
}
