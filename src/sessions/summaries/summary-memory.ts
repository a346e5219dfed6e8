import { createHash } from "node:crypto";
import {
  type Memory,
  type MemoryId,
  memoryAttributes,
  SUMMARY_SUBJECT,
  SUMMARY_TAGS,
  type SummaryState,
  type TurnId,
} from "../../domain/index.js";
import { analyze } from "../../language/index.js";
import type { EngineParts, IndexChange, TruthTransaction } from "../../ports/index.js";
import { recordWrites } from "../../undo/index.js";

/** What a summary is worth beside what the user stated: it helps to find, the statements decide. */
const IMPORTANCE = 0.4;
const CONFIDENCE = { extractive: 0.9, abstractive: 0.8 };

export interface SummaryWrite {
  readonly parts: EngineParts;
  readonly transaction: TruthTransaction;
  readonly now: number;
  readonly vectors: ReadonlyMap<string, Float32Array>;
  /** With the summary that the memory is to tell; its `memoryId` is the version before. */
  readonly state: SummaryState & { readonly summary: NonNullable<SummaryState["summary"]> };
  /** The summary as one text. */
  readonly content: string;
  /** Every turn of the range. */
  readonly turnIds: readonly TurnId[];
}

/** The same words in two sessions are two summaries. */
function hashOf(content: string, sessionId: string): string {
  return createHash("sha256")
    .update(JSON.stringify([SUMMARY_SUBJECT, sessionId, content]), "utf8")
    .digest("hex");
}

function toMemory(write: SummaryWrite, id: MemoryId, before: Memory | undefined, version: number): Memory {
  const { parts, state, content, now } = write;
  const { summary, sessionId, agentId } = state;
  const { turnRange, method, final } = summary;
  return {
    id,
    lineageId: before?.lineageId ?? id,
    version,
    revision: 1,
    ...(agentId === undefined ? {} : { agentId }),
    sessionId,
    turnIds: write.turnIds,
    content,
    // its words are its own; what was said stands in the turns
    evidence: "",
    kind: "summary",
    tier: "long-term",
    status: "active",
    subject: SUMMARY_SUBJECT,
    qualifiers: {},
    cardinality: "multi",
    polarity: "positive",
    entities: summary.entities,
    tags: [final ? SUMMARY_TAGS.final : SUMMARY_TAGS.rolling],
    importance: IMPORTANCE,
    confidence: CONFIDENCE[method],
    source: method === "abstractive" ? "model" : "rule",
    supersedes: before === undefined ? [] : [before.id],
    saidAt: turnRange.endedAt,
    validFrom: turnRange.endedAt,
    recordedAt: now,
    accessCount: 0,
    reinforcedCount: 0,
    contentHash: hashOf(content, sessionId),
    ...(write.vectors.has(content) ? { embeddingModel: parts.embedder.profile.modelId } : {}),
    policyVersion: parts.policy.version,
    reason: `${method} summary of turns ${turnRange.firstPosition}–${turnRange.lastPosition} of session ${sessionId}`,
  };
}

async function nextVersion(transaction: TruthTransaction, before: Memory | undefined): Promise<number> {
  if (before === undefined) return 1;
  const versions = await transaction.memories.lineage(before.lineageId);
  return versions.reduce((highest, each) => Math.max(highest, each.version), 0) + 1;
}

/**
 * Writes the summary as a memory of kind `summary`: the first of a session, or a version that closes the one before. Rows, index rows, write log
 * and the journal entry for a missing vector go with the caller's transaction. What a person corrected stands as it is.
 * @returns the memory by which the summary is found
 */
export async function writeSummaryMemory(write: SummaryWrite): Promise<MemoryId> {
  const { parts, transaction, now, state, content, vectors } = write;
  const { summary, sessionId, agentId } = state;
  const known = summary.memoryId === undefined ? undefined : await transaction.memories.find(summary.memoryId);
  const versions = known === undefined ? [] : await transaction.memories.lineage(known.lineageId);
  const before = versions.findLast((version) => version.status === "active");
  if (before?.source === "explicit") return before.id;
  const origin = { policyVersion: parts.policy.version, sessionId, ...(agentId === undefined ? {} : { agentId }) };
  const { memories } = recordWrites(transaction, origin, now);
  const changes: IndexChange[] = [];
  const id = parts.ids.memory();
  const memory = toMemory(write, id, before, await nextVersion(transaction, before));
  if (before !== undefined) {
    const validTo = Math.max(before.validFrom, memory.validFrom);
    const closed = await memories.update(before.id, before.revision, {
      status: "superseded",
      supersededBy: id,
      validTo,
    });
    changes.push({ type: "update", attributes: memoryAttributes(closed) });
  }
  await memories.insert(memory);
  const values = vectors.get(content);
  const { modelId } = parts.embedder.profile;
  changes.push({
    type: "put",
    attributes: memoryAttributes(memory),
    terms: analyze(content),
    ...(values === undefined ? {} : { vector: { modelId, values } }),
  });
  await parts.storage.projection.apply(transaction, changes);
  if (values === undefined) {
    await transaction.journal.append([{ id: parts.ids.journal(), task: { type: "embed", itemId: id }, at: now }]);
  }
  return id;
}
