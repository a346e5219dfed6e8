import { type Candidate, type Cardinality, slotKey, type Turn, USER_SUBJECT } from "../domain/index.js";
import { redact, suspicionOf } from "../language/index.js";
import { normaliseValue } from "../language/slots/index.js";
import type { EngineParts } from "../ports/index.js";
import { contentHash } from "./content-hash.js";
import { aroundOf } from "./relating/around.js";
import { normaliseWording } from "./rules/wording.js";
import { SAID_AS, type Statement, SUSPICIOUS_TAG } from "./statement.js";

/** A slot that stands beside the main one: an addition, or a value for a while. */
function besides(candidate: Candidate): Readonly<Record<string, string>> {
  if (candidate.attribute === undefined || candidate.cardinality !== "single") return candidate.qualifiers;
  const beside =
    candidate.tags.includes(SAID_AS.addition) && candidate.value !== undefined
      ? { beside: normaliseValue(candidate.value) }
      : {};
  const term = candidate.expiresAt === undefined ? {} : { term: "temporary" };
  return { ...candidate.qualifiers, ...beside, ...term };
}

/**
 * Redacts every text that a caller, a rule or a model gave, keys the slot by what is left, and dates the statement.
 * @param said where and when it was said
 */
export function toStatement(
  parts: Pick<EngineParts, "policy">,
  candidate: Candidate,
  said: Pick<Statement, "saidAt" | "turnIds" | "sessionId" | "agentId">,
): Statement {
  const clean = (text: string): string => redact(text, parts.policy.redaction).text;
  const subject = candidate.subject.trim() === "" ? USER_SUBJECT : clean(candidate.subject);
  const attribute = candidate.attribute === undefined ? undefined : clean(candidate.attribute);
  const value = candidate.value === undefined ? undefined : clean(candidate.value);
  const told = Object.entries(candidate.qualifiers).map(([name, text]) => [clean(name), clean(text)] as const);
  const qualifiers = besides({
    ...candidate,
    ...(value === undefined ? {} : { value }),
    qualifiers: Object.fromEntries(told),
  });
  const content = clean(candidate.content).trim();
  const key = attribute === undefined ? undefined : slotKey({ subject, attribute, qualifiers });
  const cardinality: Cardinality = candidate.cardinality;
  return {
    ...candidate,
    ...said,
    subject,
    content,
    evidence: clean(candidate.evidence),
    entities: candidate.entities.map(clean),
    tags: candidate.tags.map(clean),
    qualifiers,
    cardinality,
    contentHash: contentHash(content, key),
    validFrom: candidate.validFrom ?? said.saidAt,
    ...(attribute === undefined ? {} : { attribute }),
    ...(value === undefined ? {} : { value }),
    ...(key === undefined ? {} : { slotKey: key }),
  };
}

/** What stands beside an instruction to the model waits for a person (requirement 9.6); asking to forget is nobody's attack. */
export function markSuspicious<One extends Candidate>(text: string, candidates: readonly One[]): readonly One[] {
  if (candidates.every(({ intent }) => intent === "forget")) return candidates;
  const isSuspicious = suspicionOf(text);
  return candidates.map((candidate) => {
    const at = text.indexOf(candidate.evidence);
    const span = at < 0 ? { start: 0, end: text.length } : { start: at, end: at + candidate.evidence.length };
    if (candidate.intent === "forget" || !isSuspicious(span)) return candidate;
    return { ...candidate, tags: [...candidate.tags, SUSPICIOUS_TAG] };
  });
}

/** What asks to forget is compared by its topic alone. */
function withAround(statement: Statement, turn: string): Statement {
  const text = statement.intent === "forget" ? undefined : aroundOf(turn, statement.evidence);
  if (text === undefined) return statement;
  return { ...statement, around: { text, wording: normaliseWording(text, statement.saidAt, "UTC", false) } };
}

/** The statements of one turn that are sure enough, in the order they were said. */
export function prepareStatements(
  parts: EngineParts,
  turn: Turn,
  candidates: readonly Candidate[],
): readonly Statement[] {
  const said = {
    saidAt: turn.at,
    turnIds: [turn.id],
    sessionId: turn.sessionId,
    ...(turn.agentId === undefined ? {} : { agentId: turn.agentId }),
  };
  const sure = candidates.filter((candidate) => candidate.confidence >= parts.policy.extraction.minConfidence);
  return markSuspicious(turn.text, sure)
    .map((candidate) => withAround(toStatement(parts, candidate, said), turn.text))
    .filter((statement) => statement.content !== "");
}
