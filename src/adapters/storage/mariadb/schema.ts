/*
 * Tables of the store, as forward migrations: entry n takes a database from version n to n + 1, statement by statement. Entries are never
 * edited once released. Instants are epoch ms. `tenant` and `scope` are the compact numbers of a tenant and of one of its users; they come
 * first in every key.
 *
 * What is compared is kept as bytes (VARBINARY, LONGBLOB): equal are only texts that are the same to the last byte, a space at the end
 * included, and their order is that of code points. What is only given back is LONGTEXT, for whoever looks at it with other tools.
 */

/** An id: 256 characters at most, 3 bytes each. */
const ID = "VARBINARY(768)";
/** A word of the house's own: a status, a kind. */
const WORD = "VARBINARY(64)";
/** Of a key of any length. */
const DIGEST = "VARBINARY(32)";
const WORDS = "LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin";
const PLACE = "tenant INT NOT NULL, scope INT NOT NULL";

const table = (name: string, ...parts: string[]): string =>
  `CREATE TABLE ${name} (${parts.join(",\n  ")}) ENGINE = InnoDB ROW_FORMAT = DYNAMIC CHARACTER SET utf8mb4 COLLATE utf8mb4_bin`;

const VERSION_1: readonly string[] = [
  table(
    "tenants",
    `id INT AUTO_INCREMENT PRIMARY KEY, name ${ID} NOT NULL, created_at BIGINT NOT NULL, last_claim BIGINT NOT NULL DEFAULT 0`,
    "UNIQUE KEY tenants_by_name (name), KEY tenants_by_turn (last_claim, id)",
  ),
  // Users, and the figures of their indexes. created_at: absent while only a writer that waits its turn has made the row, which it takes
  // back. changes: grows with every write of the user's rows, the audit aside: what caches go by.
  table(
    "scopes",
    `id INT AUTO_INCREMENT PRIMARY KEY, tenant INT NOT NULL, user_name ${ID} NOT NULL, created_at BIGINT`,
    "changes BIGINT NOT NULL DEFAULT 0, next_doc INT NOT NULL DEFAULT 1, next_term INT NOT NULL DEFAULT 1",
    "indexed_docs INT NOT NULL DEFAULT 0, total_length BIGINT NOT NULL DEFAULT 0, vector_revision BIGINT NOT NULL DEFAULT 0",
    "UNIQUE KEY scopes_by_name (tenant, user_name)",
  ),
  table(
    "sessions",
    `${PLACE}, id ${ID} NOT NULL, agent_id ${ID}, started_at BIGINT NOT NULL, last_turn_at BIGINT NOT NULL`,
    "turn_count INT NOT NULL, next_position INT NOT NULL",
    "PRIMARY KEY (tenant, scope, id), KEY sessions_by_last_turn (tenant, scope, last_turn_at DESC, id)",
  ),
  table(
    "turns",
    `${PLACE}, id ${ID} NOT NULL, session_id ${ID} NOT NULL, "position" INT NOT NULL, role ${WORD} NOT NULL, speaker ${WORDS}`,
    `agent_id ${ID}, text ${WORDS} NOT NULL, at BIGINT NOT NULL, recorded_at BIGINT NOT NULL, time_zone ${WORDS} NOT NULL`,
    `import_id ${ID}`,
    'PRIMARY KEY (tenant, scope, id), UNIQUE KEY turns_by_session (tenant, scope, session_id, "position")',
  ),
  table(
    "journal",
    `${PLACE}, sequence BIGINT NOT NULL AUTO_INCREMENT, id ${ID} NOT NULL, task ${WORD} NOT NULL, turn_id ${ID}, session_id ${ID}`,
    `item_id ${ID}, state ${WORD} NOT NULL, attempts INT NOT NULL, last_error ${WORDS}, appended_at BIGINT NOT NULL`,
    `due_at BIGINT NOT NULL, lease_token ${WORD}, lease_until BIGINT, lapses INT NOT NULL DEFAULT 0`,
    "PRIMARY KEY (tenant, scope, sequence), UNIQUE KEY journal_by_sequence (sequence), UNIQUE KEY journal_by_id (tenant, scope, id)",
    "KEY journal_by_state (tenant, scope, state, due_at), KEY journal_by_lease (lease_token), KEY journal_by_due (state, due_at)",
    "KEY journal_by_turn (tenant, scope, turn_id), KEY journal_by_item (tenant, scope, item_id)",
  ),
  // Numbers of claims are those that its rows are given; a row goes at once.
  table("claim_numbers", "id BIGINT AUTO_INCREMENT PRIMARY KEY"),
  // Scopes that have entries, in the order in which they are to be served.
  table(
    "journal_scopes",
    `${PLACE}, last_claim BIGINT NOT NULL, since BIGINT NOT NULL`,
    "PRIMARY KEY (tenant, scope), KEY journal_scopes_by_turn (tenant, last_claim, since)",
  ),
  // When a scope was last served, also while it has no entries. Apart from the scope's row, which its writers hold while they write.
  table("scope_claims", `${PLACE}, last_claim BIGINT NOT NULL, PRIMARY KEY (tenant, scope)`),
  // tags_held, entities_held: digests of the labels, which filters compare. current_slot: two writers that race for a single-valued slot
  // cannot both win; it is absent, and then never in the way, wherever the row is not the current one of such a slot. ends_at: an open end
  // last, so that what still held at an instant is found without reading what was over.
  table(
    "memories",
    `${PLACE}, id ${ID} NOT NULL, lineage_id ${ID} NOT NULL, version INT NOT NULL, revision INT NOT NULL, agent_id ${ID}, session_id ${ID}`,
    `turn_ids ${WORDS} NOT NULL, content ${WORDS} NOT NULL, evidence ${WORDS} NOT NULL, kind ${WORD} NOT NULL, tier ${WORD} NOT NULL`,
    `status ${WORD} NOT NULL, subject LONGBLOB NOT NULL, subject_folded ${WORDS} NOT NULL, attribute ${WORDS}, qualifiers ${WORDS} NOT NULL`,
    `cardinality ${WORD} NOT NULL, value ${WORDS}, polarity ${WORD} NOT NULL, slot_key ${WORDS}, entities ${WORDS} NOT NULL`,
    `tags ${WORDS} NOT NULL, importance DOUBLE NOT NULL, confidence DOUBLE NOT NULL, source ${WORD} NOT NULL, supersedes ${WORDS} NOT NULL`,
    `superseded_by ${ID}, said_at BIGINT NOT NULL, valid_from BIGINT NOT NULL, valid_to BIGINT, recorded_at BIGINT NOT NULL`,
    "last_accessed_at BIGINT, access_count INT NOT NULL, reinforced_count INT NOT NULL, expires_at BIGINT",
    `content_hash VARBINARY(128) NOT NULL, embedding_model ${WORDS}, policy_version ${WORDS} NOT NULL, reason ${WORDS} NOT NULL`,
    `slot_digest ${DIGEST}, subject_digest ${DIGEST} NOT NULL, tags_held ${WORDS} NOT NULL, entities_held ${WORDS} NOT NULL`,
    `current_slot ${DIGEST} AS (CASE WHEN status = 'active' AND cardinality = 'single' THEN slot_digest END) STORED`,
    "ends_at BIGINT AS (coalesce(valid_to, 9007199254740991)) STORED",
    "PRIMARY KEY (tenant, scope, id), UNIQUE KEY memories_one_current (tenant, scope, current_slot)",
    "UNIQUE KEY memories_by_lineage (tenant, scope, lineage_id, version)",
    "KEY memories_by_hash (tenant, scope, content_hash), KEY memories_by_subject (tenant, scope, subject_digest, recorded_at)",
    "KEY memories_by_time (tenant, scope, recorded_at DESC, id)",
    "KEY memories_slot_time (tenant, scope, slot_digest, ends_at), KEY memories_lineage_time (tenant, scope, lineage_id, ends_at)",
  ),
  table(
    "memory_turns",
    `${PLACE}, turn_id ${ID} NOT NULL, memory_id ${ID} NOT NULL, PRIMARY KEY (tenant, scope, turn_id, memory_id)`,
  ),
  // Which statement added or changed which memory: ids and figures, no words.
  table(
    "memory_writes",
    `${PLACE}, sequence BIGINT NOT NULL AUTO_INCREMENT, at BIGINT NOT NULL, memory_id ${ID} NOT NULL, kind ${WORD} NOT NULL`,
    `turn_id ${ID}, session_id ${ID}, agent_id ${ID}, import_id ${ID}, policy_version ${ID} NOT NULL, "before" ${WORDS} NOT NULL`,
    `"after" ${WORDS} NOT NULL, undone_at BIGINT`,
    "PRIMARY KEY (tenant, scope, sequence), UNIQUE KEY memory_writes_by_sequence (sequence)",
    "KEY memory_writes_by_memory (tenant, scope, memory_id), KEY memory_writes_by_turn (tenant, scope, turn_id)",
    "KEY memory_writes_by_session (tenant, scope, session_id, sequence), KEY memory_writes_by_import (tenant, scope, import_id, sequence)",
  ),
  table(
    "episodes",
    `${PLACE}, id ${ID} NOT NULL, session_id ${ID} NOT NULL, agent_id ${ID}, centre_turn_id ${ID} NOT NULL, turn_ids ${WORDS} NOT NULL`,
    `role ${WORD} NOT NULL, speaker ${WORDS}, at BIGINT NOT NULL, recorded_at BIGINT NOT NULL, embedding_model ${WORDS}`,
    "PRIMARY KEY (tenant, scope, id), UNIQUE KEY episodes_by_centre (tenant, scope, centre_turn_id)",
    "KEY episodes_by_time (tenant, scope, at, id)",
  ),
  table(
    "episode_turns",
    `${PLACE}, turn_id ${ID} NOT NULL, episode_id ${ID} NOT NULL, PRIMARY KEY (tenant, scope, turn_id, episode_id)`,
  ),
  table(
    "session_summaries",
    `${PLACE}, session_id ${ID} NOT NULL, agent_id ${ID}, revision INT NOT NULL, last_turn_at BIGINT NOT NULL, ended_at BIGINT`,
    `covered_to INT NOT NULL, open_turns INT NOT NULL, open_tokens INT NOT NULL, summary ${WORDS}, material ${WORDS}`,
    "PRIMARY KEY (tenant, scope, session_id), KEY session_summaries_by_turn (tenant, scope, last_turn_at, session_id)",
  ),
  table(
    "requests",
    `${PLACE}, operation ${ID} NOT NULL, "key" ${ID} NOT NULL, body_hash ${WORDS} NOT NULL, response ${WORDS} NOT NULL, at BIGINT NOT NULL`,
    'PRIMARY KEY (tenant, scope, operation, "key")',
  ),
  // Working memory.
  table(
    "states",
    `${PLACE}, space ${ID} NOT NULL, "key" ${ID} NOT NULL, value ${WORDS} NOT NULL, updated_at BIGINT NOT NULL, expires_at BIGINT NOT NULL`,
    'PRIMARY KEY (tenant, scope, space, "key"), KEY states_by_expiry (tenant, scope, expires_at)',
  ),
  // What the search indexes hold. doc: number of the item within its scope, never given twice. length, term_ids: absent until it was put
  // with terms.
  table(
    "index_items",
    `${PLACE}, doc INT NOT NULL, item_id ${ID} NOT NULL, type ${WORD} NOT NULL, status ${WORD} NOT NULL, kind ${WORD}, tier ${WORD}`,
    `subject LONGBLOB, session_id ${ID}, agent_id ${ID}, speaker LONGBLOB, role ${WORD}, tags_held ${WORDS} NOT NULL`,
    `entities_held ${WORDS} NOT NULL, said_at BIGINT NOT NULL, recorded_at BIGINT NOT NULL, valid_from BIGINT NOT NULL, valid_to BIGINT`,
    `expires_at BIGINT, length INT, term_ids ${WORDS}`,
    "PRIMARY KEY (tenant, scope, doc), UNIQUE KEY index_items_by_item (tenant, scope, item_id)",
  ),
  // df: items of the scope that hold the term; the row goes with the last of them. Very long terms stand as their digest.
  table(
    "keyword_terms",
    `${PLACE}, term VARBINARY(1024) NOT NULL, id INT NOT NULL, df INT NOT NULL`,
    "PRIMARY KEY (tenant, scope, term), UNIQUE KEY keyword_terms_by_number (tenant, scope, id)",
  ),
  // length: the item's, so that a posting is weighed without looking the item up.
  table(
    "keyword_postings",
    `${PLACE}, term INT NOT NULL, doc INT NOT NULL, length INT NOT NULL, tf INT NOT NULL, PRIMARY KEY (tenant, scope, term, doc)`,
  ),
  // Models that a scope has vectors of. vectors: how many; the row goes with the last.
  table(
    "vector_models",
    `${PLACE}, id INT NOT NULL, name VARBINARY(1024) NOT NULL, dimension INT NOT NULL, vectors INT NOT NULL`,
    "PRIMARY KEY (tenant, scope, id), UNIQUE KEY vector_models_by_name (tenant, scope, name)",
  ),
  // numbers: floats of 32 bits, the least byte first. revision: that of the scope's vectors at which it was written, so that a process that
  // holds them in memory reads what changed since, and only that.
  table(
    "vectors",
    `${PLACE}, model INT NOT NULL, doc INT NOT NULL, numbers LONGBLOB NOT NULL, revision BIGINT NOT NULL`,
    "PRIMARY KEY (tenant, scope, model, doc), KEY vectors_by_revision (tenant, scope, model, revision)",
  ),
  // live_name: a tenant's keys of one name cannot both be in force.
  table(
    "api_keys",
    `id ${ID} PRIMARY KEY, tenant INT NOT NULL, name ${ID} NOT NULL, role ${WORD} NOT NULL, permissions ${WORDS}, "user" ${ID}, agent ${ID}`,
    `secret_hash ${WORDS} NOT NULL, salt ${WORDS} NOT NULL, created_at BIGINT NOT NULL, expires_at BIGINT, last_used_at BIGINT`,
    `revoked_at BIGINT, replaced_by ${ID}, live_name ${ID} AS (CASE WHEN revoked_at IS NULL AND replaced_by IS NULL THEN name END) STORED`,
    "UNIQUE KEY api_keys_one_live_name (tenant, live_name), KEY api_keys_by_tenant (tenant, created_at, id)",
  ),
  // The end of each tenant's chain: whoever appends holds this row until the commit.
  table("audit_heads", `tenant INT PRIMARY KEY, "position" BIGINT NOT NULL, hash ${WORDS} NOT NULL`),
  table(
    "audit_lines",
    `tenant INT NOT NULL, "position" BIGINT NOT NULL, "user" ${ID}, at BIGINT NOT NULL, action ${ID} NOT NULL, actor ${ID} NOT NULL`,
    `door ${WORDS}, key_id ${WORDS}, targets ${WORDS} NOT NULL, outcome ${WORD} NOT NULL, detail ${WORDS}, previous ${WORDS} NOT NULL`,
    `hash ${WORDS} NOT NULL, PRIMARY KEY (tenant, "position"), KEY audit_lines_by_user (tenant, "user", "position")`,
  ),
  // What tenants spend on models, a row a day (UTC). Money in millionths.
  table(
    "model_usage",
    "tenant INT NOT NULL, day VARBINARY(16) NOT NULL, calls BIGINT NOT NULL DEFAULT 0, refusals BIGINT NOT NULL DEFAULT 0",
    "input_tokens BIGINT NOT NULL DEFAULT 0, output_tokens BIGINT NOT NULL DEFAULT 0, cost_micros BIGINT NOT NULL DEFAULT 0",
    "reserved_tokens BIGINT NOT NULL DEFAULT 0, reserved_micros BIGINT NOT NULL DEFAULT 0, PRIMARY KEY (tenant, day)",
  ),
];

const VERSION_2: readonly string[] = [
  // By which embedding model a scope is searched, and since when; null until a cut-over.
  `ALTER TABLE scopes ADD COLUMN serving_model ${WORDS}, ADD COLUMN serving_since BIGINT`,
  // An entry that waits for an engine beside the store names a list of items, longer than an id and than what fits a key.
  "ALTER TABLE journal DROP KEY journal_by_item, MODIFY item_id VARBINARY(8000), ADD KEY journal_by_item (tenant, scope, item_id(768))",
  // The labels themselves, as JSON, to be read back. A segment of a conversation has none.
  `ALTER TABLE index_items ADD COLUMN tags ${WORDS}, ADD COLUMN entities ${WORDS}`,
  `UPDATE index_items f LEFT JOIN memories m ON m.tenant = f.tenant AND m.scope = f.scope AND m.id = f.item_id
    SET f.tags = coalesce(m.tags, '[]'), f.entities = coalesce(m.entities, '[]') WHERE f.tags IS NULL`,
];

/** The latest instant by which a server dated something of the scope; null in rows of before. */
const VERSION_3: readonly string[] = ["ALTER TABLE scopes ADD COLUMN latest_at BIGINT"];

export const MIGRATIONS: readonly (readonly string[])[] = [VERSION_1, VERSION_2, VERSION_3];
export const SCHEMA_VERSION = MIGRATIONS.length;
