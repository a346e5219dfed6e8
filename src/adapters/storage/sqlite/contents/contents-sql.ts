import type { ContentDialect } from "../../relational/index.js";

export const DIALECT: ContentDialect = {
  mark: (position) => `?${position}`,
  owners: { tenant: ["tenant"], user: ["scope"] },
  derived: { memories: ["subject_folded"] },
};

/** What content tables are not: of the engine's own, or following from other rows. A table that is named nowhere is an oversight. */
export const NOT_CARRIED = [
  "schema_versions",
  "store_counters",
  "erasures",
  "journal_scopes",
  "memory_labels",
  "memory_turns",
  "episode_turns",
  "index_removals",
  "keyword_terms",
  "keyword_postings",
  "item_terms",
  "vector_models",
  "vectors",
] as const;

/** Columns of carried tables that are not carried. */
export const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  tenants: ["id", "last_claim"],
  scopes: [
    "id",
    "last_claim",
    "index_revision",
    "next_doc",
    "indexed_docs",
    "total_length",
    "changes",
    "serving_model",
    "serving_since",
    "latest_at",
  ],
  journal: ["lease_token", "lease_until"],
  memories: ["subject_folded"],
  index_items: ["doc", "length", "revision", "terms_revision"],
};

const USERS = "FROM tenants t JOIN scopes s ON s.tenant = t.id";

export const CONTENTS = {
  /** After a name. (name, limit) */
  tenants: "SELECT name, created_at FROM tenants WHERE name > ? ORDER BY name LIMIT ?",
  /** After names. (tenant, user, limit) */
  users: `SELECT t.name, s.user, s.created_at ${USERS} WHERE (t.name, s.user) > (?, ?) ORDER BY t.name, s.user LIMIT ?`,
  /** From a name on. (name, limit) */
  tenantOwners: "SELECT name, id FROM tenants WHERE name >= ? ORDER BY name LIMIT ?",
  /** From names on. (tenant, user, limit) */
  userOwners: `SELECT t.name, s.user, s.id ${USERS} WHERE (t.name, s.user) >= (?, ?) ORDER BY t.name, s.user LIMIT ?`,
  countOf: (table: string) => `SELECT count(*) AS n FROM ${table}`,
  /** First page of a scope's items, and after one. (scope, item, limit) */
  items: `SELECT i.doc, i.item_id AS id, i.attributes, i.length, t.terms FROM index_items i
    LEFT JOIN item_terms t ON t.scope = i.scope AND t.doc = i.doc WHERE i.scope = ? AND i.item_id > ? ORDER BY i.item_id LIMIT ?`,
  /** (number) */
  term: "SELECT term FROM keyword_terms WHERE id = ?",
  /** (scope, doc) */
  vectors: `SELECT m.name, v.numbers FROM vectors v JOIN vector_models m ON m.id = v.model WHERE v.scope = ? AND v.doc = ?`,
  /** (name, at) */
  putTenant:
    "INSERT INTO tenants (name, created_at) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET created_at = excluded.created_at",
  /** (tenant, user, at) */
  putUser:
    "INSERT INTO scopes (tenant, user, created_at) VALUES (?, ?, ?) ON CONFLICT (tenant, user) DO UPDATE SET created_at = excluded.created_at",
  /** (name) */
  removeTenant: "DELETE FROM tenants WHERE name = ?",
  /** (scope) */
  removeUser: "DELETE FROM scopes WHERE id = ?",
  /** (scope) */
  delistUser: "DELETE FROM journal_scopes WHERE scope = ?",
  /** (scope, turn, episode) */
  linkEpisode: "INSERT INTO episode_turns VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  /** (scope, turn, episode) */
  unlinkEpisode: "DELETE FROM episode_turns WHERE scope = ? AND turn_id = ? AND episode_id = ?",
  /** (scope, id) */
  turnsOf: (table: string) => `SELECT turn_ids AS turnIds FROM ${table} WHERE scope = ? AND id = ?`,
  /** (scope, memory) */
  unlabel: "DELETE FROM memory_labels WHERE scope = ? AND memory_id = ?",
  hasMark: "SELECT 1 AS found FROM sqlite_master WHERE type = 'table' AND name = 'moving_state'",
  findMark: "SELECT state FROM moving_state WHERE id = 1",
  makeMark:
    "CREATE TABLE IF NOT EXISTS moving_state (id INTEGER PRIMARY KEY CHECK (id = 1), state TEXT NOT NULL) STRICT",
  /** (text) */
  putMark: "INSERT INTO moving_state VALUES (1, ?) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
  dropMark: "DROP TABLE IF EXISTS moving_state",
  /** Tables that writers of the product write. */
  writtenTables: `SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%' AND name NOT IN ('moving_state', 'erasures')`,
  hold: (table: string, verb: string) => `CREATE TRIGGER IF NOT EXISTS held_${table}_${verb} BEFORE ${verb} ON ${table}
    BEGIN SELECT RAISE(ABORT, 'the store is held'); END`,
  release: (table: string, verb: string) => `DROP TRIGGER IF EXISTS held_${table}_${verb}`,
} as const;
