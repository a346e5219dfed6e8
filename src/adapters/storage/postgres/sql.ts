import { LATEST_INSTANT, marks, SERVABLE, SHARED_SQL } from "../relational/index.js";

/** As in the indexes `memories_slot_time` and `memories_lineage_time`, to the letter: else they are not used. */
const HELD_ONCE = "status IN ('active', 'superseded', 'archived', 'expired')";
const END = "coalesce(valid_to, 9007199254740991)";
const COUNTED = `${HELD_ONCE} AND ${END} > $4 AND ${END} > valid_from AND id <> ALL ($5::text[])`;

/** @param column by which rows belong together */
const reaching = (column: string): string =>
  `SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND ${column} = $3 AND ${COUNTED}
    AND (valid_from <= $4 OR (valid_from < $7 AND said_at <= $6))`;
const nextBegun = (column: string): string =>
  `SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND ${column} = $3 AND ${COUNTED}
    AND valid_from > $4 AND said_at > $6 ORDER BY valid_from, id LIMIT 1`;

/**
 * Every statement of the adapter but the schema and those that a filter is part of. In brackets the parameters in their order; `scope`
 * stands for two, the tenant's number and the scope's. Ids and text are compared whole, never matched as patterns.
 */
export const SQL = {
  ...SHARED_SQL,

  // ——— transactions ———
  beginWriting: "BEGIN",
  beginReading: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY",
  /**
   * For this transaction only, as everything that is set; no plan is compiled or spread over several processes, which would take longer
   * than these statements run. (search path, statement ms, lock ms, idle ms)
   */
  configure: `SELECT set_config('search_path', $1, true), set_config('statement_timeout', $2, true), set_config('lock_timeout', $3, true),
    set_config('idle_in_transaction_session_timeout', $4, true), set_config('jit', 'off', true),
    set_config('max_parallel_workers_per_gather', '0', true)`,
  /** Waits for the other writers of a user, until the commit. (a name that no other scope of no other store has) */
  lockScope: "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))",
  /** (tenant name, user) */
  enterScope: `SELECT e.tenant, e.scope, e.documents, e.total_length AS "totalLength",
      (SELECT ${LATEST_INSTANT} FROM scopes s WHERE s.tenant = e.tenant AND s.id = e.scope) AS "latestAt"
    FROM enter_scope($1, $2) e`,
  /** For ports that cross users. () */
  reachAll: "SELECT set_config('keepsake.reach', 'store', true)",
  /** After the user's row was made. (scope number) */
  enterNewScope: "SELECT set_config('keepsake.scope', $1, true)",
  /** Where pgvector's types are. () */
  findExtension:
    "SELECT n.nspname AS schema FROM pg_extension e JOIN pg_namespace n ON n.oid = e.extnamespace WHERE e.extname = 'vector'",
  /** Does row-level security hold for this role? */
  readRole:
    "SELECT current_user AS name, rolsuper OR rolbypassrls AS passes FROM pg_roles WHERE rolname = current_user",
  makeExtension: "CREATE EXTENSION IF NOT EXISTS vector SCHEMA public",

  // ——— tenants and scopes ———
  /** Makes a tenant unless it exists. (name, at) */
  ensureTenant: "INSERT INTO tenants (name, created_at) VALUES ($1, $2) ON CONFLICT (name) DO NOTHING",
  /** Makes a scope. (tenant, user, at) */
  insertScope: "INSERT INTO scopes (tenant, user_name, created_at) VALUES ($1, $2, $3) RETURNING id",

  // ——— sessions and turns ———
  /** Gives the next position of a session, making the session with its first turn. (scope, id, agent, at) */
  extendSession: `INSERT INTO sessions AS s (tenant, scope, id, agent_id, started_at, last_turn_at, turn_count, next_position)
    VALUES ($1, $2, $3, $4, $5, $5, 1, 1)
    ON CONFLICT (tenant, scope, id) DO UPDATE SET agent_id = coalesce(s.agent_id, excluded.agent_id),
      started_at = least(s.started_at, excluded.started_at), last_turn_at = greatest(s.last_turn_at, excluded.last_turn_at),
      turn_count = s.turn_count + 1, next_position = s.next_position + 1
    RETURNING next_position - 1 AS position`,
  /** Those of the ids that are there. (scope, ids) */
  knownTurns: "SELECT id FROM turns WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::text[])",
  /** (scope, ids) */
  findTurns: "SELECT * FROM turns WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::text[])",
  /** Last turns before a position, newest first. (scope, session, position, limit) */
  recentTurns:
    "SELECT * FROM turns WHERE tenant = $1 AND scope = $2 AND session_id = $3 AND position < $4::bigint ORDER BY position DESC LIMIT $5",
  /** Turns after a position. (scope, session, position, limit) */
  listTurns:
    "SELECT * FROM turns WHERE tenant = $1 AND scope = $2 AND session_id = $3 AND position > $4::bigint ORDER BY position LIMIT $5",
  /** Takes turns out, and what the write log holds of them; their sessions. (scope, ids) */
  deleteTurns: `WITH gone AS (DELETE FROM turns WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::text[]) RETURNING id, session_id),
      untold AS (DELETE FROM memory_writes WHERE tenant = $1 AND scope = $2 AND turn_id = ANY (ARRAY(SELECT id FROM gone)))
    SELECT session_id AS "sessionId" FROM gone`,
  /** After turns went: the figures of what is left. (scope, id) */
  recountSession: `UPDATE sessions SET started_at = l.started_at, last_turn_at = l.last_turn_at, turn_count = l.turns
    FROM (SELECT min(at) AS started_at, max(at) AS last_turn_at, count(*)::integer AS turns FROM turns
      WHERE tenant = $1 AND scope = $2 AND session_id = $3) l
    WHERE sessions.tenant = $1 AND sessions.scope = $2 AND sessions.id = $3 AND l.turns > 0`,

  // ——— journal ———
  /** Nothing where the id is there. (scope, id, task, turn, session, item, at, dueAt) */
  appendJournal: `INSERT INTO journal (tenant, scope, id, task, turn_id, session_id, item_id, state, attempts, appended_at, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', 0, $8, $9) ON CONFLICT (tenant, scope, id) DO NOTHING RETURNING sequence`,
  /** Puts a scope among those to be served, where its last claim places it. (scope, sequence) */
  enlistScope: `INSERT INTO journal_scopes (tenant, scope, last_claim, since) 
      SELECT $1::integer, $2::integer, coalesce((SELECT last_claim FROM scope_claims WHERE tenant = $1 AND scope = $2), 0), $3::bigint
    ON CONFLICT (tenant, scope) DO NOTHING`,
  /** (scope, turns, sessions, items) */
  deleteJournalFor: `DELETE FROM journal WHERE tenant = $1 AND scope = $2
    AND (turn_id = ANY ($3::text[]) OR (task = 'summarise' AND session_id = ANY ($4::text[])) OR item_id = ANY ($5::text[]))`,
  /**
   * Scopes to be served, that of the tenant served longest ago first; of each tenant at most as many as asked for in all. Each must still be
   * held, and looked at again once it is. (now, scopes passed over, limit)
   */
  nextScopes: `SELECT f.tenant, f.scope FROM tenants t CROSS JOIN LATERAL (
      SELECT s.tenant, s.scope, s.last_claim, s.since FROM journal_scopes s WHERE s.tenant = t.id AND s.scope <> ALL ($2::integer[]) AND ${SERVABLE}
      ORDER BY s.last_claim, s.since LIMIT $3) f
    ORDER BY t.last_claim, t.id, f.last_claim, f.since LIMIT $3`,
  /** (scope, sequences, token, until) */
  leaseEntries: `UPDATE journal SET state = 'leased', lease_token = $4, lease_until = $5
    WHERE tenant = $1 AND scope = $2 AND sequence = ANY ($3::bigint[])`,
  /** The number of this claim. () */
  countClaim: "SELECT nextval('claim_numbers') AS claim",
  /** (scope, claim) */
  noteClaimInScope:
    "INSERT INTO scope_claims VALUES ($1, $2, $3) ON CONFLICT (tenant, scope) DO UPDATE SET last_claim = excluded.last_claim",
  /** Counts a failed try. (state, dueAt or null, error, id, token) */
  failEntry: `UPDATE journal SET state = $1, attempts = attempts + 1, due_at = coalesce($2::bigint, due_at), last_error = $3, lease_token = NULL,
      lease_until = NULL
    WHERE id = $4 AND lease_token = $5`,
  /** Dead entries wait again. (scope, ids) */
  reviveSome: `UPDATE journal SET state = 'waiting', attempts = 0, lapses = 0, due_at = appended_at
    WHERE tenant = $1 AND scope = $2 AND state = 'dead' AND id = ANY ($3::text[])`,
  /** Figures of the journal, of at most so many entries. (limit) */
  measureJournal: `SELECT count(*) FILTER (WHERE state = 'waiting' AND task NOT IN ('refine', 'index', 'upload')) AS waiting,
      count(*) FILTER (WHERE state = 'leased' AND task NOT IN ('refine', 'index', 'upload')) AS leased,
      count(*) FILTER (WHERE state <> 'dead' AND task = 'refine') AS refining, count(*) FILTER (WHERE state = 'dead' AND task <> 'index') AS dead,
      min(appended_at) FILTER (WHERE state <> 'dead' AND task NOT IN ('refine', 'index', 'upload')) AS oldest,
      (SELECT min(appended_at) FROM (SELECT appended_at, task FROM journal WHERE state = 'waiting' ORDER BY due_at LIMIT 100) d
        WHERE task NOT IN ('refine', 'index', 'upload')) AS first_due
    FROM (SELECT state, task, appended_at FROM journal LIMIT $1) j`,
  /** Whoever holds them. (scope, ids) */
  settleIndexing: "DELETE FROM journal WHERE tenant = $1 AND scope = $2 AND task = 'index' AND id = ANY ($3::text[])",

  // ——— memories ———
  /** Nothing where the id, the version or the slot's one place is taken. (columns of the table, in order; turns) */
  insertMemory: `WITH made AS (INSERT INTO memories VALUES (${marks(45, 1)}) ON CONFLICT DO NOTHING RETURNING tenant, scope, id),
      linked AS (INSERT INTO memory_turns SELECT tenant, scope, turn_id, id FROM made, unnest($46::text[]) AS turn_id ON CONFLICT DO NOTHING)
    SELECT id FROM made`,
  /** Compare-and-set of what may change. (scope, id, expected revision, values…, tags) */
  updateMemory: `UPDATE memories SET revision = revision + 1, status = $5, superseded_by = $6, valid_to = $7, importance = $8, confidence = $9, turn_ids = $10,
      last_accessed_at = $11, access_count = $12, reinforced_count = $13, expires_at = $14, embedding_model = $15, reason = $16, tags = $17, tags_held = $18
    WHERE tenant = $1 AND scope = $2 AND id = $3 AND revision = $4::bigint RETURNING *`,
  /** (scope, ids) */
  findMemories: "SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::text[])",
  /** Memories taken from any of the turns. (scope, turns) */
  activeByHashes:
    "SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND content_hash = ANY ($3::text[]) AND status = 'active' ORDER BY recorded_at, id",
  memoriesOfTurns: `SELECT * FROM memories WHERE tenant = $1 AND scope = $2
      AND id = ANY (ARRAY(SELECT memory_id FROM memory_turns WHERE tenant = $1 AND scope = $2 AND turn_id = ANY ($3::text[])))
    ORDER BY recorded_at, id`,
  /** Rows that reach into a stretch of time. (scope, digest of the slot key, from, ids left out, said at, to) */
  reachingInSlot: reaching("slot_digest"),
  /** (scope, lineage, from, ids left out, said at, to) */
  reachingInLineage: reaching("lineage_id"),
  /** The row that begins next. (scope, digest of the slot key, from, ids left out, said at) */
  nextInSlot: nextBegun("slot_digest"),
  /** (scope, lineage, from, ids left out, said at) */
  nextInLineage: nextBegun("lineage_id"),
  /** With what the write log holds of them. (scope, ids) */
  deleteMemories: `WITH gone AS (DELETE FROM memories WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::text[]) RETURNING id, turn_ids),
      untold AS (DELETE FROM memory_writes WHERE tenant = $1 AND scope = $2 AND memory_id = ANY (ARRAY(SELECT id FROM gone)))
    SELECT id, turn_ids AS "turnIds" FROM gone`,
  /** (scope, memories, turns) */
  unlinkTurns:
    "DELETE FROM memory_turns WHERE tenant = $1 AND scope = $2 AND memory_id = ANY ($3::text[]) AND turn_id = ANY ($4::text[])",
  /** (scope, memory, turns) */
  linkTurns:
    "INSERT INTO memory_turns SELECT $1::integer, $2::integer, turn_id, $3::text FROM unnest($4::text[]) AS turn_id ON CONFLICT DO NOTHING",

  // ——— write log ———
  /** (scope, at, memory, kind, turn, session, agent, import, policy version, before, after) */
  appendWrite: `INSERT INTO memory_writes
    (tenant, scope, at, memory_id, kind, turn_id, session_id, agent_id, import_id, policy_version, before, after) VALUES (${marks(12, 1)})`,
  /** (scope, memories) */
  writesOfMemories:
    "SELECT * FROM memory_writes WHERE tenant = $1 AND scope = $2 AND memory_id = ANY ($3::text[]) ORDER BY sequence",
  /** Counts a line only once. (scope, sequences, at) */
  markUndone:
    "UPDATE memory_writes SET undone_at = $4 WHERE tenant = $1 AND scope = $2 AND sequence = ANY ($3::bigint[]) AND undone_at IS NULL",

  // ——— episodes ———
  /** Nothing where the id or the centre is there. (columns of the table, in order; turns) */
  insertEpisode: `WITH made AS (INSERT INTO episodes VALUES (${marks(12, 1)}) ON CONFLICT DO NOTHING RETURNING tenant, scope, id),
      linked AS (INSERT INTO episode_turns SELECT tenant, scope, turn_id, id FROM made, unnest($13::text[]) AS turn_id ON CONFLICT DO NOTHING)
    SELECT id FROM made`,
  /** (scope, ids) */
  findEpisodes: "SELECT * FROM episodes WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::text[])",
  /** (scope, turns) */
  episodesOfTurns: `SELECT * FROM episodes WHERE tenant = $1 AND scope = $2
      AND id = ANY (ARRAY(SELECT episode_id FROM episode_turns WHERE tenant = $1 AND scope = $2 AND turn_id = ANY ($3::text[])))
    ORDER BY at, id`,
  /** (scope, ids) */
  deleteEpisodes:
    'DELETE FROM episodes WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::text[]) RETURNING id, turn_ids AS "turnIds"',
  /** (scope, episodes, turns) */
  unlinkEpisodeTurns:
    "DELETE FROM episode_turns WHERE tenant = $1 AND scope = $2 AND episode_id = ANY ($3::text[]) AND turn_id = ANY ($4::text[])",

  // ——— summaries ———
  /** Nothing where the session has one. (scope, session, agent, last turn, ended, covered, open turns, open tokens, summary, material) */
  insertSummary: `INSERT INTO session_summaries VALUES ($1, $2, $3, $4, 1, ${marks(7, 5)}) ON CONFLICT DO NOTHING`,
  /** Compare-and-set. (scope, session, agent, last turn, ended, covered, open turns, open tokens, summary, material, expected revision) */
  updateSummary: `UPDATE session_summaries SET revision = revision + 1, agent_id = $4, last_turn_at = $5, ended_at = $6, covered_to = $7, open_turns = $8,
      open_tokens = $9, summary = $10, material = $11
    WHERE tenant = $1 AND scope = $2 AND session_id = $3 AND revision = $12::bigint`,
  /** (scope, sessions) */
  deleteSummaries: "DELETE FROM session_summaries WHERE tenant = $1 AND scope = $2 AND session_id = ANY ($3::text[])",

  // ——— API keys ———
  /** Nothing where the id or the live name is taken. (columns of the table, in order) */
  insertKey: `INSERT INTO api_keys VALUES (${marks(14, 1)}) ON CONFLICT DO NOTHING`,

  // ——— audit ———
  /** (tenant) */
  beginChain: "INSERT INTO audit_heads VALUES ($1, 0, '') ON CONFLICT (tenant) DO NOTHING",
  /** Lines before a position that fit, newest first; an absent condition is null. (tenant name, position, user, actor, action, outcome, from, to, limit) */
  listAudit: `SELECT a.* FROM tenants t JOIN audit_lines a ON a.tenant = t.id AND a.position < $2
    WHERE t.name = $1 AND ($3::text IS NULL OR a."user" = $3) AND ($4::text IS NULL OR a.actor = $4) AND ($5::text IS NULL OR a.action = $5)
      AND ($6::text IS NULL OR a.outcome = $6) AND ($7::bigint IS NULL OR a.at >= $7) AND ($8::bigint IS NULL OR a.at < $8)
    ORDER BY a.position DESC LIMIT $9`,

  // ——— requests, working memory ———
  /** Nothing where the key is there. (scope, operation, key, hash, response, at) */
  insertRequest: `INSERT INTO requests VALUES (${marks(7, 1)}) ON CONFLICT DO NOTHING`,
  /** Replaces a state and renews its time to live. (scope, space, key, value, at, expiry) */
  putState: `INSERT INTO states VALUES (${marks(7, 1)})
    ON CONFLICT (tenant, scope, space, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at, expires_at = excluded.expires_at`,

  // ——— usage of models ———
  /** Makes the tenant's day. (tenant, day) */
  openUsageDay: "INSERT INTO model_usage (tenant, day) VALUES ($1, $2) ON CONFLICT (tenant, day) DO NOTHING",
} as const;
