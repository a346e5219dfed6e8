/** A list of columns as parameters from `$first` on. */
const marks = (count: number, first: number): string =>
  Array.from({ length: count }, (_, index) => `$${first + index}`).join(", ");

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

/** Has the scope `s` something due, and no live lease, at $1? */
/** What is due at once has the instant of its appending; it is due to every clock, also one that is behind. */
const isDue = (now: string): string => `(due_at <= ${now} OR due_at = appended_at)`;
const SERVABLE = `NOT EXISTS (SELECT 1 FROM journal j WHERE j.tenant = s.tenant AND j.scope = s.scope AND j.state = 'leased' AND j.lease_until > $1)
      AND EXISTS (SELECT 1 FROM journal j WHERE j.tenant = s.tenant AND j.scope = s.scope AND j.state IN ('waiting', 'leased') AND ${isDue("$1")})`;

/**
 * Every statement of the adapter but the schema and those that a filter is part of. In brackets the parameters in their order; `scope`
 * stands for two, the tenant's number and the scope's. Ids and text are compared whole, never matched as patterns.
 */
export const SQL = {
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
  enterScope: 'SELECT tenant, scope, documents, total_length AS "totalLength" FROM enter_scope($1, $2)',
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
  /** A tenant's number. (name) */
  findTenant: "SELECT id FROM tenants WHERE name = $1",
  /** Tenants after a name. (name, limit) */
  listTenants: 'SELECT name AS id, created_at AS "createdAt" FROM tenants WHERE name > $1 ORDER BY name LIMIT $2',
  /** Users of a tenant after an id. (tenant name, user, limit) */
  listUsers: `SELECT s.user_name AS id, s.created_at AS "createdAt" FROM tenants t JOIN scopes s ON s.tenant = t.id
    WHERE t.name = $1 AND s.user_name > $2 ORDER BY s.user_name LIMIT $3`,
  /** Makes a scope. (tenant, user, at) */
  insertScope: "INSERT INTO scopes (tenant, user_name, created_at) VALUES ($1, $2, $3) RETURNING id",
  /** (scope) */
  noteChange: "UPDATE scopes SET changes = changes + 1 WHERE tenant = $1 AND id = $2",
  /** (scope) */
  findServingModel:
    'SELECT serving_model AS "modelId", serving_since AS since FROM scopes WHERE tenant = $1 AND id = $2 AND serving_model IS NOT NULL',
  /** (scope, model, since) */
  putServingModel: "UPDATE scopes SET serving_model = $3, serving_since = $4 WHERE tenant = $1 AND id = $2",
  /** The names behind numbers. (scope) */
  nameScope:
    'SELECT t.name AS tenant, s.user_name AS "user" FROM scopes s JOIN tenants t ON t.id = s.tenant WHERE s.tenant = $1 AND s.id = $2',
  /** A scope's number, without entering it. (tenant name, user) */
  findScope:
    "SELECT s.tenant, s.id AS scope FROM tenants t JOIN scopes s ON s.tenant = t.id AND s.user_name = $2 WHERE t.name = $1",
  /** What changes whenever anything readable of a scope does. (scope) */
  stamp: `SELECT s.id, s.changes, (SELECT max(sequence) FROM journal WHERE tenant = $1 AND scope = $2) AS appended,
      (SELECT count(*) FROM journal WHERE tenant = $1 AND scope = $2) AS waiting
    FROM scopes s WHERE s.tenant = $1 AND s.id = $2`,

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
  /** (scope, id, session, position, role, speaker, agent, text, at, recordedAt, timeZone, import) */
  insertTurn: `INSERT INTO turns VALUES (${marks(13, 1)})`,
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
  /** (scope, id) */
  findSession: "SELECT * FROM sessions WHERE tenant = $1 AND scope = $2 AND id = $3",
  /** First page of sessions. (scope, limit) */
  listSessions: "SELECT * FROM sessions WHERE tenant = $1 AND scope = $2 ORDER BY last_turn_at DESC, id LIMIT $3",
  /** Sessions after one. (scope, lastTurnAt, id, limit) */
  listSessionsAfter: `SELECT * FROM sessions WHERE tenant = $1 AND scope = $2 AND last_turn_at <= $3 AND (last_turn_at < $3 OR id > $4)
    ORDER BY last_turn_at DESC, id LIMIT $5`,
  /** After turns went: the figures of what is left. (scope, id) */
  recountSession: `UPDATE sessions SET started_at = l.started_at, last_turn_at = l.last_turn_at, turn_count = l.turns
    FROM (SELECT min(at) AS started_at, max(at) AS last_turn_at, count(*)::integer AS turns FROM turns
      WHERE tenant = $1 AND scope = $2 AND session_id = $3) l
    WHERE sessions.tenant = $1 AND sessions.scope = $2 AND sessions.id = $3 AND l.turns > 0`,
  /** Ends a session without turns. (scope, id) */
  endSession: `DELETE FROM sessions WHERE tenant = $1 AND scope = $2 AND id = $3
    AND NOT EXISTS (SELECT 1 FROM turns WHERE tenant = $1 AND scope = $2 AND session_id = $3)`,

  // ——— journal ———
  /** Nothing where the id is there. (scope, id, task, turn, session, item, at, dueAt) */
  appendJournal: `INSERT INTO journal (tenant, scope, id, task, turn_id, session_id, item_id, state, attempts, appended_at, due_at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', 0, $8, $9) ON CONFLICT (tenant, scope, id) DO NOTHING RETURNING sequence`,
  /** Puts a scope among those to be served, where its last claim places it. (scope, sequence) */
  enlistScope: `INSERT INTO journal_scopes (tenant, scope, last_claim, since) 
      SELECT $1::integer, $2::integer, coalesce((SELECT last_claim FROM scope_claims WHERE tenant = $1 AND scope = $2), 0), $3::bigint
    ON CONFLICT (tenant, scope) DO NOTHING`,
  /** Takes a scope without entries off the list. (scope) */
  delistScope:
    "DELETE FROM journal_scopes WHERE tenant = $1 AND scope = $2 AND NOT EXISTS (SELECT 1 FROM journal WHERE tenant = $1 AND scope = $2)",
  /** Ends an entry, if the lease still holds it. (scope, id, token) */
  completeJournal: "DELETE FROM journal WHERE tenant = $1 AND scope = $2 AND id = $3 AND lease_token = $4",
  /** Entries after a sequence. (scope, sequence, limit) */
  listJournal:
    "SELECT * FROM journal WHERE tenant = $1 AND scope = $2 AND sequence > $3 AND task <> 'index' ORDER BY sequence LIMIT $4",
  /** (scope) */
  countPending:
    "SELECT count(*) AS n FROM journal WHERE tenant = $1 AND scope = $2 AND state IN ('waiting', 'leased') AND task NOT IN ('refine', 'index')",
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
  /** Holds a scope against other claims until the commit; nothing where another has it. (scope) */
  holdScope: "SELECT 1 AS held FROM journal_scopes WHERE tenant = $1 AND scope = $2 FOR UPDATE SKIP LOCKED",
  /** Whether anything is to be served. (now) */
  isWorkWaiting: `SELECT EXISTS (SELECT 1 FROM journal_scopes s WHERE ${SERVABLE}) AS found`,
  /** The same question about a scope. (now, scope) */
  mayServe: `SELECT EXISTS (SELECT 1 FROM journal_scopes s WHERE s.tenant = $2 AND s.scope = $3 AND ${SERVABLE}) AS found`,
  /** What a lease still holds, at most two of it; what its holder is just completing is passed over. (scope) */
  listHeld:
    "SELECT * FROM journal WHERE tenant = $1 AND scope = $2 AND state = 'leased' LIMIT 2 FOR UPDATE SKIP LOCKED",
  /** (scope) */
  countHeld: "SELECT count(*) AS n FROM journal WHERE tenant = $1 AND scope = $2 AND state = 'leased'",
  /** A lease that ran out gives its entries back. (scope) */
  lapseLease: `UPDATE journal SET state = 'waiting', lapses = lapses + 1, lease_token = NULL, lease_until = NULL
    WHERE tenant = $1 AND scope = $2 AND state = 'leased'`,
  /** Counts the lapse as a failed try. (scope, sequence, state, error) */
  countLapse:
    "UPDATE journal SET state = $4, attempts = attempts + 1, last_error = $5 WHERE tenant = $1 AND scope = $2 AND sequence = $3",
  /** Oldest due entries. (scope, now, limit) */
  listDue: `SELECT * FROM journal WHERE tenant = $1 AND scope = $2 AND state = 'waiting' AND ${isDue("$3")} ORDER BY sequence LIMIT $4
    FOR UPDATE SKIP LOCKED`,
  /** (scope, sequences, token, until) */
  leaseEntries: `UPDATE journal SET state = 'leased', lease_token = $4, lease_until = $5
    WHERE tenant = $1 AND scope = $2 AND sequence = ANY ($3::bigint[])`,
  /** The number of this claim. () */
  countClaim: "SELECT nextval('claim_numbers') AS claim",
  /** (scope, claim) */
  noteClaimInScope:
    "INSERT INTO scope_claims VALUES ($1, $2, $3) ON CONFLICT (tenant, scope) DO UPDATE SET last_claim = excluded.last_claim",
  /** (scope, claim) */
  noteClaimInList: "UPDATE journal_scopes SET last_claim = $3 WHERE tenant = $1 AND scope = $2",
  /** (tenant, claim) */
  noteClaimInTenant: "UPDATE tenants SET last_claim = greatest(last_claim, $2) WHERE id = $1",
  /** (until, token) */
  renewLease: "UPDATE journal SET lease_until = $1 WHERE lease_token = $2",
  /** (token) */
  releaseLease: "UPDATE journal SET state = 'waiting', lease_token = NULL, lease_until = NULL WHERE lease_token = $1",
  /** Counts a failed try. (state, dueAt or null, error, id, token) */
  failEntry: `UPDATE journal SET state = $1, attempts = attempts + 1, due_at = coalesce($2::bigint, due_at), last_error = $3, lease_token = NULL,
      lease_until = NULL
    WHERE id = $4 AND lease_token = $5`,
  /** Every dead entry waits again. (scope) */
  reviveAll:
    "UPDATE journal SET state = 'waiting', attempts = 0, lapses = 0, due_at = appended_at WHERE tenant = $1 AND scope = $2 AND state = 'dead'",
  /** Dead entries wait again. (scope, ids) */
  reviveSome: `UPDATE journal SET state = 'waiting', attempts = 0, lapses = 0, due_at = appended_at
    WHERE tenant = $1 AND scope = $2 AND state = 'dead' AND id = ANY ($3::text[])`,
  /** Figures of the journal, of at most so many entries. (limit) */
  measureJournal: `SELECT count(*) FILTER (WHERE state = 'waiting' AND task NOT IN ('refine', 'index')) AS waiting,
      count(*) FILTER (WHERE state = 'leased' AND task NOT IN ('refine', 'index')) AS leased,
      count(*) FILTER (WHERE state <> 'dead' AND task = 'refine') AS refining, count(*) FILTER (WHERE state = 'dead' AND task <> 'index') AS dead,
      min(appended_at) FILTER (WHERE state <> 'dead' AND task NOT IN ('refine', 'index')) AS oldest,
      (SELECT min(appended_at) FROM (SELECT appended_at, task FROM journal WHERE state = 'waiting' ORDER BY due_at LIMIT 100) d
        WHERE task NOT IN ('refine', 'index')) AS first_due
    FROM (SELECT state, task, appended_at FROM journal LIMIT $1) j`,
  /** What waits of a tenant, counted up to a limit. (tenant number, limit) */
  countWaiting: `SELECT count(*) AS n FROM (SELECT 1 FROM journal WHERE tenant = $1 AND state IN ('waiting', 'leased') AND task NOT IN ('refine', 'index') LIMIT $2) w`,
  /** Entries of type `index`, which lie together by their lists. (scope, from, to, limit) */
  listIndexing: `SELECT * FROM journal WHERE tenant = $1 AND scope = $2 AND item_id >= $3 AND item_id < $4 AND task = 'index'
    ORDER BY sequence LIMIT $5`,
  /** Whoever holds them. (scope, ids) */
  settleIndexing: "DELETE FROM journal WHERE tenant = $1 AND scope = $2 AND task = 'index' AND id = ANY ($3::text[])",
  /** Figures of what waits for an engine beside the store. () */
  measureIndexing: `SELECT count(*) FILTER (WHERE state <> 'dead') AS waiting, count(*) FILTER (WHERE state = 'dead') AS dead,
      min(appended_at) AS oldest FROM journal WHERE task = 'index'`,
  /** When the next waiting entry is due. () */
  nextDue: "SELECT min(due_at) AS due FROM journal WHERE state = 'waiting'",

  // ——— memories ———
  /** Nothing where the id, the version or the slot's one place is taken. (columns of the table, in order; turns) */
  insertMemory: `WITH made AS (INSERT INTO memories VALUES (${marks(45, 1)}) ON CONFLICT DO NOTHING RETURNING tenant, scope, id),
      linked AS (INSERT INTO memory_turns SELECT tenant, scope, turn_id, id FROM made, unnest($46::text[]) AS turn_id ON CONFLICT DO NOTHING)
    SELECT id FROM made`,
  /** Whether another row has the one place of the memory's slot. (scope, id) */
  isSlotTaken: `SELECT 1 AS found FROM memories m JOIN memories o ON o.tenant = $1 AND o.scope = $2 AND o.slot_digest = m.slot_digest
      AND o.id <> m.id AND o.status = 'active' AND o.cardinality = 'single'
    WHERE m.tenant = $1 AND m.scope = $2 AND m.id = $3 AND m.cardinality = 'single'`,
  /** Compare-and-set of what may change. (scope, id, expected revision, values…, tags) */
  updateMemory: `UPDATE memories SET revision = revision + 1, status = $5, superseded_by = $6, valid_to = $7, importance = $8, confidence = $9, turn_ids = $10,
      last_accessed_at = $11, access_count = $12, reinforced_count = $13, expires_at = $14, embedding_model = $15, reason = $16, tags = $17, tags_held = $18
    WHERE tenant = $1 AND scope = $2 AND id = $3 AND revision = $4::bigint RETURNING *`,
  /** (scope, id) */
  findMemory: "SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND id = $3",
  /** (scope, ids) */
  findMemories: "SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::text[])",
  /** (scope, digest of the slot key) */
  activeBySlot:
    "SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND slot_digest = $3 AND status = 'active' ORDER BY recorded_at, id",
  /** (scope, hash) */
  activeByHash:
    "SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND content_hash = $3 AND status = 'active' ORDER BY recorded_at, id",
  /** (scope, digest of the folded subject, limit) */
  activeBySubject: `SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND subject_digest = $3 AND status = 'active'
    ORDER BY recorded_at DESC, id LIMIT $4`,
  /** Memories taken from any of the turns. (scope, turns) */
  memoriesOfTurns: `SELECT * FROM memories WHERE tenant = $1 AND scope = $2
      AND id = ANY (ARRAY(SELECT memory_id FROM memory_turns WHERE tenant = $1 AND scope = $2 AND turn_id = ANY ($3::text[])))
    ORDER BY recorded_at, id`,
  /** (scope, lineage) */
  lineage: "SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND lineage_id = $3 ORDER BY version",
  /** (scope, lineage) */
  latestVersion: "SELECT max(version) AS version FROM memories WHERE tenant = $1 AND scope = $2 AND lineage_id = $3",
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
  /** (scope, id, model) */
  setEpisodeModel: "UPDATE episodes SET embedding_model = $4 WHERE tenant = $1 AND scope = $2 AND id = $3",
  /** (scope, ids) */
  findEpisodes: "SELECT * FROM episodes WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::text[])",
  /** (scope, turns) */
  episodesOfTurns: `SELECT * FROM episodes WHERE tenant = $1 AND scope = $2
      AND id = ANY (ARRAY(SELECT episode_id FROM episode_turns WHERE tenant = $1 AND scope = $2 AND turn_id = ANY ($3::text[])))
    ORDER BY at, id`,
  /** First page of episodes. (scope, limit) */
  listEpisodes: "SELECT * FROM episodes WHERE tenant = $1 AND scope = $2 ORDER BY at, id LIMIT $3",
  /** Episodes after one. (scope, at, id, limit) */
  listEpisodesAfter:
    "SELECT * FROM episodes WHERE tenant = $1 AND scope = $2 AND at >= $3 AND (at > $3 OR id > $4) ORDER BY at, id LIMIT $5",
  /** (scope) */
  countEpisodes: "SELECT count(*) AS n FROM episodes WHERE tenant = $1 AND scope = $2",
  /** (scope, ids) */
  deleteEpisodes:
    'DELETE FROM episodes WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::text[]) RETURNING id, turn_ids AS "turnIds"',
  /** (scope, episodes, turns) */
  unlinkEpisodeTurns:
    "DELETE FROM episode_turns WHERE tenant = $1 AND scope = $2 AND episode_id = ANY ($3::text[]) AND turn_id = ANY ($4::text[])",

  // ——— summaries ———
  /** (scope, session) */
  findSummary: "SELECT * FROM session_summaries WHERE tenant = $1 AND scope = $2 AND session_id = $3",
  /** Nothing where the session has one. (scope, session, agent, last turn, ended, covered, open turns, open tokens, summary, material) */
  insertSummary: `INSERT INTO session_summaries VALUES ($1, $2, $3, $4, 1, ${marks(7, 5)}) ON CONFLICT DO NOTHING`,
  /** Compare-and-set. (scope, session, agent, last turn, ended, covered, open turns, open tokens, summary, material, expected revision) */
  updateSummary: `UPDATE session_summaries SET revision = revision + 1, agent_id = $4, last_turn_at = $5, ended_at = $6, covered_to = $7, open_turns = $8,
      open_tokens = $9, summary = $10, material = $11
    WHERE tenant = $1 AND scope = $2 AND session_id = $3 AND revision = $12::bigint`,
  /** (scope, before, limit) */
  idleSummaries: `SELECT * FROM session_summaries WHERE tenant = $1 AND scope = $2 AND last_turn_at < $3 AND ended_at IS NULL
    ORDER BY last_turn_at, session_id LIMIT $4`,
  /** First page, newest first. (scope, limit) */
  listSummaries: `SELECT * FROM session_summaries WHERE tenant = $1 AND scope = $2 AND summary IS NOT NULL
    ORDER BY last_turn_at DESC, session_id LIMIT $3`,
  /** After one. (scope, last turn, session, limit) */
  listSummariesAfter: `SELECT * FROM session_summaries WHERE tenant = $1 AND scope = $2 AND last_turn_at <= $3
      AND (last_turn_at < $3 OR session_id > $4) AND summary IS NOT NULL ORDER BY last_turn_at DESC, session_id LIMIT $5`,
  /** (scope, sessions) */
  deleteSummaries: "DELETE FROM session_summaries WHERE tenant = $1 AND scope = $2 AND session_id = ANY ($3::text[])",

  // ——— API keys ———
  /** Nothing where the id or the live name is taken. (columns of the table, in order) */
  insertKey: `INSERT INTO api_keys VALUES (${marks(14, 1)}) ON CONFLICT DO NOTHING`,
  /** (id) */
  findKey: "SELECT k.*, t.name AS tenant_name FROM api_keys k JOIN tenants t ON t.id = k.tenant WHERE k.id = $1",
  /** The same, held until the commit. (id) */
  holdKey:
    "SELECT k.*, t.name AS tenant_name FROM api_keys k JOIN tenants t ON t.id = k.tenant WHERE k.id = $1 FOR UPDATE OF k",
  /** Keys after one. (tenant name, made, id, limit) */
  listKeys: `SELECT k.*, t.name AS tenant_name FROM api_keys k JOIN tenants t ON t.id = k.tenant
    WHERE t.name = $1 AND k.created_at >= $2 AND (k.created_at > $2 OR k.id > $3) ORDER BY k.created_at, k.id LIMIT $4`,
  /** (id, expiry, last use, revoked, replaced by) */
  updateKey: "UPDATE api_keys SET expires_at = $2, last_used_at = $3, revoked_at = $4, replaced_by = $5 WHERE id = $1",

  // ——— audit ———
  /** (tenant) */
  beginChain: "INSERT INTO audit_heads VALUES ($1, 0, '') ON CONFLICT (tenant) DO NOTHING",
  /** The end of a tenant's chain, held until the commit. (tenant) */
  holdAuditHead: "SELECT position, hash FROM audit_heads WHERE tenant = $1 FOR UPDATE",
  /** (tenant, position, hash) */
  moveAuditHead: "UPDATE audit_heads SET position = $2, hash = $3 WHERE tenant = $1",
  /** (tenant, position, user, at, action, actor, door, key, targets, outcome, detail, previous, hash) */
  appendAudit: `INSERT INTO audit_lines VALUES (${marks(13, 1)})`,
  /** A user's lines before a position, newest first. (tenant, user, position, limit) */
  listAuditOfUser: `SELECT * FROM audit_lines WHERE tenant = $1 AND "user" = $2 AND position < $3 ORDER BY position DESC LIMIT $4`,
  /** Lines before a position that fit, newest first; an absent condition is null. (tenant name, position, user, actor, action, outcome, from, to, limit) */
  listAudit: `SELECT a.* FROM tenants t JOIN audit_lines a ON a.tenant = t.id AND a.position < $2
    WHERE t.name = $1 AND ($3::text IS NULL OR a."user" = $3) AND ($4::text IS NULL OR a.actor = $4) AND ($5::text IS NULL OR a.action = $5)
      AND ($6::text IS NULL OR a.outcome = $6) AND ($7::bigint IS NULL OR a.at >= $7) AND ($8::bigint IS NULL OR a.at < $8)
    ORDER BY a.position DESC LIMIT $9`,
  /** Lines after a position, oldest first. (tenant name, position, limit) */
  chainAudit: `SELECT a.* FROM tenants t JOIN audit_lines a ON a.tenant = t.id AND a.position > $2
    WHERE t.name = $1 ORDER BY a.position LIMIT $3`,

  // ——— requests, working memory ———
  /** (scope, operation, key) */
  findRequest:
    'SELECT body_hash AS "bodyHash", response FROM requests WHERE tenant = $1 AND scope = $2 AND operation = $3 AND key = $4',
  /** Nothing where the key is there. (scope, operation, key, hash, response, at) */
  insertRequest: `INSERT INTO requests VALUES (${marks(7, 1)}) ON CONFLICT DO NOTHING`,
  /** (scope) */
  clearRequests: "DELETE FROM requests WHERE tenant = $1 AND scope = $2",
  /** Replaces a state and renews its time to live. (scope, space, key, value, at, expiry) */
  putState: `INSERT INTO states VALUES (${marks(7, 1)})
    ON CONFLICT (tenant, scope, space, key) DO UPDATE SET value = excluded.value, updated_at = excluded.updated_at, expires_at = excluded.expires_at`,
  /** What of the scope has run out. (scope, now) */
  sweepStates: "DELETE FROM states WHERE tenant = $1 AND scope = $2 AND expires_at <= $3",
  /** (scope, space, key, now) */
  findState: `SELECT key, value, updated_at AS "updatedAt", expires_at AS "expiresAt" FROM states
    WHERE tenant = $1 AND scope = $2 AND space = $3 AND key = $4 AND expires_at > $5`,
  /** (scope, space, now) */
  listStates: `SELECT key, value, updated_at AS "updatedAt", expires_at AS "expiresAt" FROM states
    WHERE tenant = $1 AND scope = $2 AND space = $3 AND expires_at > $4 ORDER BY key`,
  /** (scope, space, key) */
  deleteState: "DELETE FROM states WHERE tenant = $1 AND scope = $2 AND space = $3 AND key = $4",
  /** (scope, now) */
  listSpaces: "SELECT DISTINCT space FROM states WHERE tenant = $1 AND scope = $2 AND expires_at > $3 ORDER BY space",
  /** (scope) */
  clearStates: "DELETE FROM states WHERE tenant = $1 AND scope = $2",

  // ——— usage of models ———
  /** Makes the tenant's day. (tenant, day) */
  openUsageDay: "INSERT INTO model_usage (tenant, day) VALUES ($1, $2) ON CONFLICT (tenant, day) DO NOTHING",
  /** Held until the commit: callers who race look one after the other. (tenant, day) */
  holdUsage: "SELECT * FROM model_usage WHERE tenant = $1 AND day = $2 FOR UPDATE",
  /** (tenant name, day) */
  findUsage: "SELECT u.* FROM tenants t JOIN model_usage u ON u.tenant = t.id AND u.day = $2 WHERE t.name = $1",
  /** Newest first. (tenant name, limit) */
  listUsage:
    "SELECT u.* FROM tenants t JOIN model_usage u ON u.tenant = t.id WHERE t.name = $1 ORDER BY u.day DESC LIMIT $2",
  /** (tenant, day, tokens, micros) */
  reserveUsage:
    "UPDATE model_usage SET reserved_tokens = reserved_tokens + $3, reserved_micros = reserved_micros + $4 WHERE tenant = $1 AND day = $2",
  /** (tenant, day) */
  refuseUsage: "UPDATE model_usage SET refusals = refusals + 1 WHERE tenant = $1 AND day = $2",
  /** (tenant, day, reserved tokens, reserved micros, input, output, micros) */
  settleUsage: `UPDATE model_usage SET calls = calls + 1, reserved_tokens = greatest(0, reserved_tokens - $3),
      reserved_micros = greatest(0, reserved_micros - $4), input_tokens = input_tokens + $5, output_tokens = output_tokens + $6,
      cost_micros = cost_micros + $7
    WHERE tenant = $1 AND day = $2`,
} as const;
