/**
 * Tables of the store, as forward migrations: entry n takes a schema from version n to n + 1. Entries are never edited once released.
 * Instants are epoch ms. `tenant` and `scope` are the compact numbers of a tenant and of one of its users. They come first in every
 * key; tables that grow are split by a hash of the tenant, so that a tenant's rows lie together and a partition can be moved elsewhere.
 * Names are compared by code point (COLLATE "C"), whatever the database's own order.
 *
 * The second wall: row-level security, forced upon the owner too. `enter_scope` names the user for the transaction at hand; without it
 * no table shows a row. What crosses users (the journal's queue, tenants, keys, audit, usage) must say so by `keepsake.reach`,
 * which opens those tables and none that holds words of a user.
 */
const VERSION_1 = `
CREATE TABLE schema_versions (version integer PRIMARY KEY, applied_at bigint NOT NULL);
CREATE TABLE store_settings (id integer PRIMARY KEY CHECK (id = 1), partitions integer NOT NULL);
INSERT INTO store_settings VALUES (1, :partitions);

-- Whose transaction this is. Null before a user was entered: then no comparison is true.
CREATE FUNCTION entered_tenant() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('keepsake.tenant', true), '')::integer $$;
CREATE FUNCTION entered_scope() RETURNS integer LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('keepsake.scope', true), '')::integer $$;
CREATE FUNCTION entered_tenant_name() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('keepsake.tenant_name', true), '') $$;
CREATE FUNCTION entered_user() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT nullif(current_setting('keepsake.user', true), '') $$;
CREATE FUNCTION reaches_all() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT coalesce(current_setting('keepsake.reach', true), '') = 'store' $$;

-- Splits a table by its tenant, and puts the wall before it and its parts. A part has no policy: nothing is read there directly.
CREATE FUNCTION split_and_wall(name text, visible text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  FOR part IN 0 .. (SELECT partitions FROM store_settings) - 1 LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF %I FOR VALUES WITH (MODULUS %s, REMAINDER %s)',
      name || '_' || part, name, (SELECT partitions FROM store_settings), part);
    EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name || '_' || part);
    -- A scope has one tenant: else the planner would take each to narrow what the other left, and expect a row where there are thousands.
    IF EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = name::regclass AND attname = 'scope') THEN
      EXECUTE format('CREATE STATISTICS %I (dependencies) ON tenant, scope FROM %I', name || '_' || part || '_scopes', name || '_' || part);
    END IF;
  END LOOP;
  PERFORM wall(name, visible);
END $$;
CREATE FUNCTION wall(name text, visible text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
  EXECUTE format('CREATE POLICY visible ON %I USING (%s)', name, visible);
END $$;
-- The three kinds of wall. Subselects are asked once a statement, not once a row.
CREATE FUNCTION own_rows() RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT 'tenant = (SELECT entered_tenant()) AND scope = (SELECT entered_scope())' $$;
CREATE FUNCTION own_or_all() RETURNS text LANGUAGE sql IMMUTABLE
  AS $$ SELECT '(SELECT reaches_all()) OR (' || own_rows() || ')' $$;
CREATE FUNCTION all_only() RETURNS text LANGUAGE sql IMMUTABLE AS $$ SELECT '(SELECT reaches_all())' $$;

CREATE TABLE tenants (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY, name text COLLATE "C" NOT NULL UNIQUE, created_at bigint NOT NULL,
  last_claim bigint NOT NULL DEFAULT 0
);
CREATE INDEX tenants_by_turn ON tenants (last_claim, id);
SELECT wall('tenants', '(SELECT reaches_all()) OR name = (SELECT entered_tenant_name())');

-- Users, and the figures of their indexes. changes: grows with every write of the user's rows, the audit aside: what caches go by.
CREATE SEQUENCE scope_numbers AS integer;
CREATE TABLE scopes (
  tenant integer NOT NULL, id integer NOT NULL DEFAULT nextval('scope_numbers'), user_name text COLLATE "C" NOT NULL, created_at bigint NOT NULL,
  changes bigint NOT NULL DEFAULT 0, next_doc integer NOT NULL DEFAULT 1, next_term integer NOT NULL DEFAULT 1, indexed_docs integer NOT NULL DEFAULT 0, total_length bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, id), UNIQUE (tenant, user_name)
) PARTITION BY HASH (tenant);
SELECT split_and_wall('scopes',
  '(SELECT reaches_all()) OR (tenant = (SELECT entered_tenant()) AND user_name = (SELECT entered_user()))');

-- Enters a user for the rest of the transaction; its numbers and figures, null where there is no such tenant or user yet.
CREATE FUNCTION enter_scope(tenant_name text, user_name text, OUT tenant integer, OUT scope integer, OUT documents integer, OUT total_length bigint)
LANGUAGE plpgsql AS $$
BEGIN
  PERFORM set_config('keepsake.tenant_name', $1, true), set_config('keepsake.user', $2, true),
    set_config('keepsake.tenant', '', true), set_config('keepsake.scope', '', true), set_config('keepsake.reach', '', true);
  SELECT t.id INTO tenant FROM tenants t WHERE t.name = $1;
  IF tenant IS NULL THEN RETURN; END IF;
  PERFORM set_config('keepsake.tenant', tenant::text, true);
  SELECT s.id, s.indexed_docs, s.total_length INTO scope, documents, total_length FROM scopes s WHERE s.tenant = enter_scope.tenant AND s.user_name = $2;
  IF scope IS NOT NULL THEN PERFORM set_config('keepsake.scope', scope::text, true); END IF;
END $$;

CREATE TABLE sessions (
  tenant integer NOT NULL, scope integer NOT NULL, id text COLLATE "C" NOT NULL, agent_id text, started_at bigint NOT NULL,
  last_turn_at bigint NOT NULL, turn_count integer NOT NULL, next_position integer NOT NULL,
  PRIMARY KEY (tenant, scope, id)
) PARTITION BY HASH (tenant);
CREATE INDEX sessions_by_last_turn ON sessions (tenant, scope, last_turn_at DESC, id);
SELECT split_and_wall('sessions', own_rows());

CREATE TABLE turns (
  tenant integer NOT NULL, scope integer NOT NULL, id text COLLATE "C" NOT NULL, session_id text COLLATE "C" NOT NULL, position integer NOT NULL,
  role text NOT NULL, speaker text, agent_id text, text text NOT NULL, at bigint NOT NULL, recorded_at bigint NOT NULL,
  time_zone text NOT NULL, import_id text,
  PRIMARY KEY (tenant, scope, id)
) PARTITION BY HASH (tenant);
CREATE UNIQUE INDEX turns_by_session ON turns (tenant, scope, session_id, position);
SELECT split_and_wall('turns', own_rows());

CREATE SEQUENCE journal_numbers;
CREATE TABLE journal (
  tenant integer NOT NULL, scope integer NOT NULL, sequence bigint NOT NULL DEFAULT nextval('journal_numbers'), id text COLLATE "C" NOT NULL,
  task text NOT NULL, turn_id text COLLATE "C", session_id text COLLATE "C", item_id text COLLATE "C", state text NOT NULL,
  attempts integer NOT NULL, last_error text, appended_at bigint NOT NULL, due_at bigint NOT NULL, lease_token text COLLATE "C",
  lease_until bigint, lapses integer NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, scope, sequence), UNIQUE (tenant, scope, id)
) PARTITION BY HASH (tenant);
CREATE INDEX journal_by_state ON journal (tenant, scope, state, due_at);
CREATE INDEX journal_by_lease ON journal (lease_token) WHERE lease_token IS NOT NULL;
CREATE INDEX journal_by_due ON journal (due_at) WHERE state = 'waiting';
CREATE INDEX journal_by_turn ON journal (tenant, scope, turn_id) WHERE turn_id IS NOT NULL;
CREATE INDEX journal_by_item ON journal (tenant, scope, item_id) WHERE item_id IS NOT NULL;
SELECT split_and_wall('journal', own_or_all());

-- Scopes that have entries, in the order in which they are to be served; and the number of the last claim.
CREATE SEQUENCE claim_numbers;
CREATE TABLE journal_scopes (
  tenant integer NOT NULL, scope integer NOT NULL, last_claim bigint NOT NULL, since bigint NOT NULL, PRIMARY KEY (tenant, scope)
);
CREATE INDEX journal_scopes_by_turn ON journal_scopes (tenant, last_claim, since);
SELECT wall('journal_scopes', own_or_all());
-- When a scope was last served, also while it has no entries. Apart from the scope's row, which its writers hold while they write.
CREATE TABLE scope_claims (tenant integer NOT NULL, scope integer NOT NULL, last_claim bigint NOT NULL, PRIMARY KEY (tenant, scope))
  PARTITION BY HASH (tenant);
SELECT split_and_wall('scope_claims', own_or_all());

-- tags_held and entities_held: what filters compare; the texts beside them are what is given back.
CREATE TABLE memories (
  tenant integer NOT NULL, scope integer NOT NULL, id text COLLATE "C" NOT NULL, lineage_id text COLLATE "C" NOT NULL, version integer NOT NULL,
  revision integer NOT NULL, agent_id text COLLATE "C", session_id text COLLATE "C", turn_ids text NOT NULL, content text NOT NULL,
  evidence text NOT NULL, kind text COLLATE "C" NOT NULL, tier text COLLATE "C" NOT NULL, status text COLLATE "C" NOT NULL,
  subject text COLLATE "C" NOT NULL, subject_folded text COLLATE "C" NOT NULL, attribute text, qualifiers text NOT NULL,
  cardinality text COLLATE "C" NOT NULL, value text, polarity text NOT NULL, slot_key text COLLATE "C", entities text NOT NULL, tags text NOT NULL,
  importance float8 NOT NULL, confidence float8 NOT NULL, source text NOT NULL, supersedes text NOT NULL, superseded_by text,
  said_at bigint NOT NULL, valid_from bigint NOT NULL, valid_to bigint, recorded_at bigint NOT NULL, last_accessed_at bigint,
  access_count integer NOT NULL, reinforced_count integer NOT NULL, expires_at bigint, content_hash text COLLATE "C" NOT NULL,
  embedding_model text, policy_version text NOT NULL, reason text NOT NULL, slot_digest text COLLATE "C", subject_digest text COLLATE "C" NOT NULL,
  tags_held text[] COLLATE "C" NOT NULL, entities_held text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, scope, id)
) PARTITION BY HASH (tenant);
-- Two writers that race for a single-valued slot cannot both win. Keys of any length: the index holds their digests.
CREATE UNIQUE INDEX memories_one_current ON memories (tenant, scope, slot_digest)
  WHERE status = 'active' AND cardinality = 'single' AND slot_digest IS NOT NULL;
CREATE UNIQUE INDEX memories_by_lineage ON memories (tenant, scope, lineage_id, version);
CREATE INDEX memories_by_slot ON memories (tenant, scope, slot_digest) WHERE status = 'active' AND slot_digest IS NOT NULL;
CREATE INDEX memories_by_hash ON memories (tenant, scope, content_hash) WHERE status = 'active';
CREATE INDEX memories_by_subject ON memories (tenant, scope, subject_digest, recorded_at DESC, id) WHERE status = 'active';
CREATE INDEX memories_by_time ON memories (tenant, scope, recorded_at DESC, id);
-- Rows by the end of their time, an open end last: what still held at an instant is found without reading what was over.
CREATE INDEX memories_slot_time ON memories (tenant, scope, slot_digest, coalesce(valid_to, 9007199254740991), valid_from)
  WHERE slot_digest IS NOT NULL AND status IN ('active', 'superseded', 'archived', 'expired');
CREATE INDEX memories_lineage_time ON memories (tenant, scope, lineage_id, coalesce(valid_to, 9007199254740991), valid_from)
  WHERE status IN ('active', 'superseded', 'archived', 'expired');
SELECT split_and_wall('memories', own_rows());

CREATE TABLE memory_turns (
  tenant integer NOT NULL, scope integer NOT NULL, turn_id text COLLATE "C" NOT NULL, memory_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, scope, turn_id, memory_id)
) PARTITION BY HASH (tenant);
SELECT split_and_wall('memory_turns', own_rows());

-- Which statement added or changed which memory: ids and figures, no words.
CREATE SEQUENCE write_numbers;
CREATE TABLE memory_writes (
  tenant integer NOT NULL, scope integer NOT NULL, sequence bigint NOT NULL DEFAULT nextval('write_numbers'), at bigint NOT NULL,
  memory_id text COLLATE "C" NOT NULL, kind text NOT NULL, turn_id text COLLATE "C", session_id text COLLATE "C", agent_id text COLLATE "C",
  import_id text COLLATE "C", policy_version text COLLATE "C" NOT NULL, before text NOT NULL, after text NOT NULL, undone_at bigint,
  PRIMARY KEY (tenant, scope, sequence)
) PARTITION BY HASH (tenant);
CREATE INDEX memory_writes_by_memory ON memory_writes (tenant, scope, memory_id);
CREATE INDEX memory_writes_by_turn ON memory_writes (tenant, scope, turn_id) WHERE turn_id IS NOT NULL;
CREATE INDEX memory_writes_by_session ON memory_writes (tenant, scope, session_id, sequence) WHERE session_id IS NOT NULL;
CREATE INDEX memory_writes_by_import ON memory_writes (tenant, scope, import_id, sequence) WHERE import_id IS NOT NULL;
SELECT split_and_wall('memory_writes', own_rows());

CREATE TABLE episodes (
  tenant integer NOT NULL, scope integer NOT NULL, id text COLLATE "C" NOT NULL, session_id text NOT NULL, agent_id text,
  centre_turn_id text COLLATE "C" NOT NULL, turn_ids text NOT NULL, role text NOT NULL, speaker text, at bigint NOT NULL,
  recorded_at bigint NOT NULL, embedding_model text,
  PRIMARY KEY (tenant, scope, id)
) PARTITION BY HASH (tenant);
CREATE UNIQUE INDEX episodes_by_centre ON episodes (tenant, scope, centre_turn_id);
CREATE INDEX episodes_by_time ON episodes (tenant, scope, at, id);
SELECT split_and_wall('episodes', own_rows());

CREATE TABLE episode_turns (
  tenant integer NOT NULL, scope integer NOT NULL, turn_id text COLLATE "C" NOT NULL, episode_id text COLLATE "C" NOT NULL,
  PRIMARY KEY (tenant, scope, turn_id, episode_id)
) PARTITION BY HASH (tenant);
SELECT split_and_wall('episode_turns', own_rows());

CREATE TABLE session_summaries (
  tenant integer NOT NULL, scope integer NOT NULL, session_id text COLLATE "C" NOT NULL, agent_id text, revision integer NOT NULL,
  last_turn_at bigint NOT NULL, ended_at bigint, covered_to integer NOT NULL, open_turns integer NOT NULL, open_tokens integer NOT NULL,
  summary text, material text,
  PRIMARY KEY (tenant, scope, session_id)
) PARTITION BY HASH (tenant);
CREATE INDEX session_summaries_by_turn ON session_summaries (tenant, scope, last_turn_at, session_id);
SELECT split_and_wall('session_summaries', own_rows());

CREATE TABLE requests (
  tenant integer NOT NULL, scope integer NOT NULL, operation text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, body_hash text NOT NULL,
  response text NOT NULL, at bigint NOT NULL,
  PRIMARY KEY (tenant, scope, operation, key)
) PARTITION BY HASH (tenant);
SELECT split_and_wall('requests', own_rows());

-- Working memory.
CREATE TABLE states (
  tenant integer NOT NULL, scope integer NOT NULL, space text COLLATE "C" NOT NULL, key text COLLATE "C" NOT NULL, value text NOT NULL,
  updated_at bigint NOT NULL, expires_at bigint NOT NULL,
  PRIMARY KEY (tenant, scope, space, key)
) PARTITION BY HASH (tenant);
CREATE INDEX states_by_expiry ON states (tenant, scope, expires_at);
SELECT split_and_wall('states', own_rows());

-- What the search indexes hold. The second key begins otherwise than the first, so that a look-up by doc is never taken for one of the whole
-- scope. doc: number of the item within its scope, never given twice. length, term_ids: absent until it was put with terms.
CREATE TABLE index_items (
  tenant integer NOT NULL, scope integer NOT NULL, doc integer NOT NULL, item_id text COLLATE "C" NOT NULL, type text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL, kind text COLLATE "C", tier text COLLATE "C", subject text COLLATE "C", session_id text COLLATE "C",
  agent_id text COLLATE "C", speaker text COLLATE "C", role text COLLATE "C", tags_held text[] COLLATE "C" NOT NULL,
  entities_held text[] COLLATE "C" NOT NULL, said_at bigint NOT NULL, recorded_at bigint NOT NULL, valid_from bigint NOT NULL,
  valid_to bigint, expires_at bigint, length integer, term_ids integer[],
  PRIMARY KEY (tenant, scope, doc), UNIQUE (tenant, item_id, scope)
) PARTITION BY HASH (tenant);
SELECT split_and_wall('index_items', own_rows());

-- df: items of the scope that hold the term; the row goes with the last of them. Very long terms stand as their digest.
CREATE TABLE keyword_terms (
  tenant integer NOT NULL, scope integer NOT NULL, term text COLLATE "C" NOT NULL, id integer NOT NULL, df integer NOT NULL,
  PRIMARY KEY (tenant, scope, term), UNIQUE (tenant, scope, id)
) PARTITION BY HASH (tenant);
SELECT split_and_wall('keyword_terms', own_rows());

-- length: the item's, so that a posting is weighed without looking the item up.
CREATE TABLE keyword_postings (
  tenant integer NOT NULL, scope integer NOT NULL, term integer NOT NULL, doc integer NOT NULL, length integer NOT NULL, tf integer NOT NULL,
  PRIMARY KEY (tenant, scope, term, doc)
) PARTITION BY HASH (tenant);
SELECT split_and_wall('keyword_postings', own_rows());

-- Models that a scope has vectors of. vectors: how many; the row goes with the last. has_graph: they are also found by an index of their own.
CREATE TABLE vector_models (
  tenant integer NOT NULL, scope integer NOT NULL, id integer NOT NULL, name text COLLATE "C" NOT NULL, dimension integer NOT NULL,
  vectors integer NOT NULL, has_graph boolean NOT NULL DEFAULT false,
  PRIMARY KEY (tenant, scope, id), UNIQUE (tenant, scope, name)
) PARTITION BY HASH (tenant);
SELECT split_and_wall('vector_models', own_rows());

CREATE TABLE vectors (
  tenant integer NOT NULL, scope integer NOT NULL, model integer NOT NULL, doc integer NOT NULL, numbers vector NOT NULL,
  PRIMARY KEY (tenant, scope, model, doc)
) PARTITION BY HASH (tenant);
SELECT split_and_wall('vectors', own_rows());

CREATE TABLE api_keys (
  id text COLLATE "C" PRIMARY KEY, tenant integer NOT NULL, name text COLLATE "C" NOT NULL, role text NOT NULL, permissions text,
  "user" text, agent text, secret_hash text NOT NULL, salt text NOT NULL, created_at bigint NOT NULL, expires_at bigint, last_used_at bigint,
  revoked_at bigint, replaced_by text
);
CREATE UNIQUE INDEX api_keys_one_live_name ON api_keys (tenant, name) WHERE revoked_at IS NULL AND replaced_by IS NULL;
CREATE INDEX api_keys_by_tenant ON api_keys (tenant, created_at, id);
SELECT wall('api_keys', all_only());

-- The end of each tenant's chain: whoever appends holds this row until the commit.
CREATE TABLE audit_heads (tenant integer PRIMARY KEY, position bigint NOT NULL, hash text NOT NULL);
SELECT wall('audit_heads', '(SELECT reaches_all()) OR tenant = (SELECT entered_tenant())');
CREATE TABLE audit_lines (
  tenant integer NOT NULL, position bigint NOT NULL, "user" text COLLATE "C", at bigint NOT NULL, action text COLLATE "C" NOT NULL,
  actor text COLLATE "C" NOT NULL, door text, key_id text, targets text NOT NULL, outcome text COLLATE "C" NOT NULL, detail text,
  previous text NOT NULL, hash text NOT NULL,
  PRIMARY KEY (tenant, position)
) PARTITION BY HASH (tenant);
CREATE INDEX audit_lines_by_user ON audit_lines (tenant, "user", position) WHERE "user" IS NOT NULL;
SELECT split_and_wall('audit_lines',
  '(SELECT reaches_all()) OR (tenant = (SELECT entered_tenant()) AND "user" = (SELECT entered_user()))');

-- What tenants spend on models, a row a day (UTC). Money in millionths.
CREATE TABLE model_usage (
  tenant integer NOT NULL, day text COLLATE "C" NOT NULL, calls bigint NOT NULL DEFAULT 0, refusals bigint NOT NULL DEFAULT 0,
  input_tokens bigint NOT NULL DEFAULT 0, output_tokens bigint NOT NULL DEFAULT 0, cost_micros bigint NOT NULL DEFAULT 0,
  reserved_tokens bigint NOT NULL DEFAULT 0, reserved_micros bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (tenant, day)
) PARTITION BY HASH (tenant);
SELECT split_and_wall('model_usage', all_only());
`;

/**
 * vector_revision: grows with every write of the scope's vectors; the row of each vector keeps the one it was written at, so that a
 * process that holds the scope's vectors in memory reads what changed since, and only that.
 */
const VERSION_2 = `
ALTER TABLE scopes ADD COLUMN vector_revision bigint NOT NULL DEFAULT 0;
ALTER TABLE vectors ADD COLUMN revision bigint NOT NULL DEFAULT 0;
CREATE INDEX vectors_by_revision ON vectors (tenant, scope, model, revision);
`;

/** By which embedding model a scope is searched, and since when; null until a cut-over. */
const VERSION_3 = `
ALTER TABLE scopes ADD COLUMN serving_model text COLLATE "C";
ALTER TABLE scopes ADD COLUMN serving_since bigint;
`;

/** The latest instant by which a server dated something of the scope; null in rows of before. */
const VERSION_4 = "ALTER TABLE scopes ADD COLUMN latest_at bigint";

/**
 * A term's postings are read from the index alone: the rows lie in the order of items, so that each of them was a look elsewhere. Pages that
 * nothing was written to since the last vacuum are passed over; it comes after a twentieth of new rows. The new keys are built beside the
 * old ones, while everybody reads on and writers of postings wait; only the change from the one to the other keeps everybody out.
 */
const VERSION_5 = `
LOCK TABLE keyword_postings IN SHARE MODE;
DO $$
DECLARE last integer := (SELECT partitions FROM store_settings) - 1;
BEGIN
  FOR part IN 0 .. last LOOP
    EXECUTE format('CREATE UNIQUE INDEX %I ON %I (tenant, scope, term, doc) INCLUDE (length, tf)',
      'keyword_postings_covering_' || part, 'keyword_postings_' || part);
  END LOOP;
  ALTER TABLE keyword_postings DROP CONSTRAINT keyword_postings_pkey;
  FOR part IN 0 .. last LOOP
    EXECUTE format('ALTER TABLE %I ADD CONSTRAINT %I PRIMARY KEY USING INDEX %I, SET (autovacuum_vacuum_insert_scale_factor = 0.05)',
      'keyword_postings_' || part, 'keyword_postings_' || part || '_pkey', 'keyword_postings_covering_' || part);
  END LOOP;
  -- takes the parts' keys for its own, and builds none
  ALTER TABLE keyword_postings ADD PRIMARY KEY (tenant, scope, term, doc) INCLUDE (length, tf);
END $$;
`;

/** `:partitions` stands for the number that the store is made with. */
export const MIGRATIONS: readonly string[] = [VERSION_1, VERSION_2, VERSION_3, VERSION_4, VERSION_5];
export const SCHEMA_VERSION = MIGRATIONS.length;
