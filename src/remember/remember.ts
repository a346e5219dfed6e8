import {
  type AgentId,
  type Candidate,
  checkId,
  KeepsakeError,
  MEMORY_KINDS,
  type RememberRequest,
  type RememberResult,
  type Scope,
  type SessionId,
  type Turn,
  type TurnId,
} from "../domain/index.js";
import { findEntities, redact } from "../language/index.js";
import { canonicalAttribute, readRelation } from "../language/slots/index.js";
import type { EngineParts } from "../ports/index.js";
import { checkInstant, checkSaidAt, checkText, checkTimeZone } from "./accept-validation.js";
import { extractByRules } from "./extract-rules.js";
import { idempotentCall } from "./idempotency.js";
import { markSuspicious, toStatement } from "./prepare.js";
import { reconcile } from "./reconcile.js";
import { normaliseWording } from "./rules/wording.js";
import type { Statement } from "./statement.js";
import { weigh } from "./weigh.js";
import { writeStatement } from "./write-statement.js";

/** @throws INVALID_INPUT, TOO_LARGE */
export function checkRemembered(
  parts: Pick<EngineParts, "policy" | "clock">,
  request: RememberRequest,
): RememberRequest {
  const content = checkText(request.content, "content", parts.policy.limits.maxStatementCharacters);
  if (request.kind !== undefined && !MEMORY_KINDS.includes(request.kind)) {
    throw new KeepsakeError("INVALID_INPUT", `kind must be one of ${MEMORY_KINDS.join(", ")}`, { field: "kind" });
  }
  if (request.importance !== undefined && !(request.importance >= 0 && request.importance <= 1)) {
    throw new KeepsakeError("INVALID_INPUT", "importance must be between 0 and 1", { field: "importance" });
  }
  if (request.agentId !== undefined) checkId(request.agentId, "agentId");
  if (request.sessionId !== undefined) checkId(request.sessionId, "sessionId");
  if (request.at !== undefined) checkSaidAt(request.at, "at", parts.clock.now());
  if (request.expiresAt !== undefined) checkInstant(request.expiresAt, "expiresAt");
  if (request.timeZone !== undefined) checkTimeZone(request.timeZone, "timeZone");
  return { ...request, content };
}

/** The statement as a turn of the user, so that the rules may read its slot. */
function asTurn(content: string, at: number, zone: string): Turn {
  return {
    id: "" as TurnId,
    sessionId: "" as SessionId,
    position: 0,
    role: "user",
    text: content,
    at,
    recordedAt: at,
    timeZone: zone,
  };
}

/** What is said of a named thing fills a slot of that thing, whatever the rules made of it; what is said of the user stays theirs. */
function withRelation(found: Candidate | undefined, content: string): Partial<Candidate> | undefined {
  const isOfUser = found?.attribute !== undefined && /^user\b/u.test(found.subject);
  const relation = isOfUser ? undefined : readRelation(content);
  if (relation === undefined) return found;
  const { slot, confidence: _own, elliptic: _never, pronoun: _none, ...fields } = relation;
  return { ...found, ...fields, rule: `${slot}` };
}

/** What the rules read off the statement where they see exactly one in it; else the whole of it as it stands. */
function read(parts: EngineParts, request: RememberRequest, at: number, zone: string): Candidate {
  const { candidates } = extractByRules(asTurn(request.content, at, zone), { before: [], policy: parts.policy });
  const [only] = candidates;
  const found = candidates.length === 1 && only !== undefined && only.intent !== "forget" ? only : undefined;
  const read = withRelation(found, request.content);
  const kind = request.kind ?? read?.kind ?? "fact";
  const tier = request.expiresAt === undefined ? (read?.tier ?? "long-term") : "mid-term";
  const base = { kind, tier, source: "explicit" } as const;
  return {
    intent: read?.intent ?? "state",
    // in the case in which it was given: `pnpm` or "x y z" is no sentence
    content: normaliseWording(request.content, at, zone),
    evidence: request.content,
    ...base,
    subject: read?.subject ?? "user",
    qualifiers: read?.qualifiers ?? {},
    cardinality: read?.cardinality ?? "multi",
    polarity: read?.polarity ?? "positive",
    entities: [...new Set(findEntities(request.content).map((entity) => entity.text))],
    tags: [...(read?.tags ?? []), ...(request.tags ?? [])],
    importance: request.importance ?? weigh(base),
    confidence: 1,
    rule: read?.rule === undefined ? "remember" : `remember/${read.rule}`,
    ...(read?.attribute === undefined ? {} : { attribute: read.attribute }),
    ...(read?.value === undefined ? {} : { value: read.value }),
    ...(read?.validFrom === undefined ? {} : { validFrom: read.validFrom }),
    ...(read?.expiresAt === undefined ? {} : { expiresAt: read.expiresAt }),
  };
}

/** What the caller says of the slot wins over what the rules read. An attribute named outright holds one value. */
function withCallersSlot(candidate: Candidate, request: RememberRequest): Candidate {
  return {
    ...candidate,
    ...(request.subject === undefined ? {} : { subject: request.subject }),
    ...(request.qualifiers === undefined ? {} : { qualifiers: request.qualifiers }),
    ...(request.value === undefined ? {} : { value: request.value }),
    ...(request.expiresAt === undefined ? {} : { expiresAt: request.expiresAt }),
    ...(request.attribute === undefined
      ? {}
      : {
          attribute: canonicalAttribute(request.attribute),
          cardinality: "single",
          value: request.value ?? candidate.value ?? candidate.content,
        }),
  };
}

/** A checked request as a statement: normalised, redacted, its slot read or as the caller says, and marked where it looks like an instruction. */
export function toRemembered(parts: EngineParts, checked: RememberRequest, at: number): Statement {
  const clean = { ...checked, content: redact(checked.content, parts.policy.redaction).text };
  const zone = checked.timeZone ?? parts.defaultTimeZone;
  const candidate = withCallersSlot(read(parts, clean, at, zone), clean);
  const [marked = candidate] = markSuspicious(clean.content, [candidate]);
  return toStatement(parts, marked, {
    saidAt: at,
    turnIds: [],
    ...(checked.sessionId === undefined ? {} : { sessionId: checked.sessionId as SessionId }),
    ...(checked.agentId === undefined ? {} : { agentId: checked.agentId as AgentId }),
  });
}

/**
 * Stores one explicit statement now: normalise → redact → reconcile → commit. Its vector is waited for two seconds at most, then
 * queued. With an idempotency key the same request gets the same answer (P18).
 * @throws INVALID_INPUT, TOO_LARGE, IDEMPOTENCY_MISMATCH, UNKNOWN_TENANT, STORE_*
 */
export async function remember(parts: EngineParts, scope: Scope, request: RememberRequest): Promise<RememberResult> {
  const checked = checkRemembered(parts, request);
  const at = checked.at ?? parts.clock.now();
  const statement = toRemembered(parts, checked, at);
  const { idempotencyKey, ...body } = checked;
  return writeStatement(parts, scope, {
    statement,
    decide: reconcile,
    ...(checked.at === undefined ? { dated: at } : {}),
    call: idempotentCall("remember", idempotencyKey, body, parts.policy.redaction),
  });
}
