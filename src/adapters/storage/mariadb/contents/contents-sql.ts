import type { ContentDialect } from "../../relational/index.js";

export const DIALECT: ContentDialect = {
  mark: (position) => `$${position}`,
  owners: { tenant: ["tenant"], user: ["tenant", "scope"] },
  derived: { memories: ["subject_folded", "slot_digest", "subject_digest", "tags_held", "entities_held"] },
};

/** What content tables are not: of the engine's own, or following from other rows. A table that is named nowhere is an oversight. */
export const NOT_CARRIED = [
  "schema_state",
  "claim_numbers",
  "journal_scopes",
  "scope_claims",
  "memory_turns",
  "episode_turns",
  "keyword_terms",
  "keyword_postings",
  "vector_models",
  "vectors",
  "audit_heads",
] as const;

/** Columns of carried tables that are not carried, or that others stand in for. */
export const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  tenants: ["id", "last_claim"],
  scopes:
    "id changes next_doc next_term indexed_docs total_length vector_revision serving_model serving_since latest_at".split(
      " ",
    ),
  api_keys: ["live_name"],
  journal: ["lease_token", "lease_until"],
  memories: "subject_folded slot_digest subject_digest tags_held entities_held current_slot ends_at".split(" "),
  index_items: ["doc", "length", "term_ids", "tags", "entities"],
};

const USERS = "FROM tenants t JOIN scopes s ON s.tenant = t.id AND s.created_at IS NOT NULL";

export const CONTENTS = {
  /** A snapshot lasts as long as its reader works; MySQL has no such limit. () */
  unhurried: "SET @unhurried = 1 /*M! , SESSION idle_transaction_timeout = 0 */",
  /** (seconds) */
  hurried: "SET @unhurried = 0 /*M! , SESSION idle_transaction_timeout = $1 */",
  /** After a name. (name, limit) */
  tenants: "SELECT name, created_at FROM tenants WHERE name > $1 ORDER BY name LIMIT $2",
  /** After names. (tenant, user, limit) */
  users: `SELECT t.name, s.user_name, s.created_at ${USERS} WHERE (t.name, s.user_name) > ($1, $2) ORDER BY t.name, s.user_name LIMIT $3`,
  /** From a name on. (name, limit) */
  tenantOwners: "SELECT name, id FROM tenants WHERE name >= $1 ORDER BY name LIMIT $2",
  /** From names on. (tenant, user, limit) */
  userOwners: `SELECT t.name, s.user_name, s.tenant, s.id ${USERS} WHERE (t.name, s.user_name) >= ($1, $2) ORDER BY t.name, s.user_name LIMIT $3`,
  countTenants: "SELECT count(*) AS n FROM tenants",
  countUsers: "SELECT count(*) AS n FROM scopes WHERE created_at IS NOT NULL",
  /** (scope) */
  countItems: "SELECT count(*) AS n FROM index_items WHERE tenant = $1 AND scope = $2",
  /** A scope's items after one. (scope, item, limit) */
  items: "SELECT * FROM index_items WHERE tenant = $1 AND scope = $2 AND item_id > $3 ORDER BY item_id LIMIT $4",
  /** (scope, documents, terms) */
  terms: `SELECT p.doc, k.term, p.tf FROM keyword_postings p JOIN keyword_terms k ON k.tenant = $1 AND k.scope = $2 AND k.id = p.term
    WHERE p.tenant = $1 AND p.scope = $2 AND p.term IN ($4) AND p.doc IN ($3)`,
  /** (scope, documents) */
  vectors: `SELECT v.doc, m.name, v.numbers FROM vector_models m
      JOIN vectors v ON v.tenant = $1 AND v.scope = $2 AND v.model = m.id AND v.doc IN ($3) WHERE m.tenant = $1 AND m.scope = $2`,
  /** (name, at) */
  putTenant: "INSERT INTO tenants (name, created_at) VALUES ($1, $2) ON DUPLICATE KEY UPDATE created_at = $2",
  /** (tenant number, user, at) */
  putUser:
    "INSERT INTO scopes (tenant, user_name, created_at) VALUES ($1, $2, $3) ON DUPLICATE KEY UPDATE created_at = $3",
  /** (names) */
  removeChains: "DELETE FROM audit_heads WHERE tenant IN (SELECT id FROM tenants WHERE name IN ($1))",
  /** (names) */
  removeTenants: "DELETE FROM tenants WHERE name IN ($1)",
  /** (scope) */
  removeUser: "DELETE FROM scopes WHERE tenant = $1 AND id = $2",
  /** (scope) */
  removeClaims: "DELETE FROM scope_claims WHERE tenant = $1 AND scope = $2",
  /** (scope) */
  removeListing: "DELETE FROM journal_scopes WHERE tenant = $1 AND scope = $2",
  /** No end of a chain where there is none. () */
  endChains: "DELETE FROM audit_heads WHERE tenant NOT IN (SELECT tenant FROM audit_lines)",
  /** The end of every chain. () */
  settleChains: `INSERT INTO audit_heads SELECT a.tenant, a."position", a.hash FROM audit_lines a
      JOIN (SELECT tenant, max("position") AS last FROM audit_lines GROUP BY tenant) l ON l.tenant = a.tenant AND l.last = a."position"
    ON DUPLICATE KEY UPDATE "position" = a."position", hash = a.hash`,
  hasMark:
    "SELECT 1 AS found FROM information_schema.tables WHERE table_schema = DATABASE() AND table_name = 'moving_state'",
  findMark: "SELECT state FROM moving_state WHERE id = 1",
  makeMark:
    "CREATE TABLE IF NOT EXISTS moving_state (id INT PRIMARY KEY, state LONGTEXT CHARACTER SET utf8mb4 COLLATE utf8mb4_bin NOT NULL) ENGINE = InnoDB",
  /** (text) */
  putMark: "INSERT INTO moving_state VALUES (1, $1) ON DUPLICATE KEY UPDATE state = $1",
  dropMark: "DROP TABLE IF EXISTS moving_state",
  /** Tables that writers of the product write. */
  writtenTables: `SELECT table_name AS name FROM information_schema.tables
    WHERE table_schema = DATABASE() AND table_type = 'BASE TABLE' AND table_name <> 'moving_state' ORDER BY 1`,
  /** Waits for the transactions that are under way on the table. Refuses as a server does that only reads, so that any release is told the same. */
  hold: (table: string, verb: string) => `CREATE TRIGGER IF NOT EXISTS held_${table}_${verb} BEFORE ${verb} ON ${table}
    FOR EACH ROW SIGNAL SQLSTATE '45000' SET MYSQL_ERRNO = 1290, MESSAGE_TEXT = 'the store is held'`,
  release: (table: string, verb: string) => `DROP TRIGGER IF EXISTS held_${table}_${verb}`,
} as const;
