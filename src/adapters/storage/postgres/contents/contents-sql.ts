import type { ContentDialect } from "../../relational/index.js";

export const DIALECT: ContentDialect = {
  mark: (position) => `$${position}`,
  owners: { tenant: ["tenant"], user: ["tenant", "scope"] },
  derived: { memories: ["subject_folded", "slot_digest", "subject_digest", "tags_held", "entities_held"] },
};

/** What content tables are not: of the engine's own, or following from other rows. A table that is named nowhere is an oversight. */
export const NOT_CARRIED = [
  "schema_versions",
  "store_settings",
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

/** Columns of carried tables that are not carried. */
export const OWN_COLUMNS: Readonly<Record<string, readonly string[]>> = {
  tenants: ["id", "last_claim"],
  scopes: [
    "id",
    "changes",
    "next_doc",
    "next_term",
    "indexed_docs",
    "total_length",
    "vector_revision",
    "serving_model",
    "serving_since",
    "latest_at",
  ],
  journal: ["lease_token", "lease_until"],
  memories: ["subject_folded", "slot_digest", "subject_digest", "tags_held", "entities_held"],
  index_items: ["doc", "length", "term_ids"],
};

const USERS = "FROM tenants t JOIN scopes s ON s.tenant = t.id";
/** Vectors come as their bytes on the wire, in hexadecimal: what a JSON text can hold. */
const VECTORS = `SELECT json_agg(json_build_array(m.name, encode(vector_send(v.numbers), 'hex'))) FROM vector_models m
    JOIN vectors v ON v.tenant = $1 AND v.scope = $2 AND v.model = m.id AND v.doc = i.doc WHERE m.tenant = $1 AND m.scope = $2`;
const TERMS = `SELECT json_agg(json_build_array(k.term, p.tf)) FROM unnest(i.term_ids) AS held (id)
    JOIN keyword_terms k ON k.tenant = $1 AND k.scope = $2 AND k.id = held.id
    JOIN keyword_postings p ON p.tenant = $1 AND p.scope = $2 AND p.term = held.id AND p.doc = i.doc`;

export const CONTENTS = {
  /** A snapshot lasts as long as its reader works. () */
  unhurried: "SELECT set_config('idle_in_transaction_session_timeout', '0', true)",
  /** After a name. (name, limit) */
  tenants: "SELECT name, created_at FROM tenants WHERE name > $1 ORDER BY name LIMIT $2",
  /** After names. (tenant, user, limit) */
  users: `SELECT t.name, s.user_name, s.created_at ${USERS} WHERE (t.name, s.user_name) > ($1, $2) ORDER BY t.name, s.user_name LIMIT $3`,
  /** From a name on. (name, limit) */
  tenantOwners: "SELECT name, id FROM tenants WHERE name >= $1 ORDER BY name LIMIT $2",
  /** From names on. (tenant, user, limit) */
  userOwners: `SELECT t.name, s.user_name, s.tenant, s.id ${USERS} WHERE (t.name, s.user_name) >= ($1, $2) ORDER BY t.name, s.user_name LIMIT $3`,
  countTenants: "SELECT count(*) AS n FROM tenants",
  countUsers: "SELECT count(*) AS n FROM scopes",
  /** (scope) */
  countItems: "SELECT count(*) AS n FROM index_items WHERE tenant = $1 AND scope = $2",
  /** A scope's items after one. (scope, item, limit) */
  items: `SELECT i.*, (${TERMS}) AS terms, (${VECTORS}) AS vectors
    FROM (SELECT * FROM index_items WHERE tenant = $1 AND scope = $2 AND item_id > $3 ORDER BY item_id LIMIT $4) i ORDER BY i.item_id`,
  /** (name, at) */
  putTenant:
    "INSERT INTO tenants (name, created_at) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET created_at = excluded.created_at",
  /** (tenant number, user, at) */
  putUser:
    "INSERT INTO scopes (tenant, user_name, created_at) VALUES ($1, $2, $3) ON CONFLICT (tenant, user_name) DO UPDATE SET created_at = excluded.created_at",
  /** (names) */
  removeTenants: `WITH gone AS (DELETE FROM tenants WHERE name = ANY ($1::text[]) RETURNING id)
    DELETE FROM audit_heads WHERE tenant IN (SELECT id FROM gone)`,
  /** (scope) */
  removeUser: "DELETE FROM scopes WHERE tenant = $1 AND id = $2",
  /** (scope) */
  removeClaims: "DELETE FROM scope_claims WHERE tenant = $1 AND scope = $2",
  /** (scope) */
  removeListing: "DELETE FROM journal_scopes WHERE tenant = $1 AND scope = $2",
  /** (scope, episode, turns) */
  linkEpisode:
    "INSERT INTO episode_turns SELECT $1::integer, $2::integer, turn_id, $3::text FROM unnest($4::text[]) AS turn_id ON CONFLICT DO NOTHING",
  /** Whatever links rows that are going to their turns. (scope, ids) */
  unlinkMemories: `DELETE FROM memory_turns l USING memories m WHERE m.tenant = $1 AND m.scope = $2 AND m.id = ANY ($3::text[])
    AND l.tenant = $1 AND l.scope = $2 AND l.memory_id = m.id AND l.turn_id IN (SELECT json_array_elements_text(m.turn_ids::json))`,
  unlinkEpisodes: `DELETE FROM episode_turns l USING episodes e WHERE e.tenant = $1 AND e.scope = $2 AND e.id = ANY ($3::text[])
    AND l.tenant = $1 AND l.scope = $2 AND l.episode_id = e.id AND l.turn_id IN (SELECT json_array_elements_text(e.turn_ids::json))`,
  /** The end of every chain, and no end where there is none. () */
  settleChains: `WITH gone AS (DELETE FROM audit_heads h WHERE NOT EXISTS (SELECT 1 FROM audit_lines a WHERE a.tenant = h.tenant))
    INSERT INTO audit_heads SELECT DISTINCT ON (tenant) tenant, position, hash FROM audit_lines ORDER BY tenant, position DESC
    ON CONFLICT (tenant) DO UPDATE SET position = excluded.position, hash = excluded.hash`,
  /** Numbers beyond every one that was carried. (highest) */
  settleJournal: "SELECT setval('journal_numbers', greatest($1::bigint, (SELECT last_value FROM journal_numbers)))",
  settleWrites: "SELECT setval('write_numbers', greatest($1::bigint, (SELECT last_value FROM write_numbers)))",
  /** (scope) */
  highest: `SELECT (SELECT max(sequence) FROM journal WHERE tenant = $1 AND scope = $2) AS journal,
    (SELECT max(sequence) FROM memory_writes WHERE tenant = $1 AND scope = $2) AS writes`,
  hasMark: "SELECT 1 AS found FROM pg_tables WHERE schemaname = current_schema() AND tablename = 'moving_state'",
  findMark: "SELECT state FROM moving_state WHERE id = 1",
  makeMark: "CREATE TABLE IF NOT EXISTS moving_state (id integer PRIMARY KEY CHECK (id = 1), state text NOT NULL)",
  /** (text) */
  putMark: "INSERT INTO moving_state VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET state = excluded.state",
  dropMark: "DROP TABLE IF EXISTS moving_state",
  /** Tables that writers of the product write; their parts are reached through them. */
  writtenTables: `SELECT c.relname AS name FROM pg_class c WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p')
    AND NOT c.relispartition AND c.relname <> 'moving_state' ORDER BY 1`,
  /** Refuses as a standby does, so that whatever release is told the same. */
  holder: `CREATE OR REPLACE FUNCTION refuse_held() RETURNS trigger LANGUAGE plpgsql
    AS $$ BEGIN RAISE EXCEPTION 'the store is held' USING ERRCODE = '25006'; END $$`,
  dropHolder: "DROP FUNCTION IF EXISTS refuse_held()",
  /** Waits for the writers that are under way, and keeps out those that come. */
  lockAll: (tables: readonly string[]) => `LOCK TABLE ${tables.join(", ")} IN SHARE ROW EXCLUSIVE MODE`,
  hold: (table: string) => `CREATE OR REPLACE TRIGGER held BEFORE INSERT OR UPDATE OR DELETE ON ${table}
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_held()`,
  release: (table: string) => `DROP TRIGGER IF EXISTS held ON ${table}`,
} as const;
