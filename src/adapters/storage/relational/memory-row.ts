import { foldName, type Memory, type MemoryPatch, patchMemory } from "../../../domain/index.js";
import type { RowValue } from "./row-value.js";

type Text = string | null;

/** A row of `memories`; lists and qualifiers are JSON. */
export interface MemoryRow {
  readonly id: Memory["id"];
  readonly lineage_id: Memory["lineageId"];
  readonly version: number;
  readonly revision: number;
  readonly agent_id: NonNullable<Memory["agentId"]> | null;
  readonly session_id: NonNullable<Memory["sessionId"]> | null;
  readonly turn_ids: string;
  readonly content: string;
  readonly evidence: string;
  readonly kind: Memory["kind"];
  readonly tier: Memory["tier"];
  readonly status: Memory["status"];
  readonly subject: string;
  readonly attribute: Text;
  readonly qualifiers: string;
  readonly cardinality: Memory["cardinality"];
  readonly value: Text;
  readonly polarity: Memory["polarity"];
  readonly slot_key: Text;
  readonly entities: string;
  readonly tags: string;
  readonly importance: number;
  readonly confidence: number;
  readonly source: Memory["source"];
  readonly supersedes: string;
  readonly superseded_by: NonNullable<Memory["supersededBy"]> | null;
  readonly said_at: number;
  readonly valid_from: number;
  readonly valid_to: number | null;
  readonly recorded_at: number;
  readonly last_accessed_at: number | null;
  readonly access_count: number;
  readonly reinforced_count: number;
  readonly expires_at: number | null;
  readonly content_hash: string;
  readonly embedding_model: Text;
  readonly policy_version: string;
  readonly reason: string;
}

export function toMemory(row: MemoryRow): Memory {
  return {
    id: row.id,
    lineageId: row.lineage_id,
    version: row.version,
    revision: row.revision,
    ...(row.agent_id !== null && { agentId: row.agent_id }),
    ...(row.session_id !== null && { sessionId: row.session_id }),
    turnIds: JSON.parse(row.turn_ids),
    content: row.content,
    evidence: row.evidence,
    kind: row.kind,
    tier: row.tier,
    status: row.status,
    subject: row.subject,
    ...(row.attribute !== null && { attribute: row.attribute }),
    qualifiers: JSON.parse(row.qualifiers),
    cardinality: row.cardinality,
    ...(row.value !== null && { value: row.value }),
    polarity: row.polarity,
    ...(row.slot_key !== null && { slotKey: row.slot_key }),
    entities: JSON.parse(row.entities),
    tags: JSON.parse(row.tags),
    importance: row.importance,
    confidence: row.confidence,
    source: row.source,
    supersedes: JSON.parse(row.supersedes),
    ...(row.superseded_by !== null && { supersededBy: row.superseded_by }),
    saidAt: row.said_at,
    validFrom: row.valid_from,
    ...(row.valid_to !== null && { validTo: row.valid_to }),
    recordedAt: row.recorded_at,
    ...(row.last_accessed_at !== null && { lastAccessedAt: row.last_accessed_at }),
    accessCount: row.access_count,
    reinforcedCount: row.reinforced_count,
    ...(row.expires_at !== null && { expiresAt: row.expires_at }),
    contentHash: row.content_hash,
    ...(row.embedding_model !== null && { embeddingModel: row.embedding_model }),
    policyVersion: row.policy_version,
    reason: row.reason,
  };
}

/** The columns in the table's order, the scope aside. */
export function memoryValues(memory: Memory): RowValue[] {
  return [
    memory.id,
    memory.lineageId,
    memory.version,
    memory.revision,
    memory.agentId ?? null,
    memory.sessionId ?? null,
    JSON.stringify(memory.turnIds),
    memory.content.toWellFormed(),
    memory.evidence.toWellFormed(),
    memory.kind,
    memory.tier,
    memory.status,
    memory.subject,
    foldName(memory.subject),
    memory.attribute ?? null,
    JSON.stringify(memory.qualifiers),
    memory.cardinality,
    memory.value ?? null,
    memory.polarity,
    memory.slotKey ?? null,
    JSON.stringify(memory.entities),
    JSON.stringify(memory.tags),
    memory.importance,
    memory.confidence,
    memory.source,
    JSON.stringify(memory.supersedes),
    memory.supersededBy ?? null,
    memory.saidAt,
    memory.validFrom,
    memory.validTo ?? null,
    memory.recordedAt,
    memory.lastAccessedAt ?? null,
    memory.accessCount,
    memory.reinforcedCount,
    memory.expiresAt ?? null,
    memory.contentHash,
    memory.embeddingModel ?? null,
    memory.policyVersion,
    memory.reason,
  ];
}

/** What a change may touch, in the order of `updateMemory`. */
export function patchedValues(memory: Memory, patch: MemoryPatch): RowValue[] {
  const next = patchMemory(memory, patch);
  return [
    next.status,
    next.supersededBy ?? null,
    next.validTo ?? null,
    next.importance,
    next.confidence,
    JSON.stringify(next.turnIds),
    next.lastAccessedAt ?? null,
    next.accessCount,
    next.reinforcedCount,
    next.expiresAt ?? null,
    next.embeddingModel ?? null,
    next.reason,
    JSON.stringify(next.tags),
  ];
}
