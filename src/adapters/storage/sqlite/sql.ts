import type { OriginColumn } from "../relational/index.js";
import { MEMORY_COLUMNS } from "./memory-row.js";

/** As in the indexes `memories_slot_time` and `memories_lineage_time`, to the letter: else they are not used. */
const HELD_ONCE = "status IN ('active', 'superseded', 'archived', 'expired')";
const END = "ifnull(valid_to, 9007199254740991)";
/** What is due at once has the instant of its appending; it is due to every clock, also one that is behind. */
const isDue = (now: string): string => `(due_at <= ${now} OR due_at = appended_at)`;
const COUNTED = `${HELD_ONCE} AND ${END} > ?3 AND ${END} > valid_from AND id NOT IN (SELECT value FROM json_each(?4))`;

/** @param column by which rows belong together */
const reaching = (column: string): string =>
  `SELECT * FROM memories WHERE scope = ?1 AND ${column} = ?2 AND ${COUNTED}
    AND (valid_from <= ?3 OR (valid_from < ?6 AND said_at <= ?5))`;
const nextBegun = (column: string): string =>
  `SELECT * FROM memories WHERE rowid = (SELECT rowid FROM memories WHERE scope = ?1 AND ${column} = ?2 AND ${COUNTED}
    AND valid_from > ?3 AND said_at > ?5 ORDER BY valid_from, id LIMIT 1)`;

/** Every statement of the adapter but the schema. `?` in the order of the parameters; ids and text are compared whole, never matched as patterns. */
export const SQL = {
  // ——— erased bytes ———
  /** Notes that something was erased, with what erased it. */
  noteErasure: "UPDATE erasures SET noted = noted + 1",
  /** Notes up to which erasure the log is empty. (erasure) */
  noteEmptied: "UPDATE erasures SET emptied = max(emptied, ?)",
  /** What was erased, and what of it no longer stands in the log. */
  findErasures: "SELECT noted, emptied FROM erasures",

  // ——— tenants and scopes ———
  /** Makes a tenant unless it exists. (name, at) */
  ensureTenant: "INSERT INTO tenants (name, created_at) VALUES (?, ?) ON CONFLICT (name) DO NOTHING",
  /** A tenant's number. (name) */
  findTenant: "SELECT id FROM tenants WHERE name = ?",
  /** Tenants after a name. (name, limit) */
  listTenants: "SELECT name AS id, created_at AS createdAt FROM tenants WHERE name > ? ORDER BY name LIMIT ?",
  /** Users of a tenant after an id. (tenant name, user, limit) */
  listUsers: `SELECT s.user AS id, s.created_at AS createdAt FROM scopes s JOIN tenants t ON t.id = s.tenant
    WHERE t.name = ? AND s.user > ? ORDER BY s.user LIMIT ?`,
  /** A scope's number. (tenant name, user) */
  findScope: "SELECT s.id AS id FROM tenants t JOIN scopes s ON s.tenant = t.id AND s.user = ?2 WHERE t.name = ?1",
  /** Makes a scope. (tenant, user, at) */
  insertScope: "INSERT INTO scopes (tenant, user, created_at) VALUES (?, ?, ?) RETURNING id",
  /** (scope, latest instant or null) */
  noteChange: `UPDATE scopes SET changes = changes + 1,
      latest_at = CASE WHEN latest_at IS NULL OR ?2 > latest_at THEN coalesce(?2, latest_at) ELSE latest_at END
    WHERE id = ?1`,
  /** (scope) */
  latestInstant:
    "SELECT coalesce(latest_at, (SELECT max(recorded_at) FROM memories WHERE scope = ?1)) AS at FROM scopes WHERE id = ?1",
  /** (scope) */
  findServingModel:
    "SELECT serving_model AS modelId, serving_since AS since FROM scopes WHERE id = ? AND serving_model IS NOT NULL",
  /** (model, since, scope) */
  putServingModel: "UPDATE scopes SET serving_model = ?, serving_since = ? WHERE id = ?",
  /** The names behind a number. (scope) */
  nameScope: "SELECT t.name AS tenant, s.user AS user FROM scopes s JOIN tenants t ON t.id = s.tenant WHERE s.id = ?",

  // ——— sessions and turns ———
  /** Gives the next position of a session, making the session with its first turn. (scope, id, agent, at) */
  extendSession: `INSERT INTO sessions (scope, id, agent_id, started_at, last_turn_at, turn_count, next_position) VALUES (?1, ?2, ?3, ?4, ?4, 1, 1)
    ON CONFLICT (scope, id) DO UPDATE SET agent_id = coalesce(agent_id, excluded.agent_id), started_at = min(started_at, excluded.started_at),
      last_turn_at = max(last_turn_at, excluded.last_turn_at), turn_count = turn_count + 1, next_position = next_position + 1
    RETURNING next_position - 1 AS position`,
  /** Whether a turn is there. (scope, id) */
  hasTurn: "SELECT 1 AS found FROM turns WHERE scope = ? AND id = ?",
  /** (scope, id, session, position, role, speaker, agent, text, at, recordedAt, timeZone, import) */
  insertTurn: "INSERT INTO turns VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  /** (scope, id) */
  findTurn: "SELECT * FROM turns WHERE scope = ? AND id = ?",
  /** Last turns before a position, newest first. (scope, session, position, limit) */
  recentTurns: "SELECT * FROM turns WHERE scope = ? AND session_id = ? AND position < ? ORDER BY position DESC LIMIT ?",
  /** Turns after a position. (scope, session, position, limit) */
  listTurns: "SELECT * FROM turns WHERE scope = ? AND session_id = ? AND position > ? ORDER BY position LIMIT ?",
  /** Takes a turn out; its session. (scope, id) */
  deleteTurn: "DELETE FROM turns WHERE scope = ? AND id = ? RETURNING id, session_id AS sessionId",
  /** (scope, id) */
  findSession: "SELECT * FROM sessions WHERE scope = ? AND id = ?",
  /** First page of sessions. (scope, limit) */
  listSessions: "SELECT * FROM sessions WHERE scope = ? ORDER BY last_turn_at DESC, id LIMIT ?",
  /** Sessions after one. (scope, lastTurnAt, id, limit) */
  listSessionsAfter: `SELECT * FROM sessions WHERE scope = ?1 AND last_turn_at <= ?2 AND (last_turn_at < ?2 OR id > ?3)
    ORDER BY last_turn_at DESC, id LIMIT ?4`,
  /** What is left of a session. (scope, session) */
  measureSession:
    "SELECT count(*) AS turns, min(at) AS startedAt, max(at) AS lastTurnAt FROM turns WHERE scope = ? AND session_id = ?",
  /** After turns went. (startedAt, lastTurnAt, turns, scope, id) */
  recountSession: "UPDATE sessions SET started_at = ?, last_turn_at = ?, turn_count = ? WHERE scope = ? AND id = ?",
  /** (scope, id) */
  deleteSession: "DELETE FROM sessions WHERE scope = ? AND id = ?",

  // ——— journal ———
  /** (scope, id, task, turn, session, item, at, dueAt) */
  appendJournal: `INSERT INTO journal (scope, id, task, turn_id, session_id, item_id, state, attempts, appended_at, due_at)
    VALUES (?1, ?2, ?3, ?4, ?5, ?6, 'waiting', 0, ?7, ?8)`,
  /** Puts a scope among those to be served, where its last claim places it. (scope, sequence) */
  enlistScope: `INSERT INTO journal_scopes (scope, tenant, last_claim, since) SELECT id, tenant, last_claim, ?2 FROM scopes WHERE id = ?1
    ON CONFLICT (scope) DO NOTHING`,
  /** Takes a scope without entries off the list. (scope) */
  delistScope: "DELETE FROM journal_scopes WHERE scope = ?1 AND NOT EXISTS (SELECT 1 FROM journal WHERE scope = ?1)",
  /** Ends an entry, if the lease still holds it. (scope, id, token) */
  completeJournal: "DELETE FROM journal WHERE scope = ? AND id = ? AND lease_token = ?",
  /** (scope, id) */
  withdrawJournal: "DELETE FROM journal WHERE scope = ? AND id = ? AND state = 'waiting'",
  /** Entries after a sequence. (scope, sequence, limit) */
  listJournal: "SELECT * FROM journal WHERE scope = ? AND sequence > ? AND task <> 'index' ORDER BY sequence LIMIT ?",
  /** (scope) */
  countPending:
    "SELECT count(*) AS n FROM journal WHERE scope = ? AND state IN ('waiting', 'leased') AND task NOT IN ('refine', 'index', 'upload')",
  /** (scope, turn) */
  deleteJournalOfTurn: "DELETE FROM journal WHERE scope = ? AND turn_id = ?",
  /** (scope, session) */
  deleteJournalOfSession: "DELETE FROM journal WHERE scope = ? AND task = 'summarise' AND session_id = ?",
  /** (scope, item) */
  deleteJournalOfItem: "DELETE FROM journal WHERE scope = ? AND item_id = ?",
  /**
   * The scope to be served next: has something due, no live lease; of the tenant served longest ago. CROSS JOIN keeps SQLite to this
   * order of the tables, in which the two indexes give the answer's order and it stops at the first. (now)
   */
  nextScope: `SELECT s.scope FROM tenants t CROSS JOIN journal_scopes s ON s.tenant = t.id WHERE
      NOT EXISTS (SELECT 1 FROM journal j WHERE j.scope = s.scope AND j.state = 'leased' AND j.lease_until > ?1)
      AND EXISTS (SELECT 1 FROM journal j WHERE j.scope = s.scope AND j.state IN ('waiting', 'leased') AND ${isDue("?1")})
    ORDER BY t.last_claim, t.id, s.last_claim, s.since LIMIT 1`,
  /** The same question about one scope. (now, scope) */
  mayServe: `SELECT scope FROM journal_scopes WHERE scope = ?2
      AND NOT EXISTS (SELECT 1 FROM journal j WHERE j.scope = ?2 AND j.state = 'leased' AND j.lease_until > ?1)
      AND EXISTS (SELECT 1 FROM journal j WHERE j.scope = ?2 AND j.state IN ('waiting', 'leased') AND ${isDue("?1")})`,
  /** What a lease still holds, at most two of it. (scope) */
  listHeld: "SELECT * FROM journal WHERE scope = ? AND state = 'leased' LIMIT 2",
  /** A lease that ran out gives its entries back. (scope) */
  lapseLease:
    "UPDATE journal SET state = 'waiting', lapses = lapses + 1, lease_token = NULL, lease_until = NULL WHERE scope = ? AND state = 'leased'",
  /** Of an entry that was held alone. (state, error, sequence) */
  noteLapse: "UPDATE journal SET state = ?, last_error = ? WHERE sequence = ?",
  /** Takes one lapse back, unless the entry is dead for another reason. (scope, id) */
  acquitEntry: `UPDATE journal SET lapses = max(1, lapses - 1), state = CASE WHEN state = 'dead' THEN 'waiting' ELSE state END
    WHERE scope = ? AND id = ? AND lapses > 0 AND (state <> 'dead' OR last_error LIKE 'lease expired%')`,
  /** Oldest due entries. (scope, now, limit) */
  listDue: `SELECT * FROM journal WHERE scope = ? AND state = 'waiting' AND ${isDue("?")} ORDER BY sequence LIMIT ?`,
  /** (token, until, sequence) */
  leaseEntry: "UPDATE journal SET state = 'leased', lease_token = ?, lease_until = ? WHERE sequence = ?",
  /** The number of this claim. () */
  countClaim: "UPDATE store_counters SET claims = claims + 1 WHERE id = 1 RETURNING claims",
  /** (claim, scope) */
  noteClaimInScope: "UPDATE scopes SET last_claim = ? WHERE id = ?",
  /** (claim, scope) */
  noteClaimInList: "UPDATE journal_scopes SET last_claim = ? WHERE scope = ?",
  /** (claim, scope) */
  noteClaimInTenant: "UPDATE tenants SET last_claim = ?1 WHERE id = (SELECT tenant FROM scopes WHERE id = ?2)",
  /** (until, token) */
  renewLease: "UPDATE journal SET lease_until = ? WHERE lease_token = ?",
  /** (token) */
  releaseLease: "UPDATE journal SET state = 'waiting', lease_token = NULL, lease_until = NULL WHERE lease_token = ?",
  /** Counts a failed try. (state, dueAt or null, error, id, token) */
  failEntry: `UPDATE journal SET state = ?, attempts = attempts + 1, due_at = coalesce(?, due_at), last_error = ?, lease_token = NULL, lease_until = NULL
    WHERE id = ? AND lease_token = ?`,
  /** Every dead entry waits again. (scope) */
  reviveAll:
    "UPDATE journal SET state = 'waiting', attempts = 0, lapses = 0, due_at = appended_at WHERE scope = ? AND state = 'dead'",
  /** One dead entry waits again. (scope, id) */
  reviveOne:
    "UPDATE journal SET state = 'waiting', attempts = 0, lapses = 0, due_at = appended_at WHERE scope = ? AND state = 'dead' AND id = ?",
  /** Figures of the journal, of at most so many entries. (limit) */
  measureJournal: `SELECT count(*) FILTER (WHERE state = 'waiting' AND task NOT IN ('refine', 'index', 'upload')) AS waiting,
      count(*) FILTER (WHERE state = 'leased' AND task NOT IN ('refine', 'index', 'upload')) AS leased,
      count(*) FILTER (WHERE state <> 'dead' AND task = 'refine') AS refining, count(*) FILTER (WHERE state = 'dead' AND task <> 'index') AS dead,
      min(appended_at) FILTER (WHERE state <> 'dead' AND task NOT IN ('refine', 'index', 'upload')) AS oldest,
      (SELECT min(appended_at) FROM (SELECT appended_at, task FROM journal WHERE state = 'waiting' ORDER BY due_at LIMIT 100) d
        WHERE task NOT IN ('refine', 'index', 'upload')) AS first_due
    FROM (SELECT state, task, appended_at FROM journal LIMIT ?1) j`,
  /** What waits of a tenant, counted up to a limit. (tenant, limit) */
  countWaiting: `SELECT count(*) AS n FROM (SELECT 1 FROM tenants t JOIN journal_scopes s ON s.tenant = t.id
      JOIN journal j ON j.scope = s.scope AND j.state IN ('waiting', 'leased') AND j.task NOT IN ('refine', 'index', 'upload') WHERE t.name = ?1 LIMIT ?2)`,
  /** Entries of type `index`, which lie together by their lists. (scope, from, to, limit) */
  listIndexing:
    "SELECT * FROM journal WHERE scope = ? AND item_id >= ? AND item_id < ? AND task = 'index' ORDER BY sequence LIMIT ?",
  /** Whoever holds them. (scope, ids as JSON) */
  settleIndexing: "DELETE FROM journal WHERE scope = ? AND task = 'index' AND id IN (SELECT value FROM json_each(?))",
  /** Figures of what waits for an engine beside the store. () */
  measureIndexing: `SELECT count(*) FILTER (WHERE state <> 'dead') AS waiting, count(*) FILTER (WHERE state = 'dead') AS dead,
      min(appended_at) AS oldest FROM journal WHERE task = 'index'`,
  /** When the next waiting entry is due. () */
  nextDue: "SELECT min(due_at) AS due FROM journal WHERE state = 'waiting'",

  // ——— memories ———
  /** (columns of the table, in order) */
  insertMemory: `INSERT INTO memories VALUES (${new Array(40).fill("?").join(", ")})`,
  /** Compare-and-set of what may change. (values…, scope, id, expected revision) */
  updateMemory: `UPDATE memories SET revision = revision + 1, status = ?, superseded_by = ?, valid_to = ?, importance = ?, confidence = ?, turn_ids = ?,
      last_accessed_at = ?, access_count = ?, reinforced_count = ?, expires_at = ?, embedding_model = ?, reason = ?, tags = ?
    WHERE scope = ? AND id = ? AND revision = ?`,
  /** (scope, id) */
  findMemory: "SELECT * FROM memories WHERE scope = ? AND id = ?",
  /** (scope, ids as JSON) */
  findMemories: `SELECT ${MEMORY_COLUMNS} FROM memories WHERE scope = ? AND id IN (SELECT value FROM json_each(?))`,
  /** (scope, slot key) */
  activeBySlot:
    "SELECT * FROM memories WHERE scope = ? AND slot_key = ? AND status = 'active' ORDER BY recorded_at, id",
  /** (scope, hash) */
  activeByHashes:
    "SELECT * FROM memories WHERE scope = ? AND content_hash IN (SELECT value FROM json_each(?)) AND status = 'active' ORDER BY recorded_at, id",
  /** (scope, folded subject, limit) */
  activeBySubject:
    "SELECT * FROM memories WHERE scope = ? AND subject_folded = ? AND status = 'active' ORDER BY recorded_at DESC, id LIMIT ?",
  /** Ids of memories taken from a turn. (scope, turn) */
  memoriesOfTurn: "SELECT memory_id AS id FROM memory_turns WHERE scope = ? AND turn_id = ?",
  /** (scope, lineage) */
  lineage: "SELECT * FROM memories WHERE scope = ? AND lineage_id = ? ORDER BY version",
  /** (scope, lineage) */
  latestVersion: "SELECT max(version) AS version FROM memories WHERE scope = ? AND lineage_id = ?",
  /** Rows that reach into a stretch of time. (scope, slot key, from, ids left out as JSON, said at, to) */
  reachingInSlot: reaching("slot_key"),
  /** (scope, lineage, from, ids left out as JSON, said at, to) */
  reachingInLineage: reaching("lineage_id"),
  /** The row that begins next. (scope, slot key, from, ids left out as JSON, said at) */
  nextInSlot: nextBegun("slot_key"),
  /** (scope, lineage, from, ids left out as JSON, said at) */
  nextInLineage: nextBegun("lineage_id"),
  /** (scope, id) */
  deleteMemory: "DELETE FROM memories WHERE scope = ? AND id = ? RETURNING turn_ids AS turnIds",
  /** (scope, memory, field, value) */
  insertLabel: "INSERT INTO memory_labels VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
  /** (scope, memory, field) */
  deleteLabels: "DELETE FROM memory_labels WHERE scope = ? AND memory_id = ? AND field = ?",
  /** (scope, turn, memory) */
  insertMemoryTurn: "INSERT INTO memory_turns VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  /** (scope, turn, memory) */
  deleteMemoryTurn: "DELETE FROM memory_turns WHERE scope = ? AND turn_id = ? AND memory_id = ?",

  // ——— write log ———
  /** (scope, at, memory, kind, turn, session, agent, import, policy version, before, after) */
  appendWrite: `INSERT INTO memory_writes
    (scope, at, memory_id, kind, turn_id, session_id, agent_id, import_id, policy_version, before, after) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  /** (scope, memory) */
  writesOfMemory: "SELECT * FROM memory_writes WHERE scope = ? AND memory_id = ? ORDER BY sequence",
  /** Counts a line only once. (at, scope, sequence) */
  markUndone: "UPDATE memory_writes SET undone_at = ? WHERE scope = ? AND sequence = ? AND undone_at IS NULL",
  /** (scope, memory) */
  deleteWritesOfMemory: "DELETE FROM memory_writes WHERE scope = ? AND memory_id = ?",
  /** (scope, turn) */
  deleteWritesOfTurn: "DELETE FROM memory_writes WHERE scope = ? AND turn_id = ?",

  // ——— episodes ———
  /** (columns of the table, in order) */
  insertEpisode: "INSERT INTO episodes VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  /** (model, scope, id) */
  setEpisodeModel: "UPDATE episodes SET embedding_model = ? WHERE scope = ? AND id = ?",
  /** (scope, id) */
  findEpisode: "SELECT * FROM episodes WHERE scope = ? AND id = ?",
  /** (scope, turn) */
  episodesOfTurn: "SELECT episode_id AS id FROM episode_turns WHERE scope = ? AND turn_id = ?",
  /** First page of episodes. (scope, limit) */
  listEpisodes: "SELECT * FROM episodes WHERE scope = ? ORDER BY at, id LIMIT ?",
  /** Episodes after one. (scope, at, id, limit) */
  listEpisodesAfter:
    "SELECT * FROM episodes WHERE scope = ?1 AND at >= ?2 AND (at > ?2 OR id > ?3) ORDER BY at, id LIMIT ?4",
  /** (scope) */
  countEpisodes: "SELECT count(*) AS n FROM episodes WHERE scope = ?",
  /** (scope, id) */
  deleteEpisode: "DELETE FROM episodes WHERE scope = ? AND id = ? RETURNING turn_ids AS turnIds",
  /** (scope, turn, episode) */
  insertEpisodeTurn: "INSERT INTO episode_turns VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  /** (scope, turn, episode) */
  deleteEpisodeTurn: "DELETE FROM episode_turns WHERE scope = ? AND turn_id = ? AND episode_id = ?",

  // ——— summaries ———
  /** (scope, session) */
  findSummary: "SELECT * FROM session_summaries WHERE scope = ? AND session_id = ?",
  /** (columns of the table, in order) */
  insertSummary: "INSERT INTO session_summaries VALUES (?, ?, ?, 1, ?, ?, ?, ?, ?, ?, ?)",
  /** Compare-and-set. (values…, scope, session, expected revision) */
  updateSummary: `UPDATE session_summaries SET revision = revision + 1, agent_id = ?, last_turn_at = ?, ended_at = ?, covered_to = ?, open_turns = ?,
      open_tokens = ?, summary = ?, material = ?
    WHERE scope = ? AND session_id = ? AND revision = ?`,
  /** (scope, before, limit) */
  idleSummaries: `SELECT * FROM session_summaries WHERE scope = ? AND last_turn_at < ? AND ended_at IS NULL ORDER BY last_turn_at, session_id LIMIT ?`,
  /** First page, newest first. (scope, limit) */
  listSummaries:
    "SELECT * FROM session_summaries WHERE scope = ? AND summary IS NOT NULL ORDER BY last_turn_at DESC, session_id LIMIT ?",
  /** After one. (scope, last turn, session, limit) */
  listSummariesAfter: `SELECT * FROM session_summaries WHERE scope = ?1 AND last_turn_at <= ?2 AND (last_turn_at < ?2 OR session_id > ?3)
      AND summary IS NOT NULL ORDER BY last_turn_at DESC, session_id LIMIT ?4`,
  /** (scope, session) */
  deleteSummary: "DELETE FROM session_summaries WHERE scope = ? AND session_id = ?",

  // ——— API keys ———
  /** (id, tenant number, name, role, permissions, user, agent, hash, salt, made, expiry, last use, revoked, replaced by) */
  insertKey: "INSERT INTO api_keys VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  /** (id) */
  findKey: "SELECT k.*, t.name AS tenant_name FROM api_keys k JOIN tenants t ON t.id = k.tenant WHERE k.id = ?",
  /** Keys after one. (tenant name, made, id, limit) */
  listKeys: `SELECT k.*, t.name AS tenant_name FROM api_keys k JOIN tenants t ON t.id = k.tenant
    WHERE t.name = ?1 AND k.created_at >= ?2 AND (k.created_at > ?2 OR k.id > ?3) ORDER BY k.created_at, k.id LIMIT ?4`,
  /** (expiry, last use, revoked, replaced by, id) */
  updateKey: "UPDATE api_keys SET expires_at = ?, last_used_at = ?, revoked_at = ?, replaced_by = ? WHERE id = ?",

  // ——— audit ———
  /** The end of a tenant's chain. (tenant number) */
  auditHead: "SELECT position, hash FROM audit_lines WHERE tenant = ? ORDER BY position DESC LIMIT 1",
  /** (tenant number, position, user, at, action, actor, door, key, targets, outcome, detail, previous, hash) */
  appendAudit: "INSERT INTO audit_lines VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  /** A user's lines before a position, newest first. (tenant name, user, position, limit) */
  listAuditOfUser: `SELECT a.* FROM tenants t JOIN audit_lines a ON a.tenant = t.id AND a.user = ?2 AND a.position < ?3
    WHERE t.name = ?1 ORDER BY a.position DESC LIMIT ?4`,
  /** Lines before a position that fit, newest first; an absent condition is null. (tenant name, position, user, actor, action, outcome, from, to, limit) */
  listAudit: `SELECT a.* FROM tenants t JOIN audit_lines a ON a.tenant = t.id AND a.position < ?2
    WHERE t.name = ?1 AND (?3 IS NULL OR a.user = ?3) AND (?4 IS NULL OR a.actor = ?4) AND (?5 IS NULL OR a.action = ?5)
      AND (?6 IS NULL OR a.outcome = ?6) AND (?7 IS NULL OR a.at >= ?7) AND (?8 IS NULL OR a.at < ?8)
    ORDER BY a.position DESC LIMIT ?9`,
  /** Lines after a position, oldest first. (tenant name, position, limit) */
  chainAudit: `SELECT a.* FROM tenants t JOIN audit_lines a ON a.tenant = t.id AND a.position > ?2
    WHERE t.name = ?1 ORDER BY a.position LIMIT ?3`,

  // ——— requests, working memory ———
  /** (scope, operation, key) */
  findRequest: "SELECT body_hash AS bodyHash, response FROM requests WHERE scope = ? AND operation = ? AND key = ?",
  /** (scope, operation, key, hash, response, at) */
  insertRequest: "INSERT INTO requests VALUES (?, ?, ?, ?, ?, ?)",
  /** (scope) */
  clearRequests: "DELETE FROM requests WHERE scope = ?",
  /** Replaces a state and renews its time to live. (scope, space, key, value, at, expiry) */
  putState: `INSERT INTO states VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (scope, space, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at, expires_at = excluded.expires_at`,
  /** What of the scope has run out. (scope, now) */
  sweepStates: "DELETE FROM states WHERE scope = ? AND expires_at <= ?",
  /** (scope, space, key, now) */
  findState: `SELECT key, value, updated_at AS updatedAt, expires_at AS expiresAt FROM states
    WHERE scope = ? AND space = ? AND key = ? AND expires_at > ?`,
  /** (scope, space, now) */
  listStates: `SELECT key, value, updated_at AS updatedAt, expires_at AS expiresAt FROM states
    WHERE scope = ? AND space = ? AND expires_at > ? ORDER BY key`,
  /** (scope, space, key) */
  deleteState: "DELETE FROM states WHERE scope = ? AND space = ? AND key = ?",
  /** (scope) */
  listSpaces: "SELECT DISTINCT space FROM states WHERE scope = ? AND expires_at > ? ORDER BY space",
  clearStates: "DELETE FROM states WHERE scope = ?",

  // ——— usage of models ———
  /** Makes the tenant's day. (tenant number, day) */
  openUsageDay: "INSERT INTO model_usage (tenant, day) VALUES (?, ?) ON CONFLICT (tenant, day) DO NOTHING",
  /** (tenant name, day) */
  findUsage: `SELECT u.* FROM tenants t JOIN model_usage u ON u.tenant = t.id AND u.day = ?2 WHERE t.name = ?1`,
  /** Newest first. (tenant name, limit) */
  listUsage:
    "SELECT u.* FROM tenants t JOIN model_usage u ON u.tenant = t.id WHERE t.name = ? ORDER BY u.day DESC LIMIT ?",
  /** (tokens, micros, tenant number, day) */
  reserveUsage:
    "UPDATE model_usage SET reserved_tokens = reserved_tokens + ?, reserved_micros = reserved_micros + ? WHERE tenant = ? AND day = ?",
  /** (tenant number, day) */
  refuseUsage: "UPDATE model_usage SET refusals = refusals + 1 WHERE tenant = ? AND day = ?",
  /** (reserved tokens, reserved micros, input, output, micros, tenant number, day) */
  settleUsage: `UPDATE model_usage SET calls = calls + 1, reserved_tokens = max(0, reserved_tokens - ?), reserved_micros = max(0, reserved_micros - ?),
      input_tokens = input_tokens + ?, output_tokens = output_tokens + ?, cost_micros = cost_micros + ?
    WHERE tenant = ? AND day = ?`,

  // ——— search indexes: writing ———
  /** Begins a change of the indexes. (scope) */
  nextRevision:
    "UPDATE scopes SET index_revision = index_revision + 1 WHERE id = ? RETURNING index_revision AS revision",
  /** (scope) */
  nextDoc: "UPDATE scopes SET next_doc = next_doc + 1 WHERE id = ? RETURNING next_doc AS doc",
  /** (scope, item) */
  findItem: "SELECT doc, length FROM index_items WHERE scope = ? AND item_id = ?",
  /** (scope, doc, item, attributes, revision) */
  insertItem: "INSERT INTO index_items VALUES (?1, ?2, ?3, ?4, NULL, ?5, ?5)",
  /** (attributes, revision, scope, doc) */
  updateItem: "UPDATE index_items SET attributes = ?, revision = ? WHERE scope = ? AND doc = ?",
  /** (length, revision, scope, doc) */
  setItemLength: "UPDATE index_items SET length = ?, terms_revision = ? WHERE scope = ? AND doc = ?",
  /** (scope, doc) */
  deleteItem: "DELETE FROM index_items WHERE scope = ? AND doc = ?",
  /** (scope, revision, doc) */
  noteRemoval: "INSERT INTO index_removals VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
  /** Removals that no copy may still ask for. (scope, revision) */
  forgetRemovals: "DELETE FROM index_removals WHERE scope = ? AND revision < ?",
  /** (documents, length, scope) */
  addToTotals: "UPDATE scopes SET indexed_docs = indexed_docs + ?, total_length = total_length + ? WHERE id = ?",
  /** (scope, doc) */
  termsOfItem: "SELECT terms FROM item_terms WHERE scope = ? AND doc = ?",
  /** (scope, doc, terms) */
  setTermsOfItem:
    "INSERT INTO item_terms VALUES (?, ?, ?) ON CONFLICT (scope, doc) DO UPDATE SET terms = excluded.terms",
  /** (scope, doc) */
  deleteTermsOfItem: "DELETE FROM item_terms WHERE scope = ? AND doc = ?",
  /** One more item holds the term. (scope, term) */
  countTerm:
    "INSERT INTO keyword_terms (scope, term, df) VALUES (?, ?, 1) ON CONFLICT (scope, term) DO UPDATE SET df = df + 1 RETURNING id",
  /** One item less holds the term. (term) */
  uncountTerm: "UPDATE keyword_terms SET df = df - 1 WHERE id = ?",
  /** (term) */
  deleteUnusedTerm: "DELETE FROM keyword_terms WHERE id = ? AND df <= 0",
  /** (scope, term, doc, tf) */
  insertPosting: "INSERT INTO keyword_postings VALUES (?, ?, ?, ?)",
  /** (scope, term, doc) */
  deletePosting: "DELETE FROM keyword_postings WHERE scope = ? AND term = ? AND doc = ?",
  /** (scope, name) */
  findModel: "SELECT id, dimension, vectors FROM vector_models WHERE scope = ? AND name = ?",
  /** (scope, name, dimension) */
  insertModel:
    "INSERT INTO vector_models (scope, name, dimension, vectors) VALUES (?, ?, ?, 0) RETURNING id, dimension, vectors",
  /** (by, model) */
  countVectors: "UPDATE vector_models SET vectors = vectors + ? WHERE id = ?",
  /** (model) */
  deleteUnusedModel: "DELETE FROM vector_models WHERE id = ? AND vectors <= 0",
  /** (scope, model, doc) */
  hasVector: "SELECT 1 AS found FROM vectors WHERE scope = ? AND model = ? AND doc = ?",
  /** (scope, model, doc, numbers) */
  putVector:
    "INSERT INTO vectors VALUES (?, ?, ?, ?) ON CONFLICT (scope, model, doc) DO UPDATE SET numbers = excluded.numbers",
  /** (scope, model) */
  deleteVectorsOfModel: "DELETE FROM vectors WHERE scope = ? AND model = ?",
  /** (model) */
  deleteModel: "DELETE FROM vector_models WHERE id = ?",
  /** Models of a user that no vector is of. (scope) */
  deleteUnusedModels: "DELETE FROM vector_models WHERE scope = ? AND vectors <= 0",
  /** So far that every copy of the scope's index is loaded anew. (by, scope) */
  leapRevision: "UPDATE scopes SET index_revision = index_revision + ? WHERE id = ?",
  /** (scope, doc) */
  deleteVectors: "DELETE FROM vectors WHERE scope = ? AND doc = ? RETURNING model",

  // ——— search indexes: reading ———
  /** Figures of a scope's indexes. (tenant name, user) */
  indexFigures: `SELECT s.id AS id, s.index_revision AS revision, s.indexed_docs AS documents, s.total_length AS totalLength
    FROM tenants t JOIN scopes s ON s.tenant = t.id AND s.user = ?2 WHERE t.name = ?1`,
  /** Items in order of number. (scope, doc, limit) */
  itemsAfter:
    "SELECT doc, item_id, attributes, length FROM index_items WHERE scope = ? AND doc > ? ORDER BY doc LIMIT ?",
  /** Items changed since a revision. (scope, revision) */
  itemsSince: `SELECT doc, item_id, attributes, length, terms_revision FROM index_items WHERE scope = ? AND revision > ? ORDER BY revision, doc`,
  /** Items removed since a revision. (scope, revision) */
  removalsSince: "SELECT doc FROM index_removals WHERE scope = ? AND revision > ?",
  /** (scope, term) */
  findTerm: "SELECT id, df FROM keyword_terms WHERE scope = ? AND term = ?",
  /** A posting list. (scope, term) */
  postings: "SELECT doc, tf FROM keyword_postings WHERE scope = ? AND term = ? ORDER BY doc",
  /** Vectors of a model in order of number. (scope, model, doc, limit) */
  vectorsAfter: "SELECT doc, numbers FROM vectors WHERE scope = ? AND model = ? AND doc > ? ORDER BY doc LIMIT ?",
  /** (scope, model, doc) */
  vectorOfItem: "SELECT numbers FROM vectors WHERE scope = ? AND model = ? AND doc = ?",
  /** An item with its vectors, a row for each, or one without. (scope, item) */
  readItem: `SELECT i.attributes, m.name AS model, v.numbers FROM index_items i LEFT JOIN vector_models m ON m.scope = i.scope
      LEFT JOIN vectors v ON v.scope = i.scope AND v.model = m.id AND v.doc = i.doc WHERE i.scope = ? AND i.item_id = ?`,
  /** Items in order of id. (scope, id, limit) */
  listItemIds: "SELECT item_id FROM index_items WHERE scope = ? AND item_id > ? ORDER BY item_id LIMIT ?",
  /** (tenant name, user) */
  countByModel: `SELECT m.name AS name, m.vectors AS vectors FROM tenants t JOIN scopes s ON s.tenant = t.id AND s.user = ?2
    JOIN vector_models m ON m.scope = s.id WHERE t.name = ?1`,
} as const;

/** Columns that memory listings are built around, with a condition made from a filter. */
export const MEMORY_LISTING = {
  /** (scope, …filter, limit) */
  firstPage: (condition: string) =>
    `SELECT * FROM memories AS m WHERE scope = ? AND ${condition} ORDER BY recorded_at DESC, id LIMIT ?`,
  /** (scope, recordedAt, recordedAt, id, …filter, limit) */
  nextPage: (condition: string) =>
    `SELECT * FROM memories AS m WHERE scope = ? AND recorded_at <= ? AND (recorded_at < ? OR id > ?) AND ${condition} ORDER BY recorded_at DESC, id LIMIT ?`,
  /** (scope, …filter) */
  count: (condition: string) => `SELECT count(*) AS n FROM memories AS m WHERE scope = ? AND ${condition}`,
} as const;

/** Lines of the write log of one origin before a sequence, newest first. (scope, origin, sequence, limit) */
export function writesOf(column: OriginColumn): string {
  return `SELECT * FROM memory_writes WHERE scope = ? AND ${column} = ? AND sequence < ? ORDER BY sequence DESC LIMIT ?`;
}
