/** A list of columns as parameters from `$first` on. */
export const marks = (count: number, first: number): string =>
  Array.from({ length: count }, (_, index) => `$${first + index}`).join(", ");

/** What is due at once has the instant of its appending; it is due to every clock, also one that is behind. */
const isDue = (now: string): string => `(due_at <= ${now} OR due_at = appended_at)`;

/** Has the scope `s` something due, and no live lease, at $1? */
export const SERVABLE = `NOT EXISTS (SELECT 1 FROM journal j WHERE j.tenant = s.tenant AND j.scope = s.scope AND j.state = 'leased' AND j.lease_until > $1)
      AND EXISTS (SELECT 1 FROM journal j WHERE j.tenant = s.tenant AND j.scope = s.scope AND j.state IN ('waiting', 'leased') AND ${isDue("$1")})`;

/** The latest instant of the scope whose row is `s`, or of its newest memory where none was noted. */
export const LATEST_INSTANT =
  "coalesce(s.latest_at, (SELECT max(m.recorded_at) FROM memories m WHERE m.tenant = s.tenant AND m.scope = s.id))";

/**
 * Statements that mean the same to every server engine, as far as they speak one language: quotation marks around names, `$n` for the nth
 * parameter, which may stand more than once. In brackets the parameters in their order; `scope` stands for two, the tenant's number and
 * the scope's. Ids and text are compared whole, never matched as patterns.
 */
export const SHARED_SQL = {
  // ——— tenants and scopes ———
  /** A tenant's number. (name) */
  findTenant: "SELECT id FROM tenants WHERE name = $1",
  /** Tenants after a name. (name, limit) */
  listTenants: 'SELECT name AS id, created_at AS "createdAt" FROM tenants WHERE name > $1 ORDER BY name LIMIT $2',
  /** Users of a tenant after an id. (tenant name, user, limit) */
  listUsers: `SELECT s.user_name AS id, s.created_at AS "createdAt" FROM tenants t JOIN scopes s ON s.tenant = t.id
    WHERE t.name = $1 AND s.user_name > $2 ORDER BY s.user_name LIMIT $3`,
  /** (scope, latest instant or null) */
  noteChange: `UPDATE scopes SET changes = changes + 1, latest_at = greatest(coalesce(latest_at, $3), coalesce($3, latest_at))
    WHERE tenant = $1 AND id = $2`,
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
  /** (scope, id, session, position, role, speaker, agent, text, at, recordedAt, timeZone, import) */
  insertTurn: `INSERT INTO turns VALUES (${marks(13, 1)})`,
  /** (scope, id) */
  findSession: "SELECT * FROM sessions WHERE tenant = $1 AND scope = $2 AND id = $3",
  /** First page of sessions. (scope, limit) */
  listSessions: "SELECT * FROM sessions WHERE tenant = $1 AND scope = $2 ORDER BY last_turn_at DESC, id LIMIT $3",
  /** Sessions after one. (scope, lastTurnAt, id, limit) */
  listSessionsAfter: `SELECT * FROM sessions WHERE tenant = $1 AND scope = $2 AND last_turn_at <= $3 AND (last_turn_at < $3 OR id > $4)
    ORDER BY last_turn_at DESC, id LIMIT $5`,
  /** Ends a session without turns. (scope, id) */
  endSession: `DELETE FROM sessions WHERE tenant = $1 AND scope = $2 AND id = $3
    AND NOT EXISTS (SELECT 1 FROM turns WHERE tenant = $1 AND scope = $2 AND session_id = $3)`,

  // ——— journal ———
  /** Takes a scope without entries off the list. (scope) */
  delistScope:
    "DELETE FROM journal_scopes WHERE tenant = $1 AND scope = $2 AND NOT EXISTS (SELECT 1 FROM journal WHERE tenant = $1 AND scope = $2)",
  /** Ends an entry, if the lease still holds it. (scope, id, token) */
  completeJournal: "DELETE FROM journal WHERE tenant = $1 AND scope = $2 AND id = $3 AND lease_token = $4",
  /** (scope, id) */
  withdrawJournal: "DELETE FROM journal WHERE tenant = $1 AND scope = $2 AND id = $3 AND state = 'waiting'",
  /** Entries after a sequence. (scope, sequence, limit) */
  listJournal:
    "SELECT * FROM journal WHERE tenant = $1 AND scope = $2 AND sequence > $3 AND task <> 'index' ORDER BY sequence LIMIT $4",
  /** (scope) */
  countPending:
    "SELECT count(*) AS n FROM journal WHERE tenant = $1 AND scope = $2 AND state IN ('waiting', 'leased') AND task NOT IN ('refine', 'index', 'upload')",
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
  /** Of an entry that was held alone. (scope, sequence, state, error) */
  noteLapse: "UPDATE journal SET state = $4, last_error = $5 WHERE tenant = $1 AND scope = $2 AND sequence = $3",
  /** Takes one lapse back, unless the entry is dead for another reason. (scope, id) */
  acquitEntry: `UPDATE journal SET lapses = greatest(1, lapses - 1), state = CASE WHEN state = 'dead' THEN 'waiting' ELSE state END
    WHERE tenant = $1 AND scope = $2 AND id = $3 AND lapses > 0 AND (state <> 'dead' OR last_error LIKE 'lease expired%')`,
  /** Oldest due entries. (scope, now, limit) */
  listDue: `SELECT * FROM journal WHERE tenant = $1 AND scope = $2 AND state = 'waiting' AND ${isDue("$3")} ORDER BY sequence LIMIT $4
    FOR UPDATE SKIP LOCKED`,
  /** (scope, claim) */
  noteClaimInList: "UPDATE journal_scopes SET last_claim = $3 WHERE tenant = $1 AND scope = $2",
  /** (tenant, claim) */
  noteClaimInTenant: "UPDATE tenants SET last_claim = greatest(last_claim, $2) WHERE id = $1",
  /** (until, token) */
  renewLease: "UPDATE journal SET lease_until = $1 WHERE lease_token = $2",
  /** (token) */
  releaseLease: "UPDATE journal SET state = 'waiting', lease_token = NULL, lease_until = NULL WHERE lease_token = $1",
  /** Every dead entry waits again. (scope) */
  reviveAll:
    "UPDATE journal SET state = 'waiting', attempts = 0, lapses = 0, due_at = appended_at WHERE tenant = $1 AND scope = $2 AND state = 'dead'",
  /** What waits of a tenant, counted up to a limit. (tenant number, limit) */
  countWaiting: `SELECT count(*) AS n FROM (SELECT 1 FROM journal WHERE tenant = $1 AND state IN ('waiting', 'leased') AND task NOT IN ('refine', 'index', 'upload') LIMIT $2) w`,
  /** Entries of type `index`, which lie together by their lists. (scope, from, to, limit) */
  listIndexing: `SELECT * FROM journal WHERE tenant = $1 AND scope = $2 AND item_id >= $3 AND item_id < $4 AND task = 'index'
    ORDER BY sequence LIMIT $5`,
  /** Figures of what waits for an engine beside the store. () */
  measureIndexing: `SELECT count(CASE WHEN state <> 'dead' THEN 1 END) AS waiting, count(CASE WHEN state = 'dead' THEN 1 END) AS dead,
      min(appended_at) AS oldest FROM journal WHERE task = 'index'`,
  /** When the next waiting entry is due. () */
  nextDue: "SELECT min(due_at) AS due FROM journal WHERE state = 'waiting'",

  // ——— memories ———
  /** Whether another row has the one place of the memory's slot. (scope, id) */
  isSlotTaken: `SELECT 1 AS found FROM memories m JOIN memories o ON o.tenant = $1 AND o.scope = $2 AND o.slot_digest = m.slot_digest
      AND o.id <> m.id AND o.status = 'active' AND o.cardinality = 'single'
    WHERE m.tenant = $1 AND m.scope = $2 AND m.id = $3 AND m.cardinality = 'single'`,
  /** (scope, id) */
  findMemory: "SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND id = $3",
  /** (scope, digest of the slot key) */
  activeBySlot:
    "SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND slot_digest = $3 AND status = 'active' ORDER BY recorded_at, id",
  /** (scope, hash) */
  /** (scope, digest of the folded subject, limit) */
  activeBySubject: `SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND subject_digest = $3 AND status = 'active'
    ORDER BY recorded_at DESC, id LIMIT $4`,
  /** (scope, lineage) */
  lineage: "SELECT * FROM memories WHERE tenant = $1 AND scope = $2 AND lineage_id = $3 ORDER BY version",
  /** (scope, lineage) */
  latestVersion: "SELECT max(version) AS version FROM memories WHERE tenant = $1 AND scope = $2 AND lineage_id = $3",

  // ——— episodes ———
  /** (scope, id, model) */
  setEpisodeModel: "UPDATE episodes SET embedding_model = $4 WHERE tenant = $1 AND scope = $2 AND id = $3",
  /** First page of episodes. (scope, limit) */
  listEpisodes: "SELECT * FROM episodes WHERE tenant = $1 AND scope = $2 ORDER BY at, id LIMIT $3",
  /** Episodes after one. (scope, at, id, limit) */
  listEpisodesAfter:
    "SELECT * FROM episodes WHERE tenant = $1 AND scope = $2 AND at >= $3 AND (at > $3 OR id > $4) ORDER BY at, id LIMIT $5",
  /** (scope) */
  countEpisodes: "SELECT count(*) AS n FROM episodes WHERE tenant = $1 AND scope = $2",

  // ——— summaries ———
  /** (scope, session) */
  findSummary: "SELECT * FROM session_summaries WHERE tenant = $1 AND scope = $2 AND session_id = $3",
  /** (scope, before, limit) */
  idleSummaries: `SELECT * FROM session_summaries WHERE tenant = $1 AND scope = $2 AND last_turn_at < $3 AND ended_at IS NULL
    ORDER BY last_turn_at, session_id LIMIT $4`,
  /** First page, newest first. (scope, limit) */
  listSummaries: `SELECT * FROM session_summaries WHERE tenant = $1 AND scope = $2 AND summary IS NOT NULL
    ORDER BY last_turn_at DESC, session_id LIMIT $3`,
  /** After one. (scope, last turn, session, limit) */
  listSummariesAfter: `SELECT * FROM session_summaries WHERE tenant = $1 AND scope = $2 AND last_turn_at <= $3
      AND (last_turn_at < $3 OR session_id > $4) AND summary IS NOT NULL ORDER BY last_turn_at DESC, session_id LIMIT $5`,

  // ——— API keys ———
  /** (id) */
  findKey: "SELECT k.*, t.name AS tenant_name FROM api_keys k JOIN tenants t ON t.id = k.tenant WHERE k.id = $1",
  /** The same, held until the commit. (id) */
  holdKey: `SELECT k.*, (SELECT t.name FROM tenants t WHERE t.id = k.tenant) AS tenant_name FROM api_keys k WHERE k.id = $1
    FOR UPDATE`,
  /** Keys after one. (tenant name, made, id, limit) */
  listKeys: `SELECT k.*, t.name AS tenant_name FROM api_keys k JOIN tenants t ON t.id = k.tenant
    WHERE t.name = $1 AND k.created_at >= $2 AND (k.created_at > $2 OR k.id > $3) ORDER BY k.created_at, k.id LIMIT $4`,
  /** (id, expiry, last use, revoked, replaced by) */
  updateKey: "UPDATE api_keys SET expires_at = $2, last_used_at = $3, revoked_at = $4, replaced_by = $5 WHERE id = $1",

  // ——— audit ———
  /** The end of a tenant's chain, held until the commit. (tenant) */
  holdAuditHead: "SELECT position, hash FROM audit_heads WHERE tenant = $1 FOR UPDATE",
  /** (tenant, position, hash) */
  moveAuditHead: "UPDATE audit_heads SET position = $2, hash = $3 WHERE tenant = $1",
  /** (tenant, position, user, at, action, actor, door, key, targets, outcome, detail, previous, hash) */
  appendAudit: `INSERT INTO audit_lines VALUES (${marks(13, 1)})`,
  /** A user's lines before a position, newest first. (tenant, user, position, limit) */
  listAuditOfUser: `SELECT * FROM audit_lines WHERE tenant = $1 AND "user" = $2 AND position < $3 ORDER BY position DESC LIMIT $4`,
  /** Lines after a position, oldest first. (tenant name, position, limit) */
  chainAudit: `SELECT a.* FROM tenants t JOIN audit_lines a ON a.tenant = t.id AND a.position > $2
    WHERE t.name = $1 ORDER BY a.position LIMIT $3`,

  // ——— requests, working memory ———
  /** (scope, operation, key) */
  findRequest:
    'SELECT body_hash AS "bodyHash", response FROM requests WHERE tenant = $1 AND scope = $2 AND operation = $3 AND "key" = $4',
  /** (scope) */
  clearRequests: "DELETE FROM requests WHERE tenant = $1 AND scope = $2",
  /** What of the scope has run out. (scope, now) */
  sweepStates: "DELETE FROM states WHERE tenant = $1 AND scope = $2 AND expires_at <= $3",
  /** (scope, space, key, now) */
  findState: `SELECT "key", value, updated_at AS "updatedAt", expires_at AS "expiresAt" FROM states
    WHERE tenant = $1 AND scope = $2 AND space = $3 AND "key" = $4 AND expires_at > $5`,
  /** (scope, space, now) */
  listStates: `SELECT "key", value, updated_at AS "updatedAt", expires_at AS "expiresAt" FROM states
    WHERE tenant = $1 AND scope = $2 AND space = $3 AND expires_at > $4 ORDER BY "key"`,
  /** (scope, space, key) */
  deleteState: 'DELETE FROM states WHERE tenant = $1 AND scope = $2 AND space = $3 AND "key" = $4',
  /** (scope, now) */
  listSpaces: "SELECT DISTINCT space FROM states WHERE tenant = $1 AND scope = $2 AND expires_at > $3 ORDER BY space",
  /** (scope) */
  clearStates: "DELETE FROM states WHERE tenant = $1 AND scope = $2",

  // ——— usage of models ———
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

const MEMORIES = "FROM memories AS f WHERE f.tenant = $1 AND f.scope = $2";

/** Listings with a condition made of a filter, whose parameters come last. */
export const MEMORY_LISTING = {
  /** (scope, limit, …filter) */
  firstPage: (condition: string) => `SELECT * ${MEMORIES} AND ${condition} ORDER BY f.recorded_at DESC, f.id LIMIT $3`,
  /** (scope, limit, recordedAt, id, …filter) */
  nextPage: (
    condition: string,
  ) => `SELECT * ${MEMORIES} AND f.recorded_at <= $4 AND (f.recorded_at < $4 OR f.id > $5) AND ${condition}
    ORDER BY f.recorded_at DESC, f.id LIMIT $3`,
  /** (scope, …filter) */
  count: (condition: string) => `SELECT count(*) AS n ${MEMORIES} AND ${condition}`,
} as const;
