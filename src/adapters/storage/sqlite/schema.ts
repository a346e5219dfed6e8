/**
 * Tables of the store, as forward migrations: entry n takes a file from version n to n + 1. Entries are never edited once released.
 * Instants are epoch ms. `scope` is the compact number of a (tenant, user) pair and comes first in every key, so that one user's rows
 * lie together and no query can reach another's by accident. Only the journal's sequence, the audit's lines and the API keys cross scopes.
 */
const VERSION_1 = `
-- Which versions this file went through.
CREATE TABLE schema_versions (version INTEGER PRIMARY KEY, applied_at INTEGER NOT NULL) STRICT;

-- One row: counters of the whole store.
CREATE TABLE store_counters (id INTEGER PRIMARY KEY CHECK (id = 1), claims INTEGER NOT NULL) STRICT;
INSERT INTO store_counters VALUES (1, 0);

CREATE TABLE tenants (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, created_at INTEGER NOT NULL) STRICT;

-- Users, and the figures of their indexes. index_revision grows with every change of the indexes: a process that holds a copy sees by it what it missed.
CREATE TABLE scopes (
  id INTEGER PRIMARY KEY,
  tenant INTEGER NOT NULL REFERENCES tenants (id),
  user TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  last_claim INTEGER NOT NULL DEFAULT 0,
  index_revision INTEGER NOT NULL DEFAULT 0,
  next_doc INTEGER NOT NULL DEFAULT 0,
  indexed_docs INTEGER NOT NULL DEFAULT 0,
  total_length INTEGER NOT NULL DEFAULT 0,
  UNIQUE (tenant, user)
) STRICT;

CREATE TABLE sessions (
  scope INTEGER NOT NULL, id TEXT NOT NULL, agent_id TEXT, started_at INTEGER NOT NULL, last_turn_at INTEGER NOT NULL,
  turn_count INTEGER NOT NULL, next_position INTEGER NOT NULL,
  PRIMARY KEY (scope, id)
) STRICT, WITHOUT ROWID;
CREATE INDEX sessions_by_last_turn ON sessions (scope, last_turn_at DESC, id);

CREATE TABLE turns (
  scope INTEGER NOT NULL, id TEXT NOT NULL, session_id TEXT NOT NULL, position INTEGER NOT NULL, role TEXT NOT NULL, speaker TEXT,
  agent_id TEXT, text TEXT NOT NULL, at INTEGER NOT NULL, recorded_at INTEGER NOT NULL, time_zone TEXT NOT NULL,
  PRIMARY KEY (scope, id)
) STRICT;
CREATE UNIQUE INDEX turns_by_session ON turns (scope, session_id, position);

CREATE TABLE journal (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT,
  scope INTEGER NOT NULL, id TEXT NOT NULL, task TEXT NOT NULL, turn_id TEXT, session_id TEXT, item_id TEXT,
  state TEXT NOT NULL, attempts INTEGER NOT NULL, last_error TEXT, appended_at INTEGER NOT NULL, due_at INTEGER NOT NULL,
  lease_token TEXT, lease_until INTEGER,
  UNIQUE (scope, id)
) STRICT;
CREATE INDEX journal_by_state ON journal (scope, state, due_at);
CREATE INDEX journal_by_scope ON journal (scope, sequence);
CREATE INDEX journal_by_lease ON journal (lease_token) WHERE lease_token IS NOT NULL;
CREATE INDEX journal_by_due ON journal (due_at) WHERE state = 'waiting';
CREATE INDEX journal_by_turn ON journal (scope, turn_id) WHERE turn_id IS NOT NULL;
CREATE INDEX journal_by_item ON journal (scope, item_id) WHERE item_id IS NOT NULL;

-- Scopes that have entries, in the order in which they are to be served.
CREATE TABLE journal_scopes (scope INTEGER PRIMARY KEY, last_claim INTEGER NOT NULL, since INTEGER NOT NULL) STRICT;
CREATE INDEX journal_scopes_by_turn ON journal_scopes (last_claim, since);

CREATE TABLE memories (
  scope INTEGER NOT NULL, id TEXT NOT NULL, lineage_id TEXT NOT NULL, version INTEGER NOT NULL, revision INTEGER NOT NULL,
  agent_id TEXT, session_id TEXT, turn_ids TEXT NOT NULL, content TEXT NOT NULL, evidence TEXT NOT NULL, kind TEXT NOT NULL,
  tier TEXT NOT NULL, status TEXT NOT NULL, subject TEXT NOT NULL, subject_folded TEXT NOT NULL, attribute TEXT, qualifiers TEXT NOT NULL,
  cardinality TEXT NOT NULL, value TEXT, polarity TEXT NOT NULL, slot_key TEXT, entities TEXT NOT NULL, tags TEXT NOT NULL,
  importance REAL NOT NULL, confidence REAL NOT NULL, source TEXT NOT NULL, supersedes TEXT NOT NULL, superseded_by TEXT,
  said_at INTEGER NOT NULL, valid_from INTEGER NOT NULL, valid_to INTEGER, recorded_at INTEGER NOT NULL, last_accessed_at INTEGER,
  access_count INTEGER NOT NULL, reinforced_count INTEGER NOT NULL, expires_at INTEGER, content_hash TEXT NOT NULL,
  embedding_model TEXT, policy_version TEXT NOT NULL, reason TEXT NOT NULL,
  PRIMARY KEY (scope, id)
) STRICT;
-- Two writers that race for a single-valued slot cannot both win.
CREATE UNIQUE INDEX memories_one_current ON memories (scope, slot_key)
  WHERE status = 'active' AND cardinality = 'single' AND slot_key IS NOT NULL;
CREATE UNIQUE INDEX memories_by_lineage ON memories (scope, lineage_id, version);
CREATE INDEX memories_by_slot ON memories (scope, slot_key) WHERE status = 'active' AND slot_key IS NOT NULL;
CREATE INDEX memories_by_hash ON memories (scope, content_hash) WHERE status = 'active';
CREATE INDEX memories_by_subject ON memories (scope, subject_folded, recorded_at DESC, id) WHERE status = 'active';
CREATE INDEX memories_by_time ON memories (scope, recorded_at DESC, id);

-- Tags and entities of memories, one row a value, so that filters compare whole values.
CREATE TABLE memory_labels (
  scope INTEGER NOT NULL, memory_id TEXT NOT NULL, field TEXT NOT NULL, value TEXT NOT NULL,
  PRIMARY KEY (scope, memory_id, field, value)
) STRICT, WITHOUT ROWID;

CREATE TABLE memory_turns (
  scope INTEGER NOT NULL, turn_id TEXT NOT NULL, memory_id TEXT NOT NULL, PRIMARY KEY (scope, turn_id, memory_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE episodes (
  scope INTEGER NOT NULL, id TEXT NOT NULL, session_id TEXT NOT NULL, agent_id TEXT, centre_turn_id TEXT NOT NULL, turn_ids TEXT NOT NULL,
  role TEXT NOT NULL, speaker TEXT, at INTEGER NOT NULL, recorded_at INTEGER NOT NULL, embedding_model TEXT,
  PRIMARY KEY (scope, id)
) STRICT;
CREATE UNIQUE INDEX episodes_by_centre ON episodes (scope, centre_turn_id);
CREATE INDEX episodes_by_time ON episodes (scope, at, id);

CREATE TABLE episode_turns (
  scope INTEGER NOT NULL, turn_id TEXT NOT NULL, episode_id TEXT NOT NULL, PRIMARY KEY (scope, turn_id, episode_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE audit (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, scope INTEGER NOT NULL, at INTEGER NOT NULL, action TEXT NOT NULL, actor TEXT NOT NULL,
  targets TEXT NOT NULL, outcome TEXT NOT NULL, detail TEXT
) STRICT;
CREATE INDEX audit_by_scope ON audit (scope, sequence);

CREATE TABLE requests (
  scope INTEGER NOT NULL, operation TEXT NOT NULL, key TEXT NOT NULL, body_hash TEXT NOT NULL, response TEXT NOT NULL, at INTEGER NOT NULL,
  PRIMARY KEY (scope, operation, key)
) STRICT;

-- Working memory.
CREATE TABLE states (
  scope INTEGER NOT NULL, space TEXT NOT NULL, key TEXT NOT NULL, value TEXT NOT NULL, updated_at INTEGER NOT NULL, expires_at INTEGER NOT NULL,
  PRIMARY KEY (scope, space, key)
) STRICT;
CREATE INDEX states_by_expiry ON states (scope, expires_at);

-- What the search indexes hold. doc: number of the item within its scope, never given twice. length: absent until it was put with terms.
CREATE TABLE index_items (
  scope INTEGER NOT NULL, doc INTEGER NOT NULL, item_id TEXT NOT NULL, attributes TEXT NOT NULL, length INTEGER,
  revision INTEGER NOT NULL, terms_revision INTEGER NOT NULL,
  PRIMARY KEY (scope, doc)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX index_items_by_id ON index_items (scope, item_id);
CREATE INDEX index_items_by_revision ON index_items (scope, revision);

-- Items that went, for the copies that other processes hold; numbers only.
CREATE TABLE index_removals (scope INTEGER NOT NULL, revision INTEGER NOT NULL, doc INTEGER NOT NULL, PRIMARY KEY (scope, revision, doc))
  STRICT, WITHOUT ROWID;

-- df: items of the scope that hold the term; the row goes with the last of them.
CREATE TABLE keyword_terms (id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, term TEXT NOT NULL, df INTEGER NOT NULL, UNIQUE (scope, term)) STRICT;

CREATE TABLE keyword_postings (
  scope INTEGER NOT NULL, term INTEGER NOT NULL, doc INTEGER NOT NULL, tf INTEGER NOT NULL, PRIMARY KEY (scope, term, doc)
) STRICT, WITHOUT ROWID;

-- The terms of each item, as [term, tf, term, tf …]: what to take back when it changes or goes.
CREATE TABLE item_terms (scope INTEGER NOT NULL, doc INTEGER NOT NULL, terms TEXT NOT NULL, PRIMARY KEY (scope, doc)) STRICT, WITHOUT ROWID;

-- Models that a scope has vectors of. vectors: how many; the row goes with the last.
CREATE TABLE vector_models (
  id INTEGER PRIMARY KEY, scope INTEGER NOT NULL, name TEXT NOT NULL, dimension INTEGER NOT NULL, vectors INTEGER NOT NULL, UNIQUE (scope, name)
) STRICT;

-- Vectors as little-endian 32-bit floats.
CREATE TABLE vectors (
  scope INTEGER NOT NULL, model INTEGER NOT NULL, doc INTEGER NOT NULL, numbers BLOB NOT NULL, PRIMARY KEY (scope, model, doc)
) STRICT, WITHOUT ROWID;
CREATE INDEX vectors_by_doc ON vectors (scope, doc, model);
`;

/** Leases that ran out while they held the entry. */
const VERSION_2 = "ALTER TABLE journal ADD COLUMN lapses INTEGER NOT NULL DEFAULT 0";

/** What tenants spend on models, a row a day (UTC). Money in millionths. */
const VERSION_3 = `
CREATE TABLE model_usage (
  tenant INTEGER NOT NULL REFERENCES tenants (id), day TEXT NOT NULL, calls INTEGER NOT NULL DEFAULT 0, refusals INTEGER NOT NULL DEFAULT 0,
  input_tokens INTEGER NOT NULL DEFAULT 0, output_tokens INTEGER NOT NULL DEFAULT 0, cost_micros INTEGER NOT NULL DEFAULT 0,
  reserved_tokens INTEGER NOT NULL DEFAULT 0, reserved_micros INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, day)
) STRICT, WITHOUT ROWID;
`;

/**
 * Which import brought a turn, and the write log. What earlier releases wrote is entered as far as the rows tell it: additions, and
 * closings by a successor; repetitions and retractions of that time left no trace of their origin.
 */
const VERSION_4 = `
ALTER TABLE turns ADD COLUMN import_id TEXT;

-- Which statement added or changed which memory: ids and figures, no words.
CREATE TABLE memory_writes (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, scope INTEGER NOT NULL, at INTEGER NOT NULL, memory_id TEXT NOT NULL, kind TEXT NOT NULL,
  turn_id TEXT, session_id TEXT, agent_id TEXT, import_id TEXT, policy_version TEXT NOT NULL,
  before TEXT NOT NULL, after TEXT NOT NULL, undone_at INTEGER
) STRICT;
CREATE INDEX memory_writes_by_memory ON memory_writes (scope, memory_id);
CREATE INDEX memory_writes_by_turn ON memory_writes (scope, turn_id) WHERE turn_id IS NOT NULL;
CREATE INDEX memory_writes_by_session ON memory_writes (scope, session_id, sequence) WHERE session_id IS NOT NULL;
CREATE INDEX memory_writes_by_import ON memory_writes (scope, import_id, sequence) WHERE import_id IS NOT NULL;
CREATE INDEX memory_writes_by_scope ON memory_writes (scope, sequence);

INSERT INTO memory_writes (scope, at, memory_id, kind, turn_id, session_id, agent_id, policy_version, before, after)
SELECT scope, recorded_at, memory_id, kind, turn_id, session_id, agent_id, policy_version, before, after FROM (
  SELECT 1 AS step, scope, recorded_at, id AS memory_id, iif(version = 1, 'new', 'version') AS kind, turn_ids ->> 0 AS turn_id,
    session_id, agent_id, policy_version, '{}' AS before, '{}' AS after
  FROM memories
  UNION ALL
  SELECT 0, m.scope, s.recorded_at, m.id, 'superseded', s.turn_ids ->> 0, s.session_id, s.agent_id, s.policy_version,
    '{"status":"active","supersededBy":null,"validTo":null}',
    json_object('status', m.status, 'supersededBy', m.superseded_by, 'validTo', m.valid_to)
  FROM memories m JOIN memories s ON s.scope = m.scope AND s.id = m.superseded_by, json_each(s.supersedes) AS replaced
  WHERE replaced.value = m.id
) ORDER BY recorded_at, step;
`;

/** How far the summary of each session has come. Sessions of earlier releases are entered as wholly open: they are summarised when they end. */
const VERSION_5 = `
CREATE TABLE session_summaries (
  scope INTEGER NOT NULL, session_id TEXT NOT NULL, agent_id TEXT, revision INTEGER NOT NULL, last_turn_at INTEGER NOT NULL, ended_at INTEGER,
  covered_to INTEGER NOT NULL, open_turns INTEGER NOT NULL, open_tokens INTEGER NOT NULL, summary TEXT, material TEXT,
  PRIMARY KEY (scope, session_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX session_summaries_by_turn ON session_summaries (scope, last_turn_at, session_id);

INSERT INTO session_summaries (scope, session_id, agent_id, revision, last_turn_at, covered_to, open_turns, open_tokens)
SELECT s.scope, s.id, s.agent_id, 1, s.last_turn_at, 0, s.turn_count,
  (SELECT coalesce(sum(length(t.text)), 0) / 3 FROM turns t WHERE t.scope = s.scope AND t.session_id = s.id)
FROM sessions s;
`;

/**
 * Rows by the end of their time, an open end last: what still held at an instant or came after it is found without reading what was over.
 * Wide enough to tell most of what does not count without reading the rows.
 */
const VERSION_6 = `
CREATE INDEX memories_slot_time ON memories (scope, slot_key, ifnull(valid_to, 9007199254740991), valid_from, said_at)
  WHERE slot_key IS NOT NULL AND status IN ('active', 'superseded', 'archived', 'expired');
CREATE INDEX memories_lineage_time ON memories (scope, lineage_id, ifnull(valid_to, 9007199254740991), valid_from, said_at)
  WHERE status IN ('active', 'superseded', 'archived', 'expired');
`;

/**
 * API keys; and the audit log as one hash chain per tenant. Lines that earlier releases wrote keep their order and have no hash: the chain
 * begins after them.
 */
const VERSION_7 = `
CREATE TABLE api_keys (
  id TEXT PRIMARY KEY, tenant INTEGER NOT NULL REFERENCES tenants (id), name TEXT NOT NULL, role TEXT NOT NULL, permissions TEXT, user TEXT, agent TEXT,
  secret_hash TEXT NOT NULL, salt TEXT NOT NULL, created_at INTEGER NOT NULL, expires_at INTEGER, last_used_at INTEGER, revoked_at INTEGER,
  replaced_by TEXT
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX api_keys_one_live_name ON api_keys (tenant, name) WHERE revoked_at IS NULL AND replaced_by IS NULL;
CREATE INDEX api_keys_by_tenant ON api_keys (tenant, created_at, id);

CREATE TABLE audit_lines (
  tenant INTEGER NOT NULL REFERENCES tenants (id), position INTEGER NOT NULL, user TEXT, at INTEGER NOT NULL, action TEXT NOT NULL, actor TEXT NOT NULL,
  door TEXT, key_id TEXT, targets TEXT NOT NULL, outcome TEXT NOT NULL, detail TEXT, previous TEXT NOT NULL, hash TEXT NOT NULL,
  PRIMARY KEY (tenant, position)
) STRICT, WITHOUT ROWID;
CREATE INDEX audit_lines_by_user ON audit_lines (tenant, user, position) WHERE user IS NOT NULL;
INSERT INTO audit_lines (tenant, position, user, at, action, actor, targets, outcome, detail, previous, hash)
SELECT s.tenant, row_number() OVER (PARTITION BY s.tenant ORDER BY a.sequence), s.user, a.at, a.action, a.actor, a.targets, a.outcome, a.detail, '', ''
FROM audit a JOIN scopes s ON s.id = a.scope;
DROP TABLE audit;
`;

/** Grows with every write of the scope's rows, the audit aside: what caches go by. */
const VERSION_8 = "ALTER TABLE scopes ADD COLUMN changes INTEGER NOT NULL DEFAULT 0";

/** Tenants take turns at being served, as their users do. */
const VERSION_9 = `
ALTER TABLE tenants ADD COLUMN last_claim INTEGER NOT NULL DEFAULT 0;
CREATE INDEX tenants_by_turn ON tenants (last_claim, id);
ALTER TABLE journal_scopes ADD COLUMN tenant INTEGER NOT NULL DEFAULT 0;
UPDATE journal_scopes SET tenant = (SELECT tenant FROM scopes WHERE scopes.id = journal_scopes.scope);
DROP INDEX journal_scopes_by_turn;
CREATE INDEX journal_scopes_by_turn ON journal_scopes (tenant, last_claim, since);
`;

/** By which embedding model a scope is searched, and since when; null until a cut-over. */
const VERSION_10 = `
ALTER TABLE scopes ADD COLUMN serving_model TEXT;
ALTER TABLE scopes ADD COLUMN serving_since INTEGER;
`;

/** The latest instant by which a server dated something of the scope; null in rows of before. */
const VERSION_11 = "ALTER TABLE scopes ADD COLUMN latest_at INTEGER";

/**
 * How often something was erased, and up to which time the write-ahead log was emptied afterwards: whoever opens the file next knows what
 * is left to do. It begins with a debt, since an earlier release may have left one.
 */
const VERSION_12 = `
CREATE TABLE erasures (only INTEGER PRIMARY KEY CHECK (only = 1), noted INTEGER NOT NULL, emptied INTEGER NOT NULL) STRICT;
INSERT INTO erasures VALUES (1, 1, 0);
`;

export const MIGRATIONS: readonly string[] = [
  VERSION_1,
  VERSION_2,
  VERSION_3,
  VERSION_4,
  VERSION_5,
  VERSION_6,
  VERSION_7,
  VERSION_8,
  VERSION_9,
  VERSION_10,
  VERSION_11,
  VERSION_12,
];
export const SCHEMA_VERSION = MIGRATIONS.length;
