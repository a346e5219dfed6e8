import { LATEST_INSTANT, marks, SERVABLE, SHARED_SQL } from "../relational/index.js";

const HELD_ONCE = "status IN ('active', 'superseded', 'archived', 'expired')";
const COUNTED = `${HELD_ONCE} AND ends_at > $4 AND ends_at > valid_from AND id NOT IN ($5)`;

/** @param column by which rows belong together */
const reaching = (column: string): string =>
  `SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND ${column} = $3 AND ${COUNTED}
    AND (valid_from <= $4 OR (valid_from < $7 AND said_at <= $6))`;
const nextBegun = (column: string): string =>
  `SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND ${column} = $3 AND ${COUNTED}
    AND valid_from > $4 AND said_at > $6 ORDER BY valid_from, id LIMIT 1`;

/** Nothing happens where the row, or another with one of its unique keys, is there; other errors stay errors, which IGNORE would swallow. */
const unlessThere = (column: string): string => `ON DUPLICATE KEY UPDATE ${column} = ${column}`;

const MEMORY_COLUMNS = `tenant, scope, id, lineage_id, version, revision, agent_id, session_id, turn_ids, content, evidence, kind, tier, status, subject,
    subject_folded, attribute, qualifiers, cardinality, value, polarity, slot_key, entities, tags, importance, confidence, source, supersedes,
    superseded_by, said_at, valid_from, valid_to, recorded_at, last_accessed_at, access_count, reinforced_count, expires_at, content_hash,
    embedding_model, policy_version, reason, slot_digest, subject_digest, tags_held, entities_held`;

/** What a connection is set up with, once. */
export const SESSION = {
  version: 'SELECT VERSION() AS "version"',
  isolate: (level: "READ COMMITTED" | "REPEATABLE READ") => `SET SESSION TRANSACTION ISOLATION LEVEL ${level}`,
  /** Nothing is cut off or rounded to make it fit; quotation marks are around names. (seconds that a row is waited for) */
  set: "SET SESSION sql_mode = 'ANSI_QUOTES,STRICT_ALL_TABLES,NO_ENGINE_SUBSTITUTION', SESSION innodb_lock_wait_timeout = $1",
  /** Long lists stay lists: as a table, which the server may make of them, they would be compared otherwise. (seconds, seconds) */
  setMariadb:
    "SET SESSION max_statement_time = $1, SESSION idle_transaction_timeout = $2, SESSION in_predicate_conversion_threshold = 0",
  /** Of reading statements; MySQL limits no others. (milliseconds) */
  setMysql: "SET SESSION max_execution_time = $1",
  packetBytes: 'SELECT @@max_allowed_packet AS "bytes"',
} as const;

/** A statement that begins with SELECT, limited in its time: each of the engines reads its own way of saying so, and the other's as a comment. */
export function within(ms: number, sql: string): string {
  const limit = Math.max(1, Math.ceil(ms));
  return `/*M! SET STATEMENT max_statement_time=${limit / 1000} FOR */ ${sql.replace(/^\s*SELECT\b/, `SELECT /*+ MAX_EXECUTION_TIME(${limit}) */`)}`;
}

/**
 * Every statement of the adapter but the schema and those that a filter is part of. In brackets the parameters in their order; `scope`
 * stands for two, the tenant's number and the scope's. A list stands in `IN`, rows stand after `VALUES`.
 */
export const SQL = {
  ...SHARED_SQL,

  // ——— transactions ———
  beginWriting: "START TRANSACTION",
  beginReading: "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY",
  /** (tenant name, user) */
  enterScope: `SELECT t.id AS tenant, s.id AS scope, s.indexed_docs AS documents, s.total_length AS "totalLength",
      ${LATEST_INSTANT} AS "latestAt"
    FROM tenants t LEFT JOIN scopes s ON s.tenant = t.id AND s.user_name = $2 AND s.created_at IS NOT NULL WHERE t.name = $1`,
  /** Waits for the other writers of a user, until the commit. Its scope is null where the row only keeps a place. (tenant, user) */
  holdUser: `SELECT tenant, CASE WHEN created_at IS NOT NULL THEN id END AS scope, indexed_docs AS documents, total_length AS "totalLength",
      ${LATEST_INSTANT} AS "latestAt"
    FROM scopes s WHERE tenant = $1 AND user_name = $2 FOR UPDATE`,
  /** A row to wait for where the user has none. (tenant, user) */
  takePlace: `INSERT INTO scopes (tenant, user_name) VALUES ($1, $2) ${unlessThere("user_name")}`,
  /** Takes it back where no user was made of it. (tenant, user) */
  freePlace: "DELETE FROM scopes WHERE tenant = $1 AND user_name = $2 AND created_at IS NULL",

  // ——— tenants and scopes ———
  /** Makes a tenant unless it exists. (name, at) */
  ensureTenant: `INSERT INTO tenants (name, created_at) VALUES ($1, $2) ${unlessThere("name")}`,
  /** Makes a user of the place that its writer holds. (tenant, user, at) */
  makeUser: "UPDATE scopes SET created_at = $3 WHERE tenant = $1 AND user_name = $2",
  /** (tenant, user) */
  numberOfUser: "SELECT id FROM scopes WHERE tenant = $1 AND user_name = $2",

  // ——— sessions and turns ———
  /** Counts a turn of a session, made with its first; told is its next position, where the session was there. (scope, id, agent, at) */
  extendSession: `INSERT INTO sessions (tenant, scope, id, agent_id, started_at, last_turn_at, turn_count, next_position)
    VALUES ($1, $2, $3, $4, $5, $5, 1, 1)
    ON DUPLICATE KEY UPDATE agent_id = coalesce(agent_id, $4), started_at = least(started_at, $5), last_turn_at = greatest(last_turn_at, $5),
      turn_count = turn_count + 1, next_position = LAST_INSERT_ID(next_position + 1)`,
  /** Those of the ids that are there. (scope, ids) */
  knownTurns: "SELECT id FROM turns WHERE tenant = $1 AND scope = $2 AND id IN ($3)",
  /** (scope, ids) */
  findTurns: "SELECT * FROM turns WHERE tenant = $1 AND scope = $2 AND id IN ($3)",
  /** Last turns before a position, newest first. (scope, session, position, limit) */
  recentTurns:
    "SELECT * FROM turns WHERE tenant = $1 AND scope = $2 AND session_id = $3 AND position < $4 ORDER BY position DESC LIMIT $5",
  /** Turns after a position. (scope, session, position, limit) */
  listTurns:
    "SELECT * FROM turns WHERE tenant = $1 AND scope = $2 AND session_id = $3 AND position > $4 ORDER BY position LIMIT $5",
  /** (scope, ids) */
  sessionsOfTurns: "SELECT id, session_id FROM turns WHERE tenant = $1 AND scope = $2 AND id IN ($3)",
  /** (scope, ids) */
  deleteTurns: "DELETE FROM turns WHERE tenant = $1 AND scope = $2 AND id IN ($3)",
  /** (scope, turns) */
  deleteWritesOfTurns: "DELETE FROM memory_writes WHERE tenant = $1 AND scope = $2 AND turn_id IN ($3)",
  /** After turns went: the figures of what is left. (scope, id) */
  recountSession: `UPDATE sessions JOIN (SELECT min(at) AS first_at, max(at) AS last_at, count(*) AS turns FROM turns
      WHERE tenant = $1 AND scope = $2 AND session_id = $3) l
    SET started_at = l.first_at, last_turn_at = l.last_at, turn_count = l.turns WHERE tenant = $1 AND scope = $2 AND id = $3 AND l.turns > 0`,

  // ——— journal ———
  /** Nothing where the id is there. (scope, id, task, turn, session, item, at, dueAt) */
  appendJournal: `INSERT INTO journal (tenant, scope, id, task, turn_id, session_id, item_id, state, attempts, appended_at, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', 0, $8, $9) ${unlessThere("id")}`,
  /** Puts a scope among those to be served, where its last claim places it. (scope, sequence) */
  enlistScope: `INSERT INTO journal_scopes (tenant, scope, last_claim, since)
      SELECT $1, $2, coalesce((SELECT last_claim FROM scope_claims WHERE tenant = $1 AND scope = $2), 0), $3 FROM DUAL
      WHERE NOT EXISTS (SELECT 1 FROM journal_scopes WHERE tenant = $1 AND scope = $2)`,
  /** (scope, turns, sessions, items) */
  deleteJournalFor: `DELETE FROM journal WHERE tenant = $1 AND scope = $2
    AND (turn_id IN ($3) OR (task = 'summarise' AND session_id IN ($4)) OR item_id IN ($5))`,
  /** Tenants that have entries, that served longest ago first. () */
  tenantsInTurn: `SELECT t.id FROM tenants t WHERE EXISTS (SELECT 1 FROM journal_scopes s WHERE s.tenant = t.id) ORDER BY t.last_claim, t.id`,
  /** Scopes of some tenants to be served, each tenant's in their order. (now, scopes passed over, limit for each tenant) */
  scopesInTurn: (tenants: readonly number[]) =>
    tenants
      .map(
        (tenant) => `(SELECT s.tenant, s.scope, s.last_claim, s.since FROM journal_scopes s
          WHERE s.tenant = ${tenant} AND s.scope NOT IN ($2) AND ${SERVABLE} ORDER BY s.last_claim, s.since LIMIT $3)`,
      )
      .join(" UNION ALL "),
  /** (scope, sequences, token, until) */
  leaseEntries: `UPDATE journal SET state = 'leased', lease_token = $4, lease_until = $5
    WHERE tenant = $1 AND scope = $2 AND sequence IN ($3)`,
  /** The number of this claim. () */
  countClaim: "INSERT INTO claim_numbers VALUES ()",
  /** (number) */
  forgetClaim: "DELETE FROM claim_numbers WHERE id = $1",
  /** (scope, claim) */
  noteClaimInScope: "INSERT INTO scope_claims VALUES ($1, $2, $3) ON DUPLICATE KEY UPDATE last_claim = $3",
  /** Counts a failed try. (state, dueAt or null, error, id, token) */
  failEntry: `UPDATE journal SET state = $1, attempts = attempts + 1, due_at = coalesce($2, due_at), last_error = $3, lease_token = NULL,
      lease_until = NULL
    WHERE id = $4 AND lease_token = $5`,
  /** Dead entries wait again. (scope, ids) */
  reviveSome: `UPDATE journal SET state = 'waiting', attempts = 0, lapses = 0, due_at = appended_at
    WHERE tenant = $1 AND scope = $2 AND state = 'dead' AND id IN ($3)`,
  /** Figures of the journal, of at most so many entries. (limit) */
  measureJournal: `SELECT count(CASE WHEN state = 'waiting' AND task NOT IN ('refine', 'index', 'upload') THEN 1 END) AS waiting,
      count(CASE WHEN state = 'leased' AND task NOT IN ('refine', 'index', 'upload') THEN 1 END) AS leased,
      count(CASE WHEN state <> 'dead' AND task = 'refine' THEN 1 END) AS refining,
      count(CASE WHEN state = 'dead' AND task <> 'index' THEN 1 END) AS dead,
      min(CASE WHEN state <> 'dead' AND task NOT IN ('refine', 'index', 'upload') THEN appended_at END) AS oldest,
      (SELECT min(appended_at) FROM (SELECT appended_at, task FROM journal WHERE state = 'waiting' ORDER BY due_at LIMIT 100) d
        WHERE task NOT IN ('refine', 'index', 'upload')) AS first_due
    FROM (SELECT state, task, appended_at FROM journal LIMIT $1) j`,
  /** Whoever holds them. (scope, ids) */
  settleIndexing: "DELETE FROM journal WHERE tenant = $1 AND scope = $2 AND task = 'index' AND id IN ($3)",

  // ——— memories ———
  /** Nothing where the id, the version or the slot's one place is taken. (columns in order) */
  insertMemory: `INSERT INTO memories (${MEMORY_COLUMNS}) VALUES (${marks(45, 1)}) ${unlessThere("id")}`,
  /** Compare-and-set of what may change. (scope, id, expected revision, values…, digests of tags) */
  updateMemory: `UPDATE memories SET revision = revision + 1, status = $5, superseded_by = $6, valid_to = $7, importance = $8, confidence = $9, turn_ids = $10,
      last_accessed_at = $11, access_count = $12, reinforced_count = $13, expires_at = $14, embedding_model = $15, reason = $16, tags = $17, tags_held = $18
    WHERE tenant = $1 AND scope = $2 AND id = $3 AND revision = $4`,
  /** (scope, ids) */
  findMemories: "SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND id IN ($3)",
  /** Memories taken from any of the turns. (scope, turns) */
  activeByHashes:
    "SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND content_hash IN ($3) AND status = 'active' ORDER BY recorded_at, id",
  memoriesOfTurns: `SELECT * FROM memories WHERE tenant = $1 AND scope = $2
      AND id IN (SELECT memory_id FROM memory_turns WHERE tenant = $1 AND scope = $2 AND turn_id IN ($3))
    ORDER BY recorded_at, id`,
  /** Rows that reach into a stretch of time. (scope, digest of the slot key, from, ids left out, said at, to) */
  reachingInSlot: reaching("slot_digest"),
  /** (scope, lineage, from, ids left out, said at, to) */
  reachingInLineage: reaching("lineage_id"),
  /** The row that begins next. (scope, digest of the slot key, from, ids left out, said at) */
  nextInSlot: nextBegun("slot_digest"),
  /** (scope, lineage, from, ids left out, said at) */
  nextInLineage: nextBegun("lineage_id"),
  /** (scope, ids) */
  turnsOfMemories: 'SELECT id, turn_ids AS "turnIds" FROM memories WHERE tenant = $1 AND scope = $2 AND id IN ($3)',
  /** (scope, ids) */
  deleteMemories: "DELETE FROM memories WHERE tenant = $1 AND scope = $2 AND id IN ($3)",
  /** (scope, memories) */
  deleteWritesOfMemories: "DELETE FROM memory_writes WHERE tenant = $1 AND scope = $2 AND memory_id IN ($3)",
  /** (scope, memories, turns) */
  unlinkTurns: "DELETE FROM memory_turns WHERE tenant = $1 AND scope = $2 AND memory_id IN ($3) AND turn_id IN ($4)",
  /** (rows) */
  linkTurns: `INSERT INTO memory_turns VALUES $1 ${unlessThere("turn_id")}`,

  // ——— write log ———
  /** (scope, at, memory, kind, turn, session, agent, import, policy version, before, after) */
  appendWrite: `INSERT INTO memory_writes
    (tenant, scope, at, memory_id, kind, turn_id, session_id, agent_id, import_id, policy_version, "before", "after") VALUES (${marks(12, 1)})`,
  /** (scope, memories) */
  writesOfMemories:
    "SELECT * FROM memory_writes WHERE tenant = $1 AND scope = $2 AND memory_id IN ($3) ORDER BY sequence",
  /** Counts a line only once. (scope, sequences, at) */
  markUndone:
    "UPDATE memory_writes SET undone_at = $4 WHERE tenant = $1 AND scope = $2 AND sequence IN ($3) AND undone_at IS NULL",

  // ——— episodes ———
  /** Nothing where the id or the centre is there. (columns of the table, in order) */
  insertEpisode: `INSERT INTO episodes VALUES (${marks(12, 1)}) ${unlessThere("id")}`,
  /** (rows) */
  linkEpisode: `INSERT INTO episode_turns VALUES $1 ${unlessThere("turn_id")}`,
  /** (scope, ids) */
  findEpisodes: "SELECT * FROM episodes WHERE tenant = $1 AND scope = $2 AND id IN ($3)",
  /** (scope, turns) */
  episodesOfTurns: `SELECT * FROM episodes WHERE tenant = $1 AND scope = $2
      AND id IN (SELECT episode_id FROM episode_turns WHERE tenant = $1 AND scope = $2 AND turn_id IN ($3))
    ORDER BY at, id`,
  /** (scope, ids) */
  turnsOfEpisodes: 'SELECT id, turn_ids AS "turnIds" FROM episodes WHERE tenant = $1 AND scope = $2 AND id IN ($3)',
  /** (scope, ids) */
  deleteEpisodes: "DELETE FROM episodes WHERE tenant = $1 AND scope = $2 AND id IN ($3)",
  /** (scope, episodes, turns) */
  unlinkEpisodeTurns:
    "DELETE FROM episode_turns WHERE tenant = $1 AND scope = $2 AND episode_id IN ($3) AND turn_id IN ($4)",

  // ——— summaries ———
  /** Nothing where the session has one. (scope, session, agent, last turn, ended, covered, open turns, open tokens, summary, material) */
  insertSummary: `INSERT INTO session_summaries VALUES ($1, $2, $3, $4, 1, ${marks(7, 5)}) ${unlessThere("session_id")}`,
  /** Compare-and-set. (scope, session, agent, last turn, ended, covered, open turns, open tokens, summary, material, expected revision) */
  updateSummary: `UPDATE session_summaries SET revision = revision + 1, agent_id = $4, last_turn_at = $5, ended_at = $6, covered_to = $7, open_turns = $8,
      open_tokens = $9, summary = $10, material = $11
    WHERE tenant = $1 AND scope = $2 AND session_id = $3 AND revision = $12`,
  /** (scope, sessions) */
  deleteSummaries: "DELETE FROM session_summaries WHERE tenant = $1 AND scope = $2 AND session_id IN ($3)",

  // ——— API keys ———
  /** Nothing where the id or the live name is taken. (columns of the table, in order) */
  insertKey: `INSERT INTO api_keys (id, tenant, name, role, permissions, "user", agent, secret_hash, salt, created_at, expires_at, last_used_at,
      revoked_at, replaced_by)
    VALUES (${marks(14, 1)}) ${unlessThere("id")}`,

  // ——— audit ———
  /** (tenant) */
  beginChain: `INSERT INTO audit_heads VALUES ($1, 0, '') ${unlessThere("tenant")}`,
  /** Lines before a position that fit, newest first; an absent condition is null. (tenant name, position, user, actor, action, outcome, from, to, limit) */
  listAudit: `SELECT a.* FROM tenants t JOIN audit_lines a ON a.tenant = t.id AND a.position < $2
    WHERE t.name = $1 AND ($3 IS NULL OR a."user" = $3) AND ($4 IS NULL OR a.actor = $4) AND ($5 IS NULL OR a.action = $5)
      AND ($6 IS NULL OR a.outcome = $6) AND ($7 IS NULL OR a.at >= $7) AND ($8 IS NULL OR a.at < $8)
    ORDER BY a.position DESC LIMIT $9`,

  // ——— requests, working memory, usage ———
  /** Nothing where the key is there. (scope, operation, key, hash, response, at) */
  insertRequest: `INSERT INTO requests VALUES (${marks(7, 1)}) ${unlessThere("operation")}`,
  /** Replaces a state and renews its time to live. (scope, space, key, value, at, expiry) */
  putState: `INSERT INTO states VALUES (${marks(7, 1)}) ON DUPLICATE KEY UPDATE value = $5, updated_at = $6, expires_at = $7`,
  /** Makes the tenant's day. (tenant, day) */
  openUsageDay: `INSERT INTO model_usage (tenant, day) VALUES ($1, $2) ${unlessThere("day")}`,
} as const;
