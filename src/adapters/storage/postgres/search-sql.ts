/*
 * Statements that a filter is part of. In brackets the parameters in their order, those of the filter last; `scope` stands for two, the
 * tenant's number and the scope's.
 */

/** Cosines of unit vectors, held to −1…1 as rounding may carry them beyond. */
const COSINE = "greatest(-1, least(1, -(v.numbers <#> $4::vector)))";
const VECTORS =
  "FROM vectors v JOIN index_items f ON f.tenant = $1 AND f.scope = $2 AND f.doc = v.doc WHERE v.tenant = $1 AND v.scope = $2 AND v.model = $3";

/** The vectors of items, each looked up by its key. */
const NAMED = `FROM index_items f
    CROSS JOIN LATERAL (SELECT numbers FROM vectors WHERE tenant = $1 AND scope = $2 AND model = $3 AND doc = f.doc OFFSET 0) v
    WHERE f.tenant = $1 AND f.scope = $2`;

/**
 * The item of a number that another table names, looked up by its key. OFFSET 0 keeps it so: a planner without figures (a new table, a scope
 * much larger than most) would rather read all of the scope's items again for every row.
 */
const itemOf = (doc: string, condition: string): string =>
  `CROSS JOIN LATERAL (SELECT f.item_id FROM index_items f WHERE f.tenant = $1 AND f.scope = $2 AND f.doc = ${doc} AND ${condition} OFFSET 0) f`;

/** Settings that a search runs under, alone. */
export const TUNED = {
  /** Before every vector is compared: items and vectors are joined as a whole, whatever the planner thinks of their numbers. */
  whole: ["enable_nestloop = off"],
  /** On and on until enough match. @param breadth candidates looked at in one go @param most tuples at most */
  graph: (breadth: number, most: number) => [
    "hnsw.iterative_scan = relaxed_order",
    `hnsw.ef_search = ${breadth}`,
    `hnsw.max_scan_tuples = ${most}`,
  ],
  /**
   * What is in the order of scores already is sorted on from there, so that items are looked up until enough match, and no more. The sums of
   * some hundred thousand items fit the memory.
   */
  keywords: ["enable_sort = off", "work_mem = '16MB'"],
} as const;

export const VECTOR_SEARCH = {
  /** The scope's models. (scope) */
  models: `SELECT id, name, dimension, vectors, has_graph, (SELECT vector_revision FROM scopes WHERE tenant = $1 AND id = $2) AS revision
    FROM vector_models WHERE tenant = $1 AND scope = $2`,
  /** How many items the planner expects to match. (scope, …filter) */
  expected: (condition: string) =>
    `EXPLAIN (FORMAT JSON) SELECT f.doc FROM index_items f WHERE f.tenant = $1 AND f.scope = $2 AND ${condition}`,
  /** The vectors of the items that match, each looked up by its key: where few match. (scope, model, vector, limit, …filter) */
  narrow: (condition: string) => `SELECT f.item_id AS "itemId", ${COSINE} AS cosine ${NAMED} AND ${condition}
    ORDER BY cosine DESC, f.item_id LIMIT $5`,
  /** Of some documents, those that match, in order. (scope, model, vector, limit, documents, …filter) */
  among: (
    condition: string,
  ) => `SELECT f.item_id AS "itemId", ${COSINE} AS cosine ${NAMED} AND f.doc = ANY ($6::integer[]) AND ${condition}
    ORDER BY cosine DESC, f.item_id LIMIT $5`,
  /** Every vector compared. (scope, model, vector, limit, …filter) */
  whole: (condition: string) => `SELECT f.item_id AS "itemId", ${COSINE} AS cosine ${VECTORS} AND ${condition}
    ORDER BY cosine DESC, f.item_id LIMIT $5`,
  /**
   * Through the model's own graph, by vectors of half precision; what it gives is compared anew in full. The numbers stand in the text, as
   * they do in the index's condition. (scope, model, vector, limit, candidates, …filter)
   */
  byGraph: (condition: string, dimension: number) => `SELECT "itemId", cosine FROM (
      SELECT f.item_id AS "itemId", ${COSINE} AS cosine FROM vectors v ${itemOf("v.doc", condition)}
      WHERE v.tenant = $1 AND v.scope = $2 AND v.model = $3
      ORDER BY (v.numbers::halfvec(${dimension})) <#> $4::halfvec(${dimension}) LIMIT $6) nearest
    ORDER BY cosine DESC, "itemId" LIMIT $5`,
  /** (scope, model, vector, items) */
  named: `SELECT f.item_id AS "itemId", ${COSINE} AS cosine ${NAMED} AND f.item_id = ANY ($5::text[])`,
  /** (scope, model, items) */
  find: `SELECT f.item_id AS "itemId", v.numbers::text AS numbers ${NAMED} AND f.item_id = ANY ($4::text[])`,
} as const;

/** What processes read to hold a scope's vectors in memory: in binary, a fifth of the bytes and none of the work of their texts. */
const SENT = "SELECT doc, vector_send(numbers) AS sent FROM vectors WHERE tenant = $1 AND scope = $2 AND model = $3";

export const VECTOR_COPYING = {
  /** (scope) */
  revision: "SELECT vector_revision AS revision FROM scopes WHERE tenant = $1 AND id = $2",
  /** (scope, model, document, limit) */
  after: `${SENT} AND doc > $4 ORDER BY doc LIMIT $5`,
  /** (scope, model, revision, limit) */
  since: `${SENT} AND revision > $4 ORDER BY revision LIMIT $5`,
  /** (scope, model) */
  documents: "SELECT doc FROM vectors WHERE tenant = $1 AND scope = $2 AND model = $3",
} as const;

/** BM25 of one posting, operation by operation as in the domain, so that the last bit is the same. $5: average length. */
const TERM_SCORE =
  "(q.idf * p.tf) / (p.tf::float8 + 0.9::float8 * (1::float8 - 0.4::float8 + (0.4::float8 * p.length) / $5::float8))";
/**
 * $3: numbers of terms, $4: their weights. Sums of floats depend on the order of the terms: it is the query's, since postings come term after
 * term (the look-up within is fenced, so that nothing but a loop over the terms can find them) and are added as they come. To order them
 * by document first, as sums that name an order ask for, took more than all the rest.
 */
const TALLY = `SELECT p.doc, sum(${TERM_SCORE}) AS bm25, sum(q.idf) AS held
    FROM unnest($3::integer[], $4::float8[]) WITH ORDINALITY AS q (term, idf, place)
    CROSS JOIN LATERAL (SELECT doc, length, tf FROM keyword_postings WHERE tenant = $1 AND scope = $2 AND term = q.term OFFSET 0) p`;

export const KEYWORD_SEARCH = {
  /** (scope, terms) */
  terms: "SELECT term, id, df FROM keyword_terms WHERE tenant = $1 AND scope = $2 AND term = ANY ($3::text[])",
  /** (scope, terms, weights, average length, limit, …filter) */
  search: (
    condition: string,
  ) => `SELECT f.item_id AS "itemId", t.bm25, t.held FROM (${TALLY} GROUP BY p.doc ORDER BY bm25 DESC OFFSET 0) t ${itemOf("t.doc", condition)}
    ORDER BY t.bm25 DESC, f.item_id LIMIT $6`,
  /** (scope, terms, weights, average length, items) */
  named: `SELECT f.item_id AS "itemId", sum(${TERM_SCORE} ORDER BY q.place) AS bm25, sum(q.idf ORDER BY q.place) AS held
    FROM index_items f CROSS JOIN unnest($3::integer[], $4::float8[]) WITH ORDINALITY AS q (term, idf, place)
    CROSS JOIN LATERAL (SELECT length, tf FROM keyword_postings WHERE tenant = $1 AND scope = $2 AND term = q.term AND doc = f.doc OFFSET 0) p
    WHERE f.tenant = $1 AND f.scope = $2 AND f.item_id = ANY ($6::text[]) GROUP BY f.item_id`,
} as const;

/** What is read back, to be carried to an engine beside the store. */
export const INDEX_READING = {
  /** Items with their vectors, a row for each, or one without. (scope, items) */
  items: `SELECT f.*, f.tags_held AS tags, f.entities_held AS entities, m.name AS model, v.numbers::text AS numbers FROM index_items f
      LEFT JOIN vector_models m ON m.tenant = $1 AND m.scope = $2
      LEFT JOIN vectors v ON v.tenant = $1 AND v.scope = $2 AND v.model = m.id AND v.doc = f.doc
    WHERE f.tenant = $1 AND f.scope = $2 AND f.item_id = ANY ($3::text[])`,
  /** In order of id. (scope, id, limit) */
  ids: "SELECT item_id FROM index_items WHERE tenant = $1 AND scope = $2 AND item_id > $3 ORDER BY item_id LIMIT $4",
} as const;

export const INDEX_WRITING = {
  /** (scope, items) */
  findItems:
    "SELECT doc, item_id, length, term_ids FROM index_items WHERE tenant = $1 AND scope = $2 AND item_id = ANY ($3::text[])",
  /** Numbers for new items, for as many terms as may be new, and for what is written of vectors. (scope, docs, terms) */
  takeNumbers: `UPDATE scopes SET next_doc = next_doc + $3, next_term = next_term + $4, vector_revision = vector_revision + 1
    WHERE tenant = $1 AND id = $2 RETURNING next_doc - $3 AS doc, next_term - $4 AS term, vector_revision AS revision`,
  /** (scope, doc, item, type, status, kind, tier, subject, session, agent, speaker, role, tags, entities, said, recorded, from, to, expiry, length, terms) */
  insertItem: `INSERT INTO index_items VALUES (${Array.from({ length: 22 }, (_, index) => `$${index + 1}`).join(", ")})`,
  /** (the same, without length and terms) */
  updateItem: `UPDATE index_items SET type = $5, status = $6, kind = $7, tier = $8, subject = $9, session_id = $10, agent_id = $11, speaker = $12,
      role = $13, tags_held = $14, entities_held = $15, said_at = $16, recorded_at = $17, valid_from = $18, valid_to = $19, expires_at = $20
    WHERE tenant = $1 AND scope = $2 AND doc = $3 AND item_id = $4`,
  /** (scope, doc) */
  deleteItem: "DELETE FROM index_items WHERE tenant = $1 AND scope = $2 AND doc = $3",
  /** One more item holds each of the terms. (scope, terms, first free number) */
  countTerms: `INSERT INTO keyword_terms AS k (tenant, scope, term, id, df)
      SELECT $1::integer, $2::integer, term, $4::integer + place::integer - 1, 1 FROM unnest($3::text[]) WITH ORDINALITY AS t (term, place)
    ON CONFLICT (tenant, scope, term) DO UPDATE SET df = k.df + 1 RETURNING term, id`,
  /** (scope, doc, terms, frequencies, length) */
  insertPostings: `INSERT INTO keyword_postings SELECT $1::integer, $2::integer, term, $3::integer, $6::integer, tf
    FROM unnest($4::integer[], $5::integer[]) AS t (term, tf)`,
  /** (scope, doc, terms, length) */
  setTerms:
    "UPDATE index_items SET term_ids = $4::integer[], length = $5 WHERE tenant = $1 AND scope = $2 AND doc = $3",
  /** (scope, documents, length) */
  addToTotals:
    "UPDATE scopes SET indexed_docs = indexed_docs + $3, total_length = total_length + $4 WHERE tenant = $1 AND id = $2",
  /** (scope, doc, terms) */
  deletePostings:
    "DELETE FROM keyword_postings WHERE tenant = $1 AND scope = $2 AND term = ANY ($4::integer[]) AND doc = $3",
  /** One item less holds each of the terms. (scope, terms) */
  uncountTerms: "UPDATE keyword_terms SET df = df - 1 WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::integer[])",
  /** Terms that no item holds any more. (scope, terms) */
  deleteUnusedTerms:
    "DELETE FROM keyword_terms WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::integer[]) AND df <= 0",
  /** (scope, name) */
  findModel: "SELECT id, dimension, vectors FROM vector_models WHERE tenant = $1 AND scope = $2 AND name = $3",
  /**
   * Its number is one of those that terms take, which are never given twice: a graph that outlived its model must never be the next one's.
   * (scope, name, dimension)
   */
  insertModel: `WITH taken AS (
      UPDATE scopes SET next_term = greatest(next_term, (SELECT coalesce(max(id), 0) + 1 FROM vector_models WHERE tenant = $1 AND scope = $2)) + 1
      WHERE tenant = $1 AND id = $2 RETURNING next_term - 1 AS id)
    INSERT INTO vector_models (tenant, scope, id, name, dimension, vectors)
      SELECT $1::integer, $2::integer, id, $3::text, $4::integer, 0 FROM taken RETURNING id, dimension, vectors`,
  /** Nothing where there is one. (scope, model, doc, numbers, revision) */
  addVector:
    "INSERT INTO vectors (tenant, scope, model, doc, numbers, revision) VALUES ($1, $2, $3, $4, $5::vector, $6) ON CONFLICT DO NOTHING",
  /** (scope, model, doc, numbers, revision) */
  replaceVector:
    "UPDATE vectors SET numbers = $5::vector, revision = $6 WHERE tenant = $1 AND scope = $2 AND model = $3 AND doc = $4",
  /** (scope, model, how many more) */
  countVectors:
    "UPDATE vector_models SET vectors = vectors + $4 WHERE tenant = $1 AND scope = $2 AND id = $3 RETURNING vectors, dimension, has_graph",
  /** (scope, doc, models) */
  deleteVectors:
    "DELETE FROM vectors WHERE tenant = $1 AND scope = $2 AND doc = $3 AND model = ANY ($4::integer[]) RETURNING model",
  /** (scope, models) */
  uncountVectors:
    "UPDATE vector_models SET vectors = vectors - 1 WHERE tenant = $1 AND scope = $2 AND id = ANY ($3::integer[])",
  /** (scope) */
  deleteUnusedModels: "DELETE FROM vector_models WHERE tenant = $1 AND scope = $2 AND vectors <= 0 RETURNING id",
  /** (scope, model) */
  deleteVectorsOfModel: "DELETE FROM vectors WHERE tenant = $1 AND scope = $2 AND model = $3",
  /** (scope, model) */
  deleteModel: "DELETE FROM vector_models WHERE tenant = $1 AND scope = $2 AND id = $3",
  /** (scope) */
  listModels: "SELECT id FROM vector_models WHERE tenant = $1 AND scope = $2",
} as const;

/** The graph of one scope's vectors by one model: made and dropped outside transactions. */
export const GRAPHS = {
  /** The part of `vectors` that the tenant is in. (scope) */
  findPart:
    "SELECT c.relname AS name FROM (SELECT tableoid FROM vectors WHERE tenant = $1 AND scope = $2 LIMIT 1) v JOIN pg_class c ON c.oid = v.tableoid",
  /** Whether an index of the name stands and is whole, or is being made at this moment. (name) */
  state: `SELECT i.indisvalid AS valid, EXISTS (SELECT 1 FROM pg_stat_progress_create_index p WHERE p.index_relid = c.oid) AS building
    FROM pg_class c JOIN pg_index i ON i.indexrelid = c.oid
    WHERE c.relname = $1 AND c.relnamespace = current_schema()::regnamespace`,
  create: (
    name: string,
    part: string,
    extension: string,
    [tenant, scope, model]: readonly [number, number, number],
    dimension: number,
  ) => `CREATE INDEX CONCURRENTLY ${name} ON ${part} USING hnsw ((numbers::${extension}.halfvec(${dimension})) ${extension}.halfvec_ip_ops)
      WITH (m = 24, ef_construction = 128) WHERE tenant = ${tenant} AND scope = ${scope} AND model = ${model}`,
  measure: (part: string) => `ANALYZE ${part}`,
  drop: (name: string) => `DROP INDEX CONCURRENTLY IF EXISTS ${name}`,
  /** (scope, model, whether) */
  note: "UPDATE vector_models SET has_graph = $4 WHERE tenant = $1 AND scope = $2 AND id = $3",
} as const;
