import { marks } from "../relational/index.js";

/*
 * Statements of the search indexes. In brackets the parameters in their order, those of a filter last; `scope` stands for two, the
 * tenant's number and the scope's.
 */

const ITEMS = "FROM index_items f WHERE f.tenant = $1 AND f.scope = $2";
const NAMED = `FROM index_items f JOIN vectors v ON v.tenant = $1 AND v.scope = $2 AND v.model = $3 AND v.doc = f.doc
    WHERE f.tenant = $1 AND f.scope = $2`;

export const VECTOR_SEARCH = {
  /** The scope's models. (scope) */
  models: `SELECT id, name, dimension, vectors, (SELECT vector_revision FROM scopes WHERE tenant = $1 AND id = $2) AS revision
    FROM vector_models WHERE tenant = $1 AND scope = $2`,
  /** Items that match. (scope, …filter) */
  matching: (condition: string) => `SELECT f.doc, f.item_id AS "itemId" ${ITEMS} AND ${condition}`,
  /** Of some documents, those that match. (scope, documents, …filter) */
  among: (condition: string) => `SELECT f.doc, f.item_id AS "itemId" ${ITEMS} AND f.doc IN ($3) AND ${condition}`,
  /** Vectors of items that match, in order of document. (scope, model, document, limit, …filter) */
  whole: (condition: string) => `SELECT f.doc, f.item_id AS "itemId", v.numbers FROM vectors v
      JOIN index_items f ON f.tenant = $1 AND f.scope = $2 AND f.doc = v.doc
    WHERE v.tenant = $1 AND v.scope = $2 AND v.model = $3 AND v.doc > $4 AND ${condition} ORDER BY v.doc LIMIT $5`,
  /** (scope, model, items) */
  named: `SELECT f.doc, f.item_id AS "itemId", v.numbers ${NAMED} AND f.item_id IN ($4)`,
} as const;

const VECTORS = "FROM vectors WHERE tenant = $1 AND scope = $2 AND model = $3";

/** What a process reads to hold a scope's vectors in memory. */
export const VECTOR_COPYING = {
  /** (scope, model, document, limit) */
  after: `SELECT doc, numbers ${VECTORS} AND doc > $4 ORDER BY doc LIMIT $5`,
  /** (scope, model, revision, limit) */
  since: `SELECT doc, numbers ${VECTORS} AND revision > $4 ORDER BY revision LIMIT $5`,
  /** (scope, model) */
  documents: `SELECT doc ${VECTORS}`,
} as const;

/** Figures of a term whose number is a parameter of its own, with its weight after it. */
const FIRST_TERM = 6;

/**
 * BM25 of a document, operation by operation as in the domain, so that the last bit is the same: each term's share by itself, added in the
 * order of the query. A sum over rows would add in whatever order they come. $5: average length.
 */
function tally(count: number): string {
  const share = (value: (weight: string) => string) => (index: number) => {
    const [term, weight] = [`$${FIRST_TERM + 2 * index}`, `$${FIRST_TERM + 2 * index + 1}`];
    return `coalesce(max(CASE WHEN p.term = ${term} THEN ${value(weight)} END), 0e0)`;
  };
  const score = share(
    (weight) => `(${weight} * p.tf) / (p.tf + 0.9e0 * (1e0 - 0.4e0 + (0.4e0 * p.length) / ($5 + 0e0)))`,
  );
  const mass = share((weight) => `${weight} + 0e0`);
  const sum = (part: (index: number) => string) => Array.from({ length: count }, (_, index) => part(index)).join(" + ");
  return `${sum(score)} AS bm25, ${sum(mass)} AS held`;
}

/** The values behind `tally`'s parameters. */
export const tallied = (terms: readonly number[], weights: readonly number[]): readonly number[] =>
  terms.flatMap((term, index) => [term, weights[index] ?? 0]);

export const KEYWORD_SEARCH = {
  /** (scope, terms) */
  terms: "SELECT term, id, df FROM keyword_terms WHERE tenant = $1 AND scope = $2 AND term IN ($3)",
  /** Documents by score. (scope, terms, limit, average length, …each term and its weight) */
  best: (terms: number) => `SELECT p.doc, ${tally(terms)} FROM keyword_postings p
    WHERE p.tenant = $1 AND p.scope = $2 AND p.term IN ($3) GROUP BY p.doc ORDER BY bm25 DESC LIMIT $4`,
  /** (scope, terms, items, average length, …each term and its weight) */
  named: (terms: number) => `SELECT f.item_id AS "itemId", ${tally(terms)} FROM index_items f
      JOIN keyword_postings p ON p.tenant = $1 AND p.scope = $2 AND p.doc = f.doc AND p.term IN ($3)
    WHERE f.tenant = $1 AND f.scope = $2 AND f.item_id IN ($4) GROUP BY f.doc, f.item_id`,
} as const;

/** What is read back, to be carried to an engine beside the store. */
export const INDEX_READING = {
  /** Items with their vectors, a row for each, or one without. (scope, items) */
  items: `SELECT f.*, m.name AS model, v.numbers FROM index_items f
      LEFT JOIN vector_models m ON m.tenant = $1 AND m.scope = $2
      LEFT JOIN vectors v ON v.tenant = $1 AND v.scope = $2 AND v.model = m.id AND v.doc = f.doc
    WHERE f.tenant = $1 AND f.scope = $2 AND f.item_id IN ($3)`,
  /** In order of id. (scope, id, limit) */
  ids: "SELECT item_id FROM index_items WHERE tenant = $1 AND scope = $2 AND item_id > $3 ORDER BY item_id LIMIT $4",
} as const;

export const INDEX_WRITING = {
  /** (scope, items) */
  findItems:
    "SELECT doc, item_id, length, term_ids FROM index_items WHERE tenant = $1 AND scope = $2 AND item_id IN ($3)",
  /** Numbers for new items, for as many terms as may be new, and for what is written of vectors. (scope, docs, terms) */
  takeNumbers:
    "UPDATE scopes SET next_doc = next_doc + $3, next_term = next_term + $4, vector_revision = vector_revision + 1 WHERE tenant = $1 AND id = $2",
  /** (scope, docs, terms) */
  takenNumbers:
    "SELECT next_doc - $3 AS doc, next_term - $4 AS term, vector_revision AS revision FROM scopes WHERE tenant = $1 AND id = $2",
  /** (rows: scope, doc, item, type, status, kind, tier, subject, session, agent, speaker, role, tags, entities, said, recorded, from, to, expiry, length, terms, labels) */
  insertItems: "INSERT INTO index_items VALUES $1",
  /** (the same, without length and terms; labels last) */
  updateItem: `UPDATE index_items SET type = $5, status = $6, kind = $7, tier = $8, subject = $9, session_id = $10, agent_id = $11, speaker = $12,
      role = $13, tags_held = $14, entities_held = $15, said_at = $16, recorded_at = $17, valid_from = $18, valid_to = $19, expires_at = $20, tags = $21, entities = $22
    WHERE tenant = $1 AND scope = $2 AND doc = $3 AND item_id = $4`,
  /** (scope, doc) */
  deleteItem: "DELETE FROM index_items WHERE tenant = $1 AND scope = $2 AND doc = $3",
  /** So many more items hold each of the terms. (rows: scope, term, number if it is new, items) */
  countTerms:
    "INSERT INTO keyword_terms (tenant, scope, term, id, df) VALUES $1 ON DUPLICATE KEY UPDATE df = df + VALUES(df)",
  /** (scope, terms) */
  numbersOfTerms: "SELECT term, id FROM keyword_terms WHERE tenant = $1 AND scope = $2 AND term IN ($3)",
  /** (rows: scope, term, doc, length, tf) */
  insertPostings: "INSERT INTO keyword_postings VALUES $1",
  /** (scope, doc, terms, length) */
  setTerms: "UPDATE index_items SET term_ids = $4, length = $5 WHERE tenant = $1 AND scope = $2 AND doc = $3",
  /** (scope, documents, length) */
  addToTotals:
    "UPDATE scopes SET indexed_docs = indexed_docs + $3, total_length = total_length + $4 WHERE tenant = $1 AND id = $2",
  /** (scope, doc, terms) */
  deletePostings: "DELETE FROM keyword_postings WHERE tenant = $1 AND scope = $2 AND term IN ($4) AND doc = $3",
  /** One item less holds each of the terms. (scope, terms) */
  uncountTerms: "UPDATE keyword_terms SET df = df - 1 WHERE tenant = $1 AND scope = $2 AND id IN ($3)",
  /** Terms that no item holds any more. (scope, terms) */
  deleteUnusedTerms: "DELETE FROM keyword_terms WHERE tenant = $1 AND scope = $2 AND id IN ($3) AND df <= 0",
  /** (scope, name) */
  findModel: "SELECT id, dimension FROM vector_models WHERE tenant = $1 AND scope = $2 AND name = $3",
  /** A number for a model: one of those that terms take, which are never given twice. (scope) */
  takeModelNumber: "UPDATE scopes SET next_term = LAST_INSERT_ID(next_term) + 1 WHERE tenant = $1 AND id = $2",
  /** (scope, number, name, dimension) */
  insertModel: `INSERT INTO vector_models VALUES (${marks(5, 1)}, 0)`,
  /** (scope, model, docs) */
  knownVectors: "SELECT doc FROM vectors WHERE tenant = $1 AND scope = $2 AND model = $3 AND doc IN ($4)",
  /** (rows: scope, model, doc, numbers, revision) */
  putVectors:
    "INSERT INTO vectors VALUES $1 ON DUPLICATE KEY UPDATE numbers = VALUES(numbers), revision = VALUES(revision)",
  /** (scope, model, how many more) */
  countVectors: "UPDATE vector_models SET vectors = vectors + $4 WHERE tenant = $1 AND scope = $2 AND id = $3",
  /** (scope) */
  listModels: "SELECT id FROM vector_models WHERE tenant = $1 AND scope = $2",
  /** (scope, doc, models) */
  modelsOfItem: "SELECT model FROM vectors WHERE tenant = $1 AND scope = $2 AND model IN ($4) AND doc = $3",
  /** (scope, doc, models) */
  deleteVectors: "DELETE FROM vectors WHERE tenant = $1 AND scope = $2 AND model IN ($4) AND doc = $3",
  /** (scope, models) */
  uncountVectors: "UPDATE vector_models SET vectors = vectors - 1 WHERE tenant = $1 AND scope = $2 AND id IN ($3)",
  /** (scope) */
  deleteUnusedModels: "DELETE FROM vector_models WHERE tenant = $1 AND scope = $2 AND vectors <= 0",
  /** (scope, model) */
  deleteVectorsOfModel: "DELETE FROM vectors WHERE tenant = $1 AND scope = $2 AND model = $3",
  /** (scope, model) */
  deleteModel: "DELETE FROM vector_models WHERE tenant = $1 AND scope = $2 AND id = $3",
} as const;
