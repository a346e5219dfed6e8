import type { MemoryRow } from "../relational/index.js";
import type { Value } from "./connection.js";

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
