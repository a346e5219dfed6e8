import {
  type CandidateIntent,
  type Memory,
  type MemoryId,
  REVIEW_CAUSES,
  REVIEW_TARGET,
  type ReviewCause,
  reviewTag,
  reviewTargetTag,
} from "../domain/index.js";
import type { Statement } from "./statement.js";

/*
 * A statement that waits is a row of status pending-review, and everything that decides its fate when it is accepted must be in the row.
 * What a row has no column for travels in tags of these prefixes; a caller's own tags cannot begin so while the row waits.
 */
const RESERVED = /^review(:|-)/u;
const INTENT = "review-intent:";
const RULE = "review-rule:";

const INTENTS: ReadonlySet<string> = new Set<CandidateIntent>(["state", "correct", "retract", "forget"]);

function told(tags: readonly string[], prefix: string): string | undefined {
  return tags.find((tag) => tag.startsWith(prefix))?.slice(prefix.length);
}

/** The tags of the waiting row. @param target the memory that the statement corrects by its id */
export function pendingTags(
  statement: Statement,
  causes: readonly ReviewCause[],
  target: MemoryId | undefined,
): readonly string[] {
  return [
    ...statement.tags.filter((tag) => !RESERVED.test(tag)),
    ...causes.map(reviewTag),
    `${INTENT}${statement.intent}`,
    `${RULE}${statement.rule}`,
    ...(target === undefined ? [] : [reviewTargetTag(target)]),
  ];
}

export function causesOfPending(row: Memory): readonly ReviewCause[] {
  return REVIEW_CAUSES.filter((cause) => row.tags.includes(reviewTag(cause)));
}

/** The memory that a waiting correction is of. */
export function targetOfPending(row: Memory): MemoryId | undefined {
  return told(row.tags, REVIEW_TARGET) as MemoryId | undefined;
}

export function intentOfPending(row: Memory): CandidateIntent {
  const intent = told(row.tags, INTENT) ?? "state";
  return INTENTS.has(intent) ? (intent as CandidateIntent) : "state";
}

/** The statement as it was when it was said. */
export function statementOfPending(row: Memory): Statement {
  return {
    intent: intentOfPending(row),
    content: row.content,
    evidence: row.evidence,
    kind: row.kind,
    tier: row.tier,
    subject: row.subject,
    qualifiers: row.qualifiers,
    cardinality: row.cardinality,
    polarity: row.polarity,
    entities: row.entities,
    tags: row.tags.filter((tag) => !RESERVED.test(tag)),
    importance: row.importance,
    confidence: row.confidence,
    source: row.source,
    rule: told(row.tags, RULE) ?? "unknown",
    contentHash: row.contentHash,
    saidAt: row.saidAt,
    validFrom: row.validFrom,
    turnIds: row.turnIds,
    ...(row.attribute === undefined ? {} : { attribute: row.attribute }),
    ...(row.value === undefined ? {} : { value: row.value }),
    ...(row.slotKey === undefined ? {} : { slotKey: row.slotKey }),
    ...(row.validTo === undefined ? {} : { validTo: row.validTo }),
    ...(row.expiresAt === undefined ? {} : { expiresAt: row.expiresAt }),
    ...(row.sessionId === undefined ? {} : { sessionId: row.sessionId }),
    ...(row.agentId === undefined ? {} : { agentId: row.agentId }),
  };
}
