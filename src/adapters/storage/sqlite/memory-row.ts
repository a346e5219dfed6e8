import { foldName, type Memory, type MemoryPatch, patchMemory } from "../../../domain/index.js";
import type { Value } from "./connection.js";

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

/** The columns of a memory, in the order in which `rowOfColumns` takes them. */
export const MEMORY_COLUMNS =
  "id, lineage_id, version, revision, agent_id, session_id, turn_ids, content, evidence, kind, tier, status, " +
  "subject, attribute, qualifiers, cardinality, value, polarity, slot_key, entities, tags, importance, " +
  "confidence, source, supersedes, superseded_by, said_at, valid_from, valid_to, recorded_at, last_accessed_at, " +
  "access_count, reinforced_count, expires_at, content_hash, embedding_model, policy_version, reason";

/** A literal of one shape: where many rows are read, half the cost of objects that the driver makes. */
export function rowOfColumns(columns: readonly Value[]): MemoryRow {
  return {
    id: columns[0],
    lineage_id: columns[1],
    version: columns[2],
    revision: columns[3],
    agent_id: columns[4],
    session_id: columns[5],
    turn_ids: columns[6],
    content: columns[7],
    evidence: columns[8],
    kind: columns[9],
    tier: columns[10],
    status: columns[11],
    subject: columns[12],
    attribute: columns[13],
    qualifiers: columns[14],
    cardinality: columns[15],
    value: columns[16],
    polarity: columns[17],
    slot_key: columns[18],
    entities: columns[19],
    tags: columns[20],
    importance: columns[21],
    confidence: columns[22],
    source: columns[23],
    supersedes: columns[24],
    superseded_by: columns[25],
    said_at: columns[26],
    valid_from: columns[27],
    valid_to: columns[28],
    recorded_at: columns[29],
    last_accessed_at: columns[30],
    access_count: columns[31],
    reinforced_count: columns[32],
    expires_at: columns[33],
    content_hash: columns[34],
    embedding_model: columns[35],
    policy_version: columns[36],
    reason: columns[37],
  } as MemoryRow;
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

/** Parameters of `insertMemory`: scope, then the columns in the table's order. */
export function memoryValues(scope: number, memory: Memory): Value[] {
  return [
    scope,
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

/** Parameters of `updateMemory` up to its conditions. */
export function patchedValues(memory: Memory, patch: MemoryPatch): Value[] {
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
