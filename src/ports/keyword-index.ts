import type { Filter, ItemId, Scope } from "../domain/index.js";

export interface KeywordQuery {
  /** Terms from the one analyzer, deduplicated. Empty gives []. */
  readonly terms: readonly string[];
  readonly filter: Filter;
  /** 1–4096 */
  readonly limit: number;
  /** Nobody waits longer: a search may be given up after so long, with DEADLINE_EXCEEDED. Absent: no sooner than every statement. */
  readonly withinMs?: number;
}

export interface KeywordHit {
  readonly itemId: ItemId;
  /** BM25 (Robertson & Zaragoza 2009, k1 0.9, b 0.4) with the scope's own counts; > 0, no upper bound. */
  readonly bm25: number;
  /** Share of the query's idf mass that the item holds, 0–1. */
  readonly coverage: number;
}

/**
 * Full-text search of one scope: a projection of the truth. Terms come from the one analyzer, both sides alike (P13, P14).
 * - Per scope: document counts, frequencies and lengths are the scope's own; other scopes change neither cost nor score.
 * - N, document frequency and average length count every item of the scope that was put with terms, whatever the filter.
 * - The filter is applied inside the search. Order: bm25 descending, then item id.
 * - Terms are exact bytes: no wildcard, prefix or operator in them means anything.
 */
export interface KeywordIndex {
  search(scope: Scope, query: KeywordQuery): Promise<readonly KeywordHit[]>;
  /** Scores of the named items that hold at least one term; no filter, any order. */
  score(scope: Scope, terms: readonly string[], itemIds: readonly ItemId[]): Promise<readonly KeywordHit[]>;
  /** idf of each term in this scope: ln(1 + (N − df + 0.5) / (df + 0.5)); a term never seen gets df 0. */
  termWeights(scope: Scope, terms: readonly string[]): Promise<ReadonlyMap<string, number>>;
}
